"""Our messages and tools → the JSON of a chat completion."""

import json
from typing import Any

from core.ports import ChatMessage, Role, Tool

# What some servers refuse with a 400 that names it; then it is left out from there on.
EXTRAS = ("stream_options", "reasoning_effort", "temperature")


def message_json(message: ChatMessage) -> Any:
    """`tool_choice` is never sent: «required» is not understood everywhere (MODELS §5)."""
    if message.role is Role.TOOL:
        return {"role": "tool", "tool_call_id": message.call_id, "content": message.text}
    if not message.calls:
        return {"role": message.role.value, "content": message.text}
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": _object(call.arguments)}}
        for call in message.calls
    ]
    return {"role": "assistant", "content": message.text or None, "tool_calls": calls}


def _object(arguments: str) -> str:
    """Servers parse the arguments of earlier calls: what is broken goes back as an object that holds it."""
    try:
        read = json.loads(arguments)
    except ValueError:
        read = None
    return arguments if isinstance(read, dict) else json.dumps({"unreadable": arguments[:200]}, ensure_ascii=False)


def tool_json(tool: Tool) -> Any:
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}
