"""The phases of a program, one class for each way to synchronize. Within a phase each rank (or thread) is a coroutine that yields
one statement at a time. They take turns, so the statements are in an order in which the program could have executed them."""

import model
from buffers import EXCLUSIVE
from datatypes import predefined
from elements import ALL
from operations import Operations
from program import Place, Statement


def take_turns(rng, coroutines):
    live = list(coroutines)
    while live:
        turn = rng.choice(live)
        if next(turn, StopIteration) is StopIteration:
            live.remove(turn)


class Phase(Operations):
    def __init__(self, generator, window, windows):
        super().__init__(generator, window)
        self.others = [w for w in windows if w is not window]
        self.settled = []
        self.w = window.number

    @staticmethod
    def suits(generator, window):
        return True

    def once(self, origin, target, thread=0):
        """One operation, as in epochs without flush."""
        pick = self.rng.random()
        if pick < 0.1 and self.settled:
            return self.again(origin)
        if pick < 0.35:
            return self.put(origin, target, thread)
        if pick < 0.55:
            return self.get(origin, target, thread)
        if pick < 0.75:
            return self.meet(origin, target, thread)
        if pick < 0.8:
            return self.swap(origin, target, thread)
        if pick < 0.85:
            return self.nothing(origin, target, thread)
        there, op = self.own_atomics(target)
        if not there:
            return None
        self.atomic(origin, thread, there, op)
        # More of them on the same elements take effect in their order, unless the program gave that up.
        while "ordering_none" not in self.window.hints and self.rng.random() < 0.4:
            reads = "same_op" not in self.window.hints and self.rng.random() < 0.3
            self.atomic(origin, thread, there, "NO_OP" if reads else op)
        return None

    def again(self, origin):
        """One operation on memory that an earlier epoch used."""
        area = self.rng.choice(self.settled)
        if origin not in self.window.group_of(area.target) or area.claim == "written":
            return None
        if self.rng.random() < 0.6:
            area.claim = "read"
            self.get(origin, area.target, area=area)
        elif area.claim is None and not area.read_only:
            area.claim = "written"
            self.put(origin, area.target, area=area)
        return None

    def settle(self, areas):
        self.settled += areas
        for area in self.settled:
            area.claim = None

    def some(self, origin, targets, areas, most=6):
        for _ in range(self.rng.randint(0, most)):
            used = self.once(origin, self.rng.choice(targets))
            if isinstance(used, tuple):
                used = used[0]
            if used:
                areas.append(used)
            yield

    def emit(self, statements):
        self.gen.program.statements += statements

    def run(self):
        for group in self.window.groups:
            self.meetings.clear()
            self.settled.clear()
            self.body(group)
            self.emit(self.before + self.out)
            self.before, self.out = [], []

    def everyone(self, group, *words):
        for r in group:
            self.say(r, *words)


class Fence(Phase):
    def body(self, group):
        epochs = self.rng.randint(1, 3)
        first = "noprecede" if self.rng.random() < 0.3 else "0"
        self.everyone(group, "fence", self.w, first)
        for epoch in range(epochs):
            areas = []
            take_turns(self.rng, [self.some(r, group, areas) for r in group])
            self.settle(areas)
            last = epoch == epochs - 1
            self.everyone(group, "fence", self.w, self.rng.choice(["nosucceed", "nosucceed+noput"]) if last else "0")


class Pscw(Phase):
    def body(self, group):
        for _ in range(self.rng.randint(1, 3)):
            edges = {r: [t for t in group if self.rng.random() < 0.6] for r in group}
            nocheck = self.rng.random() < 0.2
            asserts = "nocheck" if nocheck else "0"
            for r in group:
                origins = [self.window.rank_of(o) for o in group if r in edges[o]]
                self.say(r, "post", self.w, asserts, len(origins), *self.shuffled(origins))
            if nocheck:
                self.everyone(group, "barrier_of", self.w)
            for r in group:
                targets = [self.window.rank_of(t) for t in edges[r]]
                self.say(r, "start", self.w, asserts, len(targets), *self.shuffled(targets))
            take_turns(self.rng, [self.some(r, edges[r], []) for r in group if edges[r]])
            for r in group:
                self.say(r, "complete", self.w)
            for r in group:
                self.say(r, self.rng.choice(["wait", "wait", "test"]), self.w)

    def shuffled(self, numbers):
        self.rng.shuffle(numbers)
        return numbers


class Passive(Phase):
    """What lock and lock_all have in common."""

    def __init__(self, generator, window, windows):
        super().__init__(generator, window, windows)
        self.open = {}  # (origin, thread): requests

    @staticmethod
    def suits(generator, window):
        return "no_locks" not in window.hints

    def request(self, origin, thread):
        if self.rng.random() < 0.6 or "requests" in self.gen.avoid:
            return None
        number = self.gen.number("request")
        self.open.setdefault((origin, thread), []).append(number)
        return number

    def complete(self, origin, thread, numbers=None):
        """A completion call for some of the open requests, or for the given ones."""
        mine = self.open.get((origin, thread), [])
        chosen = numbers or [n for n in mine if self.rng.random() < 0.7]
        if not chosen:
            return
        self.open[origin, thread] = [n for n in mine if n not in chosen]
        verb = self.rng.choice(["waitall", "waiteach", "waitany", "waitsome", "testall", "testany", "testsome", "testeach"])
        self.say(origin, verb, len(chosen), *chosen, thread=thread)

    def flush(self, origin, target, thread, locally=False):
        verb = "flush_local" if locally else "flush"
        if self.rng.random() < 0.2 and not self.one_target:
            self.say(origin, verb + "_all", self.w, thread=thread)
        else:
            self.say(origin, verb, self.w, self.window.rank_of(target), thread=thread)

    one_target = False

    def script(self, origin, targets, thread=0, most=5):
        """What one thread does in its epoch."""
        for _ in range(self.rng.randint(0, most)):
            target, pick = self.rng.choice(targets), self.rng.random()
            if pick < 0.4:
                self.once(origin, target, thread)
            elif pick < 0.6:
                yield from self.put_and_get_back(origin, target, thread)
            elif pick < 0.7:
                yield from self.reuse(origin, target, thread)
            elif pick < 0.8:
                yield from self.pass_on(origin, target, thread)
            elif pick < 0.9:
                yield from self.changing_atomics(origin, target, thread)
            elif pick < 0.95:
                self.complete(origin, thread)
            else:
                self.self_message(origin, thread)
            yield

    def put_and_get_back(self, origin, target, thread):
        area = self.put(origin, target, thread, True)
        for _ in range(self.rng.randint(1, 3) if area else 0):
            yield
            self.flush(origin, target, thread)
            if self.rng.random() < 0.6:
                self.get(origin, target, thread, True, area)
            else:
                self.put(origin, target, thread, True, area)

    def reuse(self, origin, target, thread):
        """The origin's buffer is written as soon as the operation is locally complete."""
        (c, t), (count, type) = self.shapes(2)
        here = self.private(origin, c, t)
        there = here and self.at_target(target, count, type, EXCLUSIVE)
        if not there:
            return
        number = self.call("put", origin, thread, [here], there, None, model.Transfer(here, there), True)
        yield
        if number is not None and self.rng.random() < 0.7:
            self.complete(origin, thread, [number])
        else:
            self.flush(origin, target, thread, self.rng.random() < 0.8)
        places = [i for i, _ in here.bytes()]
        first = min(places)
        data = bytes(self.rng.getrandbits(8) for _ in range(4))
        written = [i for i in places if i < first + 4]
        for i in written:
            place = Place(here.place.arena, origin, i)
            byte = data[i - first : i - first + 1]
            self.say(origin, "set", place.arena.number, i, byte.hex(), thread=thread, effect=model.Store(place, byte))

    def pass_on(self, origin, target, thread):
        """Puts elsewhere what a get has brought."""
        found = self.get(origin, target, thread, True)
        if not found:
            return
        _, here, number = found
        yield
        if number is not None:
            self.complete(origin, thread, [number])
        else:
            self.flush(origin, target, thread, True)
        (count, type), = self.like(here, 1)
        there = self.at_target(target, count, type, EXCLUSIVE)
        if there:
            self.call("put", origin, thread, [here], there, None, model.Transfer(here, there))

    def changing_atomics(self, origin, target, thread):
        """Different operations on the same elements, each complete before the next."""
        there, op = self.own_atomics(target)
        for _ in range(self.rng.randint(1, 3) if there else 0):
            if not self.atomic(origin, thread, there, op, True):
                return
            yield
            self.flush(origin, target, thread)
            basic = there.type.map[0][1]
            op = self.rng.choice([o for o in self.atomic_ops(basic) if o != "PROD" or op == "PROD"] + ["NO_OP"])

    def self_message(self, origin, thread):
        """Two requests of another kind among those of RMA."""
        if "threads_messages" in self.gen.avoid:
            return
        data = self.private(origin, 8, predefined("BYTE"))
        into = self.private(origin, 8, predefined("BYTE"))
        if data and into:
            tag = self.gen.number("tag")
            send, receive = self.gen.number("request"), self.gen.number("request")
            self.open.setdefault((origin, thread), []).extend([send, receive])
            self.say(origin, "irecv", receive, into.place.arena.number, into.place.offset, 8, origin, tag, thread=thread)
            self.say(origin, "isend", send, data.place.arena.number, data.place.offset, 8, origin, tag, thread=thread,
                     effect=model.Transfer(data, into))
            # Both at once: one of them alone may need the other.
            self.complete(origin, thread, [send, receive])

    def prologue(self, group):
        """The owners' stores are visible before anybody begins."""
        owners = sorted({s.rank for s in self.before})
        out = []
        for r in owners:
            mine = [s for s in self.before if s.rank == r]
            out += [Statement(r, 0, ["lock", self.w, "exclusive", self.window.rank_of(r), "0"])] + mine
            out += [Statement(r, 0, ["unlock", self.w, self.window.rank_of(r)])]
        self.before = out + [Statement(r, 0, ["barrier_of", self.w]) for r in group]

    def epilogue(self, group):
        for (origin, thread), numbers in sorted(self.open.items()):
            if numbers and thread == 0 and origin in group:
                self.complete(origin, 0, list(numbers))
        self.everyone(group, "barrier_of", self.w)
        for r in group:  # so that loads see what has been done
            self.say(r, "lock", self.w, "shared", self.window.rank_of(r), "0")
            self.say(r, "unlock", self.w, self.window.rank_of(r))


class Locks(Passive):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.one_target = True

    def episodes(self, origin, group):
        for _ in range(self.rng.randint(1, 3)):
            # In ascending order, or two that hold one each might wait for each other.
            targets = sorted(self.rng.sample(group, self.rng.choice([1, 1, min(2, len(group))])), key=self.window.rank_of)
            for t in targets:
                kind = self.rng.choice(["exclusive", "shared"])
                self.say(origin, "lock", self.w, kind, self.window.rank_of(t), "0")
            yield
            yield from self.script(origin, targets)
            self.rng.shuffle(targets)
            for t in targets:
                self.say(origin, "unlock", self.w, self.window.rank_of(t))
                yield

    def body(self, group):
        take_turns(self.rng, [self.episodes(r, group) for r in group])
        self.prologue(group)
        self.epilogue(group)


class LockAll(Passive):
    def body(self, group):
        asserts = self.rng.choice(["0", "0", "nocheck"])
        self.everyone(group, "lock_all", self.w, asserts)
        self.inside(group)
        self.everyone(group, "unlock_all", self.w)
        self.prologue(group)
        self.epilogue(group)

    def inside(self, group):
        extra = [self.tickets(group), self.relay(group), self.mutex(group), self.signals(group)]
        self.rng.shuffle(extra)
        take_turns(self.rng, [self.script(r, group, most=8) for r in group] + extra[: self.rng.randint(0, 3)])

    def tickets(self, group):
        """Every rank draws numbers; all get different ones."""
        basic = self.rng.choice(["INT", "LONG", "UNSIGNED_SHORT", "INT64_T", "INTEGER"])
        target = self.rng.choice(group)
        there = self.at_target(target, 1, predefined(basic), EXCLUSIVE)
        if not there or "ordering_none" in self.window.hints:
            return
        self.before.append(Statement(target, 0, ["set", there.place.arena.number, there.place.offset, ALL[basic].encode(0).hex()],
                                     model.Store(there.place, ALL[basic].encode(0))))
        slots = []
        for turn in range(self.rng.randint(1, 4)):
            for r in group:
                one, result = (self.private(r, 1, predefined(basic)) for _ in range(2))
                if not one or not result:
                    continue
                data = ALL[basic].encode(1)
                self.say(r, "set", one.place.arena.number, one.place.offset, data.hex(), effect=model.Store(one.place, data))
                self.fetch_and_op(r, 0, one, result, there, "SUM",
                                  model.All([model.Atomic("SUM", there, one, result), model.Vague(result)]))
                slots.append(result.place)
                yield
        self.gen.program.choices.append((slots, basic, list(range(len(slots)))))

    def relay(self, group):
        """Put and flush, then a message to another rank, which continues with the same memory."""
        target, holder = self.rng.choice(group), self.rng.choice(group)
        area = self.put(holder, target)
        for _ in range(self.rng.randint(1, 4) if area else 0):
            yield
            heir = self.rng.choice(group)
            self.flush(holder, target, 0)
            if heir != holder:
                tag = self.gen.number("tag")
                self.say(holder, "send", heir, tag)
                self.say(heir, "recv", holder, tag)
            holder = heir
            if self.rng.random() < 0.5:
                self.get(holder, target, area=area)
            else:
                self.put(holder, target, area=area)

    def mutex(self, group):
        """A lock made of compare_and_swap, around a get and a put of a counter."""
        target, type = self.rng.choice(group), predefined("INT")
        lock, counter = (self.at_target(target, 1, type, EXCLUSIVE) for _ in range(2))
        if not lock or not counter:
            return
        zero = bytes(4)
        for layout in (lock, counter):
            self.before.append(Statement(target, 0, ["set", layout.place.arena.number, layout.place.offset, zero.hex()],
                                         model.Store(layout.place, zero)))
        for r in group:
            times = self.rng.randint(1, 5)
            self.say(r, "mutex", self.w, self.window.rank_of(target), self.displacement(lock), self.displacement(counter),
                     times, effect=model.Add(counter, times))
            yield

    def signals(self, group):
        """Data, then a flag, at a target that waits for the flag and continues with the data."""
        source, target = self.rng.choice(group), self.rng.choice(group)
        flag = self.at_target(target, 1, predefined("INT"), EXCLUSIVE)
        if not flag or source == target or "same_op" in self.window.hints:
            return
        self.before.append(Statement(target, 0, ["set", flag.place.arena.number, flag.place.offset, bytes(4).hex()],
                                     model.Store(flag.place, bytes(4))))
        area = self.put(source, target)
        if not area:
            return
        yield
        self.flush(source, target, 0)
        self.say(source, "notify", self.w, self.window.rank_of(target), self.displacement(flag), effect=model.Add(flag, 1))
        self.say(target, "await", self.w, self.window.rank_of(target), self.displacement(flag))
        self.get(target, target, area=area)


class Threads(LockAll):
    """The same with several threads of each rank."""

    @staticmethod
    def suits(generator, window):
        return generator.threads and Passive.suits(generator, window)

    def inside(self, group):
        threads = range(1, self.rng.randint(2, 4))
        for r in group:
            take_turns(self.rng, [self.script(r, group, t, most=6) for t in threads])
        for (origin, thread), numbers in sorted(self.open.items()):
            if numbers and thread:
                self.complete(origin, thread, list(numbers))


class Nested(LockAll):
    """An epoch on one window, around a phase on another window whose operations continue meanwhile."""

    @staticmethod
    def suits(generator, window):
        return Passive.suits(generator, window)

    def inside(self, group):
        others = [w for w in self.others if w.parts[0].arena is not self.window.parts[0].arena]
        super().inside(group)
        if not others or len(self.window.groups) > 1:
            return
        other = self.rng.choice(others)
        kind = self.rng.choice([p for p in (Fence, Pscw) if p.suits(self.gen, other)])
        phase = kind(self.gen, other, [other])
        phase.emit = self.out.extend
        phase.run()
        super().inside(group)


class Stores(Passive):
    """Stores into the parts of other ranks of a window in shared memory."""

    @staticmethod
    def suits(generator, window):
        return window.flavor == "shared" and Passive.suits(generator, window)

    def body(self, group):
        self.everyone(group, "lock_all", self.w, "0")
        self.everyone(group, "barrier_of", self.w)
        for r in group:
            for _ in range(self.rng.randint(0, 3)):
                target = self.rng.choice(group)
                length = self.rng.randint(1, 16)
                there = self.at_target(target, length, predefined("BYTE"), EXCLUSIVE)
                if there:
                    data = bytes(self.rng.getrandbits(8) for _ in range(length))
                    self.say(r, "store", self.w, self.window.rank_of(target),
                             there.place.offset - self.window.parts[target].offset, data.hex(),
                             effect=model.Store(there.place, data))
        self.everyone(group, "sync", self.w)
        self.everyone(group, "barrier_of", self.w)
        self.everyone(group, "sync", self.w)
        take_turns(self.rng, [self.script(r, group, most=3) for r in group])
        self.everyone(group, "unlock_all", self.w)
        self.prologue(group)
        self.epilogue(group)


PHASES = {"fence": Fence, "pscw": Pscw, "locks": Locks, "lock_all": LockAll, "threads": Threads, "nested": Nested,
          "stores": Stores}
