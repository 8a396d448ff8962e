"""The environment, read once. Every field is a variable of the same name in capitals, also read from `.env`."""

import os
from decimal import Decimal
from pathlib import Path
from typing import Literal, Self
from urllib.parse import unquote, urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import Misconfigured

_ROOT_DATA = Path("/var/lib/diafaneia")


def default_data_dir() -> Path:
    """Of the machine for root, of the user for anyone else."""
    if os.geteuid() == 0:
        return _ROOT_DATA
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".local" / "share") / "diafaneia"


class Settings(BaseSettings):
    """What an operator may set; `.env.example` explains each. Secrets stay out of `repr`."""

    model_config = SettingsConfigDict(
        frozen=True, env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    telegram_token: str | None = Field(default=None, repr=False, pattern=r"^\d+:[\w-]+$")
    telegram_base_url: str | None = None
    health_port: int | None = Field(default=None, ge=1, le=65535)
    health_host: str = Field(default="127.0.0.1", pattern=r"^[0-9A-Za-z.:-]+$")
    questions_a_minute: int = Field(default=8, ge=0, le=10_000)
    questions_a_day: int = Field(default=80, ge=0, le=1_000_000)
    group_questions_an_hour: int = Field(default=40, ge=0, le=1_000_000)
    adas_a_minute: int = Field(default=30, ge=0, le=10_000)
    operators: str = Field(default="", pattern=r"^\s*(\d+(\s*,\s*\d+)*)?\s*$")
    database_url: str | None = Field(default=None, repr=False)
    app_database_url: str | None = Field(default=None, repr=False)
    reader_database_url: str | None = Field(default=None, repr=False)
    data_dir: Path = Field(default_factory=default_data_dir)
    home_organization: str = Field(default="6265", pattern=r"^\d+$")
    embedder_threads: int = Field(default=1, ge=1, le=64)
    diavgeia_base_url: str = "https://diavgeia.gov.gr/opendata"
    diavgeia_contact: str | None = Field(default=None, pattern=r"^[!-~]{5,120}$")
    diavgeia_spacing_ms: int = Field(default=300, ge=0, le=60_000)
    diavgeia_at_once: int = Field(default=2, ge=1, le=2)
    diavgeia_ipv4_only: bool = False
    ingest: Literal["on", "off"] = "on"
    documents: Literal["on", "off"] = "off"
    demo: Literal["auto", "on", "off"] = "auto"
    reply_seconds: float = Field(default=20.0, gt=0, le=300)
    llm_base_url: str = "https://api.openai.com/v1"
    llm_api_key: str | None = Field(default=None, repr=False)
    llm_model: str | None = None
    llm_effort: Literal["minimal", "low", "medium", "high"] | None = None
    llm_call_seconds: float = Field(default=12.0, gt=0, le=300)
    llm_price_in: Decimal = Field(default=Decimal(0), ge=0, le=10_000)
    llm_price_out: Decimal = Field(default=Decimal(0), ge=0, le=10_000)
    llm_fallback_base_url: str = "https://api.openai.com/v1"
    llm_fallback_api_key: str | None = Field(default=None, repr=False)
    llm_fallback_model: str | None = None
    llm_fallback_price_in: Decimal = Field(default=Decimal(0), ge=0, le=10_000)
    llm_fallback_price_out: Decimal = Field(default=Decimal(0), ge=0, le=10_000)
    llm_daily_eur: Decimal = Field(default=Decimal(0), ge=0, le=100_000)
    routing: Literal["agent", "economy"] = "agent"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_json: bool = False

    @classmethod
    def read(cls) -> Self:
        """Settings of this process, or Misconfigured with a line for each variable that cannot work."""
        try:
            settings = cls()
        except ValidationError as error:
            raise Misconfigured(
                "\n".join(_sentence(str(item["loc"][0]), item["msg"]) for item in error.errors())
            ) from None
        settings._check_models()
        # Libraries that compute read it when they are loaded, so it is set before core.ai is imported (MODELS §2).
        os.environ["OMP_NUM_THREADS"] = str(settings.embedder_threads)
        return settings

    def _check_models(self) -> None:
        """A key or an address without a model would leave the planner alone, in silence."""
        given = self.model_fields_set & {"llm_base_url", "llm_api_key"}
        if given and not self.llm_model:
            raise Misconfigured(f"LLM_MODEL: λείπει, ενώ δίνεται το {min(given).upper()}.")
        more = self.model_fields_set & {"llm_fallback_base_url", "llm_fallback_api_key", "llm_fallback_model"}
        if more and not (self.llm_fallback_model and self.llm_model):
            raise Misconfigured("LLM_FALLBACK_MODEL: χρειάζεται και αυτό και το LLM_MODEL για δεύτερο πάροχο.")

    @property
    def operator_ids(self) -> frozenset[int]:
        """Telegram accounts that may ask how the program is used."""
        return frozenset(int(each) for each in self.operators.split(",") if each.strip())

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never stand in a log line."""
        urls = (self.database_url, self.app_database_url, self.reader_database_url)
        passwords = (urlsplit(url).password for url in urls if url)
        tokens = (self.telegram_token, self.llm_api_key, self.llm_fallback_api_key)
        known = [*tokens, *(form for word in passwords if word for form in (word, unquote(word)))]
        return tuple(dict.fromkeys(secret for secret in known if secret))

    @field_validator("database_url", "app_database_url", "reader_database_url")
    @classmethod
    def _is_postgres(cls, value: str | None) -> str | None:
        if value is not None and urlsplit(value).scheme not in ("postgresql", "postgres"):
            raise ValueError("χρειάζεται postgresql://χρήστης:κωδικός@διακομιστής:θύρα/βάση")
        return value

    @field_validator("diavgeia_base_url", "llm_base_url", "llm_fallback_base_url")
    @classmethod
    def _is_web_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("χρειάζεται διεύθυνση ιστού, όπως https://diavgeia.gov.gr/opendata")
        return value.rstrip("/")

    @field_validator("data_dir")
    @classmethod
    def _is_absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()


_FORMS = {
    "telegram_token": "χρειάζεται το token που έδωσε το @BotFather, π.χ. 123456789:ABC…",
    "operators": "χρειάζεται αριθμούς λογαριασμών Telegram με κόμμα, π.χ. 12345678,87654321",
    "health_port": "χρειάζεται αριθμός θύρας, από 1 έως 65535",
    "health_host": "χρειάζεται διεύθυνση αυτού του μηχανήματος, π.χ. 127.0.0.1",
    "questions_a_minute": "χρειάζεται ακέραιος από 0 (χωρίς όριο) έως 10000",
    "questions_a_day": "χρειάζεται ακέραιος από 0 (χωρίς όριο) έως 1000000",
    "group_questions_an_hour": "χρειάζεται ακέραιος από 0 (χωρίς όριο) έως 1000000",
    "adas_a_minute": "χρειάζεται ακέραιος από 0 (χωρίς όριο) έως 10000",
    "home_organization": "χρειάζεται τον κωδικό ενός φορέα στη Διαύγεια, π.χ. 6265",
    "embedder_threads": "χρειάζεται ακέραιος από 1 έως 64",
    "diavgeia_contact": "χρειάζεται e-mail ή διεύθυνση ιστού, με λατινικά και χωρίς κενά",
    "diavgeia_spacing_ms": "χρειάζεται χιλιοστά του δευτερολέπτου, από 0 έως 60000",
    "diavgeia_at_once": "χρειάζεται 1 ή 2",
    "diavgeia_ipv4_only": "χρειάζεται true ή false",
    "ingest": "χρειάζεται on ή off",
    "documents": "χρειάζεται on ή off",
    "demo": "χρειάζεται auto, on ή off",
    "reply_seconds": "χρειάζεται αριθμός δευτερολέπτων έως 300",
    "llm_effort": "χρειάζεται minimal, low, medium ή high",
    "llm_call_seconds": "χρειάζεται αριθμός δευτερολέπτων έως 300",
    **{
        f"llm_{name}": "χρειάζεται ποσό σε ευρώ, με τελεία, π.χ. 0.25"
        for name in ("price_in", "price_out", "fallback_price_in", "fallback_price_out", "daily_eur")
    },
    "routing": "χρειάζεται agent ή economy",
    "log_level": "χρειάζεται DEBUG, INFO, WARNING ή ERROR",
    "log_json": "χρειάζεται true ή false",
}


def _sentence(field: str, message: str) -> str:
    return f"{field.upper()}: {_FORMS.get(field, message.removeprefix('Value error, '))}."
