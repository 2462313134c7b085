"""A tablet's outbox, as the real one works: an id is made and kept before anything is sent, and the
same request is repeated until it has an answer.
"""

import http.client
import json
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.factories import SHEETS, layouts

Answer = tuple[int, str]
TIMEOUT_S = 30


class Tablet(threading.Thread):
    """Plays hands at one table until it is told to stop; every answer is kept in a file."""

    def __init__(self, port: int, session: str, table: dict[str, Any], log: Path) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.session = session
        self.table = table
        self.log = log
        self.enough = threading.Event()
        self.acknowledged: dict[str, str] = {}
        self.retries = 0
        self.failure: str | None = None

    def run(self) -> None:
        try:
            hand = 1
            while not self.enough.is_set():
                started = self._send(hand, "start", {"absent": []})
                sheet = list(SHEETS["flush"])
                # The winner goes round, so that stacks come back.
                sheet = sheet[hand % 3 :] + sheet[: hand % 3]
                self._send(hand, "record", {"layouts": layouts(started["order"], sheet)})
                hand += 1
        except Exception as error:  # noqa: BLE001  (the test reads it)
            self.failure = repr(error)

    def _send(self, hand: int, verb: str, facts: dict[str, Any]) -> dict[str, Any]:
        body = {"submission": str(uuid.uuid4()), **facts}
        self._keep({"sent": body["submission"], "hand": hand, "verb": verb})
        path = f"/api/tables/{self.table['uid']}/hands/{hand}/{verb}"
        status, text = self._until_answered(lambda: self._post(path, body))
        assert status == 200, (path, status, text)
        self._keep({"answered": body["submission"]})
        if verb == "record":
            self.acknowledged[body["submission"]] = text
        answer: dict[str, Any] = json.loads(text)
        return answer

    def _until_answered(self, post: Callable[[], Answer]) -> Answer:
        while True:
            try:
                status, text = post()
                if status < 500:
                    return status, text
            except (OSError, http.client.HTTPException):
                pass
            self.retries += 1
            time.sleep(0.05)

    def _post(self, path: str, body: dict[str, Any]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
        try:
            headers = {
                "Content-Type": "application/json",
                "Cookie": f"session={self.session}; csrf={'c' * 32}",
                "X-CSRFToken": "c" * 32,
            }
            connection.request("POST", path, json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def _keep(self, line: dict[str, Any]) -> None:
        with self.log.open("a") as file:
            file.write(json.dumps(line) + "\n")
