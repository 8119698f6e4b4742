"""The part of the generator that makes protocols of atomic operations: locks, counters, publication, deques.

Some have a member left out: a flush before the release, an atomic release (a put in its place), the right lock word, the check of
the reader, one of the events that are awaited.
"""
from program import FLAGS, OWN, PROTOCOL_WORDS, WINDOW_WORDS, Shape

LOCKS = {"tas": 1, "ticket": 2, "mcs": 3, "bakery": 2}       # words
OTHERS = {"counter": 1, "publication": 1, "sequence": 1, "deque": 2}
SLOTS = 3


class Protocol:
    def __init__(self, number, kind, window, target, word):
        self.number, self.kind, self.window, self.target, self.word = number, kind, window, target, word
        self.put_releases = False


class Protocols:
    def protocol_segment(self, choices):
        """A segment of its own, all windows in lock_all. `choices`: random, so that the rest of the program stays what it was."""
        before, self.random = self.random, choices
        r = choices
        self.protocol_count = self.sections = self.owns = 0
        self.protocol_words = {w: WINDOW_WORDS + FLAGS for w in range(len(self.windows))}
        self.modes = {w: "lock_all" for w in range(len(self.windows))}
        state = {}
        for w, window in enumerate(self.windows):
            if window.passing:
                self.add("open", window.members, window=w)
        for w, window in enumerate(self.windows):
            for rank in window.members:
                self.add("lock_all", [rank], window=w)
                state[w, rank] = True
        calm = r.random() < 0.6
        for _ in range(r.choice([0, 0, 1, 2])):
            if self.threads < 6:
                self.spawn(r.randrange(self.ranks))
        scripts = [s for _ in range(r.randrange(1, 4)) for s in self.scripts()]
        while scripts:
            script = r.choice(scripts)
            script.pop(0)()
            if not script:
                scripts.remove(script)
            if not calm and r.random() < 0.4:
                self.disturb(state)
        while self.running:
            self.join(r.randrange(len(self.running)))
        for w, window in enumerate(self.windows):
            for rank in window.members:
                self.add("unlock_all", [rank], window=w)
        self.complete_all()
        for w, window in enumerate(self.windows):
            if window.passing:
                self.add("close", window.members, window=w)
        self.random = before

    def disturb(self, state):
        r = self.random
        rank, thread = r.choice([(x, 0) for x in range(self.ranks)] + self.running)
        w = r.randrange(len(self.windows))
        choice = r.random()
        if choice < 0.4:
            self.access(rank, thread)
        elif choice < 0.6:
            self.communicate(rank, thread)
        elif choice < 0.9 and state.get((w, rank)):
            self.operation(rank, w, r.choice(self.windows[w].members), thread)
        elif state.get((w, rank)):
            self.flush(rank, w, thread)

    # ---- places ----

    def protocol(self, kind, w):
        words = {**LOCKS, **OTHERS}[kind]
        word = self.protocol_words[w]
        if word + words > WINDOW_WORDS + FLAGS + PROTOCOL_WORDS:
            return None
        self.protocol_words[w] += words
        self.protocol_count += 1
        return Protocol(self.protocol_count, kind, w, self.random.choice(self.windows[w].members), word)

    def section(self):
        self.sections += 1
        return self.sections - 1

    def step(self, what, protocol, rank, thread, **args):
        args = {"window": protocol.window, "target": protocol.target, "word": protocol.word, **args}
        return self.add("step", [rank], thread, what=what, protocol=protocol.number, **args)

    def own(self):
        self.owns += 1
        return (("own", (self.owns - 1) % OWN), Shape("int", 0, ("plain", 1)))

    def touch(self, rank, thread, data, kinds=("put", "get", "put", "get", "accumulate", "get_accumulate")):
        """One access to the data that the protocol is for."""
        r = self.random
        w, target, at = data
        if rank == target and r.random() < 0.5:
            self.add(r.choice(["load", "store"]), [rank], thread, place=(("win", w), at))
            return
        kind = r.choice(kinds)
        args = dict(window=w, target=target, at=at)
        if kind != "get_accumulate":
            args["origin"] = self.own()
        if kind == "accumulate":
            args["op"] = "sum"
        if kind == "get_accumulate":
            args.update(op="noop", result=self.own())
        self.add(kind, [rank], thread, **args)

    def scripts(self):
        """Lists of functions that add actions. Each list is to be worked off in its order."""
        r = self.random
        windows = [w for w, window in enumerate(self.windows) if window.fresh and window.ordered and len(window.members) > 1]
        if not windows or self.sections > 45:
            return []
        w = r.choice(windows)
        kind = r.choice(list(LOCKS) * 2 + list(OTHERS) * 2)
        protocol = self.protocol(kind, w)
        if protocol is None:
            return []
        others = [v for v in range(len(self.windows)) if set(self.windows[w].members) <= set(self.windows[v].members)]
        data_window = r.choice(others) if r.random() < 0.3 and kind in LOCKS else w
        window = self.windows[data_window]
        limit = WINDOW_WORDS - window.shift - SLOTS
        at = Shape("int", r.randrange(min(limit, self.spread)), ("plain", 1))
        data = (data_window, r.choice(window.members), at)
        if kind in LOCKS:
            return self.lock_scripts(protocol, data)
        return getattr(self, kind)(protocol, data)

    def actor(self, protocol, threads=True):
        members = self.windows[protocol.window].members
        running = [(x, t) for x, t in self.running if x in members] if threads else []
        return self.random.choice([(x, 0) for x in members] + running)

    # ---- locks ----

    def lock_scripts(self, protocol, data):
        r = self.random
        flaw = r.choice([None, None, None, "no flush", "put", "no lock", "wrong word"])
        other = self.protocol(protocol.kind, protocol.window) if flaw == "wrong word" else None
        protocol.put_releases = flaw == "put"
        count = r.randrange(2, 6)
        flawed = r.choice([{r.randrange(count)}, set(range(count))]) if flaw else set()

        def one(i):
            def add():
                rank, thread = self.actor(protocol, protocol.kind in ("tas", "ticket"))
                mine = flaw if i in flawed else None
                lock = None if mine == "no lock" else (other or protocol) if mine == "wrong word" else protocol
                self.locked_section(lock, rank, thread, data, mine)
            return add
        return [[one(i)] for i in range(count)]

    def locked_section(self, lock, rank, thread, data, flaw):
        r = self.random
        section = self.section()
        if lock:
            self.acquire(lock, rank, thread, section)
        for _ in range(r.randrange(1, 4)):
            self.touch(rank, thread, data)
        if flaw != "no flush":
            self.add("flush", [rank], thread, window=data[0], target=r.choice([None, data[1]]), local=False)
        if lock:
            self.release(lock, rank, thread, section, "p" if flaw == "put" else r.choice("af"))

    def acquire(self, lock, rank, thread, section):
        steps = ["reset", "swap", "link", "wait"] if lock.kind == "mcs" else ["lock"]
        for step in steps:
            style = self.random.choice("cr")
            # A put between the read and the write of a replacing fetch is lost, and then nobody gets the lock.
            if lock.put_releases:
                style = "c"
            self.step(f"{lock.kind}_{step}", lock, rank, thread, section=section, style=style)

    def release(self, lock, rank, thread, section, style):
        if lock.kind == "mcs":
            self.step("mcs_close", lock, rank, thread, section=section)
            self.step("mcs_next", lock, rank, thread, section=section)
        name = "mcs_pass" if lock.kind == "mcs" else f"{lock.kind}_unlock"
        self.step(name, lock, rank, thread, section=section, style=style)

    # ---- other protocols ----

    def written(self, rank, thread, data, flaw, kinds=("put",)):
        self.touch(rank, thread, data, kinds)
        if flaw != "no flush":
            self.add("flush", [rank], thread, window=data[0], target=data[1], local=False)

    def counter(self, protocol, data):
        """Events that many announce and some wait for."""
        r = self.random
        flaw = r.choice([None, None, "no flush", "early", "no check"])
        events = r.randrange(1, 5)
        script = []

        def event(i):
            def add():
                rank, thread = self.actor(protocol)
                w, target, at = data
                self.written(rank, thread, (w, target, at.moved(at.offset + i % SLOTS)), flaw if r.random() < 0.6 else None)
                self.step("count", protocol, rank, thread, style=r.choice("af"))
            return add

        def wait():
            rank, thread = self.actor(protocol)
            if flaw != "no check":
                self.step("await_count", protocol, rank, thread, enough=events - (flaw == "early"))
            for i in range(min(events, SLOTS)):
                w, target, at = data
                self.touch(rank, thread, (w, target, at.moved(at.offset + i)), ("get", "get", "put"))
            if r.random() < 0.5:
                self.flush(rank, data[0], thread)
        script = [event(i) for i in range(events)] + [wait] * r.randrange(1, 3)
        return [script]

    def slots_shown(self, protocol, actor, data, flaw, step, number):
        """One slot after the other is written, and then shown by a step, which gets its number under the name `number`."""
        w, target, at = data

        def show(i):
            def add():
                self.written(*actor, (w, target, at.moved(at.offset + i)), flaw)
                self.step(step, protocol, *actor, style="p" if flaw == "put" else self.random.choice("af"), **{number: i + 1})
            return add
        return [show(i) for i in range(self.random.randrange(1, SLOTS + 1))]

    def slots_used(self, protocol, rank, thread, looked, data, kinds):
        """What the reader of a slot's number does with the slot."""
        for kind in kinds:
            self.step(f"slot_{kind}", protocol, rank, thread, section=looked.section, after=looked.number, window=data[0],
                      target=data[1], word=data[2].offset, buffer=self.own())

    def publication(self, protocol, data):
        """A slot is written, then shown; readers look which one is shown, and read it."""
        r = self.random
        flaw = r.choice([None, None, "no flush", "put", "get", "no check"])
        publisher = self.actor(protocol)

        def read():
            rank, thread = self.actor(protocol)
            if flaw == "no check" and r.random() < 0.5:
                self.touch(rank, thread, data, ("get",))
                return
            looked = self.step("look", protocol, rank, thread, section=self.section(), style="g" if flaw == "get" else "r")
            self.slots_used(protocol, rank, thread, looked, data, ["get"])
        return [self.slots_shown(protocol, publisher, data, flaw, "publish", "slot")] + [[read] for _ in range(r.randrange(1, 4))]

    def sequence(self, protocol, data):
        """A counter is odd while its one writer writes; readers look at it before and after."""
        r = self.random
        flaw = r.choice([None, None, "get", "no check", "put"])
        w, _, at = data
        data = (w, protocol.target, at)
        writer = self.actor(protocol)

        def write():
            style = r.choice("af")
            self.step("bump", protocol, *writer, style=style)
            args = dict(window=w, target=data[1], at=at, origin=self.own())
            self.add("put" if flaw == "put" else "accumulate", [writer[0]], writer[1], op="replace", **args)
            self.add("flush", [writer[0]], writer[1], window=w, target=data[1], local=False)
            if r.random() < 0.5:                 # something else that the writer had before
                self.written(*writer, (w, data[1], at.moved(at.offset + 1)), None)
            self.step("bump", protocol, *writer, style=style)

        def read():
            rank, thread = self.actor(protocol)
            if flaw == "no check" and r.random() < 0.5:
                self.touch(rank, thread, data, ("get",))
                return
            self.step("seq_read", protocol, rank, thread, style="g" if flaw == "get" else "r", data=at.offset)
            if r.random() < 0.3:
                self.touch(rank, thread, (w, data[1], at.moved(at.offset + 1)), ("get",))
        return [[write] * r.randrange(1, 4)] + [[read] for _ in range(r.randrange(1, 4))]

    def deque(self, protocol, data):
        """The owner fills slots, thieves take them from the other end."""
        r = self.random
        flaw = r.choice([None, None, "no flush", "put", "no claim"])
        owner = self.actor(protocol)

        def take():
            rank, thread = self.actor(protocol)
            looked = self.step("steal", protocol, rank, thread, section=self.section(), style="n" if flaw == "no claim" else "c")
            self.slots_used(protocol, rank, thread, looked, data, r.choice([["get"], ["get", "put"], ["put"]]))
        return [self.slots_shown(protocol, owner, data, flaw, "push", "filled")] + [[take] for _ in range(r.randrange(1, 4))]
