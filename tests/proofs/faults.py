"""An event that plays itself over a bad network, all of it from one seed.

Between whoever asks and the journal stands `Faults`: requests are dropped, doubled, come late and
out of order, answers are lost, tablets start again, somebody stands at the wrong table, a second
director presses at the same moment, the server's clock jumps, Redis is away, tasks run twice.
"""

import json
import random
import uuid
from collections import Counter
from typing import Any

from django.utils import timezone

from accounts.models import User
from core import live
from core.errors import Refusal
from tables.tasks import clean_up
from tournaments import journal
from tournaments.journal import Call
from tournaments.models import Event
from tournaments.simulation import Simulation
from tournaments.tasks import announce

RATE = 0.15
"""How often each thing goes wrong, at each request."""
NOWHERE = "redis://127.0.0.1:1/0"


class Sent:
    """One request in a tablet's memory, and what was said to it."""

    def __init__(self, command: str, call: Call, facts: dict[str, Any]) -> None:
        self.command, self.call, self.facts = command, call, facts
        self.answer = ""

    def again_from_memory(self) -> "Sent":
        """The request as it is read back after the battery was changed."""
        kept = json.loads(json.dumps({"submission": str(self.call.submission), **self.facts}))
        call = Call(
            self.call.user,
            uuid.UUID(kept.pop("submission")),
            self.call.reason,
            system=self.call.system,
            seed=self.call.seed,
        )
        return Sent(self.command, call, kept)


class Faults(Simulation):
    """A simulation whose every request goes through a bad network."""

    chance: random.Random
    wall: Any
    settings: Any

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.memory: list[Sent] = []
        self.happened: Counter[str] = Counter()
        self.acknowledged: Counter[str] = Counter()

    def ask(
        self, command: str, reason: str = "", by: User | None = None, **facts: Any
    ) -> dict[str, Any]:
        """Until an answer came through: everything that can go wrong may go wrong before it."""
        sent = Sent(command, self.call(reason, by), facts)
        self._weather()
        if command == "hand.start":
            self._out_of_the_break()
        if self._strikes("dropped"):
            pass  # it never arrived: the tablet tries again below
        if self._strikes("answer lost"):
            self._send(sent)
        if self._strikes("rebooted"):
            sent = sent.again_from_memory()
        if self._strikes("wrong table"):
            self._from_the_wrong_table(sent)
        if self._strikes("two directors"):
            self._second_director(sent)
        sent.answer = self._send(sent)
        if self._strikes("doubled"):
            assert self._send(sent) == sent.answer
        self.memory.append(sent)
        self.acknowledged[command] += 1
        if self._strikes("late and out of order"):
            self._late()
        answer: dict[str, Any] = json.loads(sent.answer)
        return answer

    def everything_again(self) -> None:
        """Every tablet sends all it has: nothing changes, and each hears what it heard."""
        before = self._version()
        for sent in self.chance.sample(self.memory, len(self.memory)):
            assert self._send(sent) == sent.answer
        assert self._version() == before

    def _send(self, sent: Sent) -> str:
        return journal.execute(self.event_uid, sent.command, sent.call, **sent.facts)

    def _strikes(self, what: str) -> bool:
        strikes = self.chance.random() < RATE
        self.happened[what] += strikes
        return strikes

    def _version(self) -> int:
        return Event.objects.values_list("version", flat=True).get(uid=self.event_uid)

    def _weather(self) -> None:
        """What happens around a request."""
        self.wall.forward(seconds=self.chance.uniform(0, 30))
        if self._strikes("clock jumped"):
            self.wall.forward(seconds=self.chance.uniform(-3600, 3600))
        if self._strikes("redis went or came"):
            gone = self.settings.REDIS_URL != NOWHERE
            self.settings.REDIS_URL = NOWHERE if gone else ""
            live.redis_client.cache_clear()
        if self._strikes("task twice"):
            before = self._version()
            for task in (announce, announce, clean_up, clean_up):
                task()
            assert self._version() == before

    def _out_of_the_break(self) -> None:
        """The director goes on with the next level where the clock jumped into a break."""
        event = Event.objects.get(uid=self.event_uid)
        clock = event.clock(timezone.now())
        if clock.kind == "break" or clock.break_pending:
            levels = [one.segment for one in event.structure.levels]
            after = [one for one in levels if one > clock.segment] or levels[-1:]
            self._send(Sent("clock.jump", self.call(), {"segment": after[0]}))
            self.acknowledged["clock.jump"] += 1

    def _late(self) -> None:
        """Something from long ago arrives once more."""
        before = self._version()
        for sent in self.chance.sample(self.memory, min(3, len(self.memory))):
            assert self._send(sent) == sent.answer
        assert self._version() == before

    def _from_the_wrong_table(self, sent: Sent) -> None:
        """A dealer of no table of this event sends the very same facts."""
        stranger, _ = User.objects.get_or_create(username="stranger")
        self._refused(sent, Call(stranger, uuid.uuid4(), "wrong table"))

    def _second_director(self, sent: Sent) -> None:
        """Somebody presses the same button, looking at a version that is gone."""
        old = max(1, self._version() - 1)
        late = Call(None, uuid.uuid4(), sent.call.reason, old, system="second")
        self._refused(sent, late)

    def _refused(self, sent: Sent, call: Call) -> None:
        before = self._version()
        try:
            journal.execute(self.event_uid, sent.command, call, **sent.facts)
        except Refusal:
            assert self._version() == before, "who is refused leaves nothing"
            return
        raise AssertionError(f"{sent.command} was taken from {call.actor_ref}")
