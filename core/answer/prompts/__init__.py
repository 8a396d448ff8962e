"""The prompts, by name: files of this folder with declared placeholders; one that is missing stops the start."""

from core.answer.prompts.loader import Prompt, digest, read, table

SYSTEM = read("system.el.md", "today", "coverage", "organizations", "stages", "formats", "fence", "fence_end")
QUESTION = read("question.el.md", "question", "slots", "fence", "fence_end")
RETRY = read("retry.el.md", "reason")
OPEN_DATA = read("open_data.el.md", "columns", "views")
TOOLS = table("tools.toml")
HASH = digest("system.el.md", "question.el.md", "retry.el.md", "open_data.el.md", "tools.toml")

__all__ = ["HASH", "OPEN_DATA", "QUESTION", "RETRY", "SYSTEM", "TOOLS", "Prompt"]
