"""The type of the context that python-telegram-bot hands to a handler; we keep nothing in it."""

from typing import Any

from telegram.ext import CallbackContext, ExtBot

Context = CallbackContext[ExtBot[None], dict[Any, Any], dict[Any, Any], dict[Any, Any]]
