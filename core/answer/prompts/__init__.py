"""The prompts, by name: files of this folder with declared placeholders; one that is missing stops the start."""

from core.answer.prompts.loader import Prompt, digest, read, table

SYSTEM = read("system.el.md", "today", "coverage", "organizations", "stages", "formats", "fence", "fence_end")
QUESTION = read("question.el.md", "question", "slots", "fence", "fence_end")
RETRY = read("retry.el.md", "reason")
OPEN_DATA = read("open_data.el.md", "columns", "views")
TOOLS = table("tools.toml")
HASH = digest("system.el.md", "question.el.md", "retry.el.md", "open_data.el.md", "tools.toml")

REREAD = read("reread.el.md", "today", "fence", "fence_end")
REREAD_QUESTION = read("reread_question.el.md", "previous", "message", "reply", "fence", "fence_end")
REREAD_RETRY = read("reread_retry.el.md", "reason")
REREAD_TOOL = table("reread.toml")
REREAD_HASH = digest("reread.el.md", "reread_question.el.md", "reread_retry.el.md", "reread.toml")

__all__ = [
    "HASH",
    "OPEN_DATA",
    "QUESTION",
    "REREAD",
    "REREAD_HASH",
    "REREAD_QUESTION",
    "REREAD_RETRY",
    "REREAD_TOOL",
    "RETRY",
    "SYSTEM",
    "TOOLS",
    "Prompt",
]
