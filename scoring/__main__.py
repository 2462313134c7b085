"""``python -m scoring VERB``: JSON lines in, one answer a line out (the hand contract).

Verbs: ``settle``, ``autoplay``, ``button``, ``evaluate``; ``explain`` answers in plain English.
A line that is refused is answered with its error, and the next line is read.
"""

import json
import sys
from collections.abc import Callable
from functools import partial

from scoring.contract import VERBS, Answer, error_answer, read_hand
from scoring.errors import RuleError
from scoring.explain import explain
from scoring.table import apply, verify

_USAGE = f"usage: python -m scoring {'|'.join((*VERBS, 'explain'))} < requests.jsonl"


def answer_line(verb: Callable[[object], Answer], line: bytes) -> str:
    """The answer to one line, as one line of JSON.

    Example:
        >>> answer_line(VERBS["evaluate"], b"[")[:30]
        '{"error": {"code": "bad_json",'
    """
    try:
        answer = verb(_parse(line))
    except RuleError as error:
        answer = error_answer(error)
    return json.dumps(answer, ensure_ascii=False)


def explain_line(line: bytes) -> str:
    r"""The outcome of a hand to be settled in plain English, ended by an empty line.

    Example:
        >>> explain_line(b"[]")
        'The field request must be an object. Change it and send the line again.\n'
    """
    try:
        state, sheet = read_hand(_parse(line))
        verify(state, sheet)
    except RuleError as error:
        return f"{error}\n"
    return explain(state, sheet, apply(state, sheet)).text() + "\n"


def _parse(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise RuleError("bad_json") from None


def main(arguments: list[str]) -> int:
    """Answer every line of standard input; 0 when each got its answer, 2 without a known verb."""
    name = arguments[0] if len(arguments) == 1 else ""
    if name == "explain":
        answer = explain_line
    elif name in VERBS:
        answer = partial(answer_line, VERBS[name])
    else:
        sys.stderr.write(_USAGE + "\n")
        return 2
    for line in sys.stdin.buffer:
        # Half a surrogate pair is legal in JSON but not in UTF-8: it goes back as an escape.
        sys.stdout.buffer.write(answer(line).encode(errors="backslashreplace") + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
