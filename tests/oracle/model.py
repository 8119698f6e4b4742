"""Applies the definition of a race by brute force. It is written from the text of the semantics alone.

Each call is two nodes, entry and exit. Happens-before is reachability in the graph of program order and synchronization
(graph.py). Each operation is two or three accesses, with the nodes at which they may start and at which they have ended.
Two accesses are ordered if an end of one reaches a start of the other. It compares all pairs.

What depends on the run, it takes from the values that the run showed (`seen`: action -> values). If these do not decide,
there are two verdicts. One assumes all edges and completions that are possible: what races even then must be found. The
other assumes only what is certain: what does not race even then must not be found.
"""
from graph import Graph
from program import Shape
from protocol_order import MANY, touches


class Access:
    def __init__(self, action, rank, kind, words, starts, operation=None):
        self.action, self.rank, self.kind = action, rank, kind
        self.words = words                    # {(whose memory, word)}
        self.starts, self.ends = set(starts), set()
        self.met = {}                         # of atomics: word -> ends of the fetches that met its effect there
        self.operation = operation            # accesses of one operation do not conflict with each other
        self.unit, self.op, self.elements = None, None, None  # of atomics
        self.locks = frozenset()              # ((window, target), exclusive), held from start to end
        self.sure = True                      # False: nothing is claimed about it


class Operation:
    """A pending RMA operation."""
    def __init__(self, action, number):
        self.action, self.number = action, number
        self.target = self.result = None      # Access
        self.local = []                       # accesses at the origin
        self.active = False                   # in a PSCW access epoch


# The conflict table of the semantics; absent: conflict.
HARMLESS = {frozenset(p) for p in [("ld", "ld"), ("ld", "g"), ("ld", "r"), ("ld", "ob-"), ("g", "g"), ("g", "r"),
                                   ("g", "ob-"), ("r", "r"), ("r", "ob-"), ("ob-", "ob-")]}
RMA = ("put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap")
FETCHES = ("get_accumulate", "fetch_and_op", "compare_and_swap")
SENDS = ("send", "ssend", "bsend", "isend", "issend", "ibsend")
RECEIVES = ("recv", "irecv")


class Model:
    def __init__(self, program, seen, possible, strict=False):
        """`strict`: the separate memory model, and exactly what the standard says."""
        self.program, self.seen, self.possible, self.strict = program, seen, possible, strict
        self.graph = Graph(program, seen, possible)
        self.entry, self.exit = self.graph.entry, self.graph.exit
        self.accesses, self.operations = [], []
        self.requests = {}                    # request -> accesses that its completion ends
        self.steps = {}                       # (step, target, word) -> access
        self.data_fetches = []                # accesses of steps
        self.collect()
        for step, target, word, end in self.graph.met:
            access = self.steps[step, target, word]
            for one in access.words:
                access.met.setdefault(one, set()).add(end)
        self.graph.close()
        # Completion by other threads' calls and what fetches read add edges, which may order more completions.
        while True:
            self.complete()
            if not self.reads_from():
                break
            self.graph.close()
        self.hold_locks()

    # ---- accesses ----

    def access(self, action, rank, kind, place, starts, operation=None, target=None):
        where = target if target is not None else rank
        access = Access(action, rank, kind, self.program.words(where, *place), starts, operation)
        self.accesses.append(access)
        return access

    def collect(self):
        fences, started = {}, {}
        posts = {}
        for number, a in enumerate(self.program.actions):
            k = a.kind
            for rank in a.ranks:
                entry, leave = self.entry[number, rank], self.exit[number, rank]
                if k in ("load", "store"):
                    self.access(a, rank, "ld" if k == "load" else "st", a.place, [entry]).ends.add(leave)
                elif k in SENDS or k in RECEIVES:
                    access = self.access(a, rank, "ld" if k in SENDS else "st", a.place,
                                         [self.graph.posted[number, rank]])
                    if a.args.get("request") is not None:
                        self.requests[a.request] = [access]
                    else:
                        access.ends.add(leave)
                    access.sure = not a.args.get("cancelled")    # whether anything was written, nobody says
                elif k == "sendrecv":
                    self.access(a, rank, "ld", a.send[rank], [entry]).ends.add(leave)
                    self.access(a, rank, "st", a.recv[rank], [entry]).ends.add(leave)
                elif k == "collective":
                    send, recv = a.buffers[rank] if a.args.get("buffers") else (None, None)
                    both = [self.access(a, rank, kind, place, [entry])
                            for kind, place in (("ld", send), ("st", recv)) if place]
                    if a.args.get("requests"):
                        self.requests[a.requests[rank]] = both
                    else:
                        for access in both:
                            access.ends.add(leave)
                elif k == "fence":
                    fences[a.window, rank] = number
                elif k == "post":
                    for origin in a.group:
                        posts.setdefault((a.window, rank, origin), []).append(number)
                elif k == "start":
                    started[a.window, rank] = {t: posts[a.window, t, rank].pop(0) for t in a.group}
                elif k == "complete":
                    started.pop((a.window, rank))
                elif k in ("wait_request", "cancel_wait", "waitall"):
                    for request in [a.request] if k != "waitall" else a.requests:
                        for access in self.requests.pop(request, []):
                            access.ends.add(leave)
                elif k == "free_request" and a.args.get("active"):
                    for access in self.requests.pop(a.request):
                        access.ends.add(leave)               # as far as the program can tell
                elif k in ("waitany", "waitsome", "testsome"):
                    for request in self.seen.get(a.number, []):
                        for access in self.requests.pop(request, []):
                            access.ends.add(leave)
                elif k == "step":
                    self.step(number, a)
                elif k in RMA:
                    self.operation(number, a, rank, fences, started.get((a.window, rank)))

    def operation(self, number, a, rank, fences, posts):
        entry = self.entry[number, rank]
        operation = Operation(a, number)
        kind = {"put": "p", "get": "g"}.get(a.kind, "r" if a.args.get("op") == "noop" else "a")
        target = self.access(a, rank, kind, (("win", a.window), a.at), [entry], number, a.target)
        operation.target = target
        if kind in "ar":
            target.unit, target.op = a.at.unit, a.op if a.kind != "compare_and_swap" else "cas"
            target.elements = self.program.elements(a.target, ("win", a.window), a.at)
        # What opens the target to it.
        operation.active = posts is not None
        if posts is not None:
            target.starts.add(self.entry[posts[a.target], a.target])
        elif not self.passive(number, rank, a.window):
            target.starts.add(self.exit[fences[a.window, a.target], a.target])
        if a.args.get("op") != "noop":
            operation.local.append(self.access(a, rank, "ob+" if a.kind == "get" else "ob-", a.origin, [entry], number))
        if a.args.get("compare"):
            operation.local.append(self.access(a, rank, "ob-", a.compare, [entry], number))
        if a.kind in FETCHES:
            operation.result = self.access(a, rank, "ob+", a.result, [entry], number)
            operation.local.append(operation.result)
        if a.args.get("request") is not None:
            self.requests[a.request] = operation.local + ([target] if kind in "gr" else [])
        self.operations.append(operation)

    def step(self, number, a):
        """A step of a protocol: it completes what it issues."""
        rank = a.rank
        touched = touches(self.program, a, self.seen)
        for target, word, kind, op, *late in touched:
            place = (("win", a.window), Shape("int", word, ("plain", 1)))
            starts = [self.graph.posted[number, rank] if late else self.entry[number, rank]]
            access = self.access(a, rank, kind, place, starts, number, target)
            access.ends.add(self.exit[number, rank])
            if a.what == "steal" and late:           # it is over before the claim
                access.ends.add(starts[0])
            access.unit, access.op, access.elements = "int", op, self.program.elements(target, *place)
            self.steps[number, target, word] = access
            if a.what == "seq_read" and kind == "r" and late:
                self.data_fetches.append(access)
        if a.args.get("buffer") and touched:
            kind = "ob+" if a.what == "slot_get" else "ob-"
            self.access(a, rank, kind, a.buffer, [self.entry[number, rank]], number).ends.add(self.exit[number, rank])

    def passive(self, number, rank, window):
        for a in reversed(self.program.actions[:number]):
            if rank in a.ranks and a.args.get("window") == window:
                if a.kind in ("lock", "lock_all"):
                    return True
                if a.kind in ("unlock_all", "fence", "start", "complete"):
                    return False
                if a.kind == "unlock" and not self.lock_open(number, rank, window):
                    return False
        return False

    def lock_open(self, number, rank, window):
        held = set()
        for a in self.program.actions[:number]:
            if rank in a.ranks and a.args.get("window") == window:
                if a.kind == "lock":
                    held.add(a.target)
                elif a.kind == "unlock":
                    held.discard(a.target)
        return bool(held)

    # ---- completion ----

    def complete(self):
        """The first call that completes an operation, among the calls that the operation precedes (or, if all that is possible
        is assumed, among those that do not precede the operation)."""
        actions = self.program.actions
        for operation in self.operations:
            a, rank = operation.action, operation.action.rank
            issued = self.exit[operation.number, rank]
            for number, b in enumerate(actions):
                if rank not in b.ranks or b.args.get("window") != a.window:
                    continue
                reached = b.args.get("target", None) in (None, a.target)
                if b.kind == "step":
                    reached = any(t[0] == a.target for t in touches(self.program, b, self.seen))
                if (b.kind == "complete") != operation.active and b.kind in ("complete", "fence"):
                    continue
                if b.kind not in ("flush", "unlock", "unlock_all", "fence", "complete", "notify", "await",
                                  "step") or not reached:
                    continue
                entry, leave = self.entry[number, rank], self.exit[number, rank]
                knows = self.graph.reaches(issued, entry)
                if not knows and not (self.possible and not self.graph.reaches(leave, issued)):
                    continue
                # A fence is one event: who has left it knows that the operations of all are over. A complete is not:
                # what it fetches may be written until it returns, when the target's wait may have returned.
                for access in operation.local:
                    access.ends.add(entry if b.kind == "fence" else leave)
                if self.possible and b.kind == "step" and b.what in MANY:
                    leave = entry            # its first flush may do it
                if b.kind == "fence":
                    operation.target.ends.add(entry)
                elif b.kind == "complete":
                    wait = next(n for n, c in enumerate(actions)
                                if n > number and c.kind == "wait" and c.window == a.window and c.rank == a.target)
                    operation.target.ends.add(self.exit[wait, a.target])
                    for access in operation.local:
                        if access.kind == "ob-":         # what has arrived has been read
                            access.ends.add(self.exit[wait, a.target])
                    if operation.target.kind in "gr":    # here, too
                        operation.target.ends.add(leave)
                elif not (b.kind == "flush" and b.local) or operation.target.kind in "gr":  # what has arrived has been read
                    operation.target.ends.add(leave)
                if b.kind in ("fence", "complete"):
                    break                    # later epochs complete nothing of this one

    # ---- what fetches read ----

    def reads_from(self):
        """Adds issue(w) -> local completion for each atomic w whose value a fetch returned, and notes that w has changed
        these words by then. True: something is new."""
        new = False
        writers = [o for o in self.operations if o.target.kind == "a"]
        by_value = {o.action.value: o for o in writers if o.action.args.get("value") is not None}
        for fetch in self.operations:
            if fetch.result is None:
                continue
            for writer in self.chain(fetch, writers, by_value):
                issue = self.entry[writer.number, writer.action.rank]
                for word in writer.target.words & fetch.target.words:
                    writer.target.met.setdefault(word, set()).update(fetch.result.ends)
                for end in fetch.result.ends:
                    if (issue, end) not in self.graph.extra:
                        self.graph.extra.add((issue, end))
                        new = True
        return self.steps_read_from(writers) or new

    def steps_read_from(self, writers):
        """The same for data that steps of protocols fetch: what they saw, the run does not note."""
        pairs = [(writer, fetch) for fetch in self.data_fetches for writer in writers
                 if self.possible and writer.target.words & fetch.words]
        before = len(self.graph.extra)
        for writer, fetch in pairs:
            for word in writer.target.words & fetch.words:
                writer.target.met.setdefault(word, set()).update(fetch.ends)
            self.graph.extra |= {(self.entry[writer.number, writer.action.rank], end) for end in fetch.ends}
        return len(self.graph.extra) > before

    def chain(self, fetch, writers, by_value):
        others = [w for w in writers if w is not fetch and w.target.words & fetch.target.words]
        if not self.legible(fetch):
            return others if self.possible else []
        found, todo = set(), [fetch]
        guesses = False
        while todo:
            bits = self.seen[todo.pop().action.number][-1]
            for k in range(30):
                if not bits >> k & 1 or k not in by_value or by_value[k] in found:
                    continue
                writer = by_value[k]
                found.add(writer)
                # An update that reads and overwrites continues what was there.
                if writer.action.kind == "compare_and_swap":
                    compared = writer.action.compare_value
                    if compared is not None and by_value.get(compared) and by_value[compared] not in found:
                        found.add(by_value[compared])
                        guesses = True       # and what that one continued
                elif writer.action.op == "replace" and writer.action.kind != "accumulate":
                    if self.legible(writer):
                        todo.append(writer)
                    else:
                        guesses = True
        found.discard(fetch)
        return others if guesses and self.possible else found

    def legible(self, fetch):
        """Whether the returned value is known, and only clean atomics of one word ever wrote there."""
        a = fetch.action
        if a.number not in self.seen or a.result[0][0] != "res":
            return False
        for access in self.accesses:
            if access.operation == fetch.number or not access.words & fetch.target.words:
                continue
            if access.kind in ("p", "st", "ob+"):
                return False
            if access.kind == "a" and (access.action.args.get("value") is None or access.action.at != a.at
                                       or access.unit != fetch.target.unit):
                return False
        return fetch.target.kind == "r" or a.args.get("value") is not None

    # ---- locks ----

    def hold_locks(self):
        """The locks that an access holds: those that its process holds from before its start to after its end. Loads and stores
        do not wait for the grant of another process's lock. For them only the process's lock of its own part counts, and locks of
        windows whose memory they reach directly."""
        actions, opened, spans = self.program.actions, {}, []
        for number, a in enumerate(actions):
            if a.kind in ("lock", "lock_all"):
                opened[a.rank, a.window, a.args.get("target")] = number
            elif a.kind in ("unlock", "unlock_all"):
                first = opened.pop((a.rank, a.window, a.args.get("target")))
                lock = actions[first]
                held = ({((a.window, a.target), lock.exclusive)} if a.kind == "unlock"
                        else {((a.window, t), False) for t in self.program.windows[a.window].members})
                spans.append((a.rank, self.exit[first, a.rank], self.exit[number, a.rank], held))
        for access in self.accesses:
            locks = set()
            for rank, first, last, held in spans:
                if rank == access.rank and all(self.graph.reaches(first, s) for s in access.starts) and \
                        any(self.graph.reaches(e, last) for e in access.ends):
                    locks |= {l for l in held if access.operation is not None or l[0][1] == rank
                              or self.program.windows[l[0][0]].flavor == "shared"}
            access.locks = frozenset(locks)

    @staticmethod
    def excluded(a, b):
        return a.rank != b.rank and any(la == lb and (xa or xb) for la, xa in a.locks for lb, xb in b.locks)

    # ---- verdict ----

    def before(self, a, b):
        """Whether a ends before b starts, or a fetch that ends before b starts has read each part of a that b touches."""
        def reached(ends):
            return any(self.graph.reaches(e, s) for e in ends for s in b.starts)
        common = a.words & b.words
        return reached(a.ends) or bool(common) and all(reached(a.met.get(word, ())) for word in common)

    def conflict(self, a, b):
        """How two accesses conflict, whatever their order: 'race', 'operation' (same type, different accumulate operations),
        'ordering' (accumulates of one origin, and the window gives up their order) or None."""
        kinds = frozenset((a.kind, b.kind))
        if kinds <= {"ld", "st"}:
            return "race" if "st" in kinds and a.rank != b.rank else None
        if kinds in HARMLESS:
            return None
        if kinds <= {"a", "r"}:
            if a.action.window != b.action.window:
                return "race"            # atomic on one window only
            if a.unit != b.unit:
                return "race"
            size = 2 if a.unit == "long" else 1
            for whose, word in a.words & b.words:
                starts = [{(whose, word - i) for i in range(size)} & x.elements for x in (a, b)]
                if starts[0] != starts[1]:
                    return "race"
            if a.rank == b.rank and a.action.target == b.action.target:
                return None if self.program.windows[a.action.window].ordered else "ordering"
            if "noop" in (a.op, b.op) or a.op == b.op or "cas" in (a.op, b.op):
                return None
            return "operation"
        return "race"

    def apart_in_window(self, a, b):
        """A store by the owner and an update of his part of a window, on different bytes of it: 12.7, separate model."""
        store, update = (a, b) if a.operation is None else (b, a)
        if store.operation is not None or store.kind != "st" or update.kind not in ("p", "a"):
            return False
        window = self.program.windows[update.action.window]
        part = (store.rank, "region", window.region)
        # (A step of a protocol may update another part than the one that it names as its target.)
        return (window.flavor != "dynamic" and any(whose == part for whose, _ in update.words)
                and any(whose == part and word >= window.shift for whose, word in store.words))

    def strict_conflict(self, a, b):
        """Conflicts that conflict() does not have: 'race', or 'order' (a race, unless this run's lock order separates the two)."""
        if a.words.isdisjoint(b.words):
            return "race" if self.apart_in_window(a, b) else None
        return "order" if {a.kind, b.kind} == {"g", "r"} else None

    @staticmethod
    def may_be_unwatched(a, b):
        """Memory outside of windows is watched only while an operation is pending in it. An access of another thread is seen
        if it comes after the call in this run, and no order says whether it does."""
        plain, pending = (a, b) if b.operation is not None else (b, a)
        return (plain.operation is None and pending.operation is not None and plain.action.kind in ("load", "store")
                and a.rank == b.rank and a.action.thread != b.action.thread
                and all(whose[1] != "region" for whose, _ in a.words & b.words))

    def may_have_order(self, access):
        """Where no word is common, an access of a step may have an order that the run does not note. A flush of another thread of
        the process, which has learned of the step by what it fetched, also completes what the step has issued. A swap of a
        `steal` that fails has read what another one wrote."""
        a = access.action
        return a.kind == "step" and (a.what == "steal" or any(
            access.rank in other.ranks and other.thread != a.thread for other in self.program.actions))

    def races(self):
        """Three sets of line pairs: those that race, those that rely on accumulate ordering, and those about which it makes no claim."""
        races, relaxed, free = set(), set(), set()
        n = len(self.accesses)
        for i in range(n):
            for j in range(i + 1, n):
                a, b = self.accesses[i], self.accesses[j]
                if a.operation is not None and a.operation == b.operation:
                    continue
                apart = a.words.isdisjoint(b.words)
                verdict = None if apart else self.conflict(a, b)
                if not verdict and self.strict:
                    verdict = self.strict_conflict(a, b)
                if not verdict or self.before(a, b) or self.before(b, a) or self.excluded(a, b):
                    continue
                pair = tuple(sorted((a.action.line, b.action.line)))
                if verdict == "ordering":
                    relaxed.add(pair)
                elif (verdict == "race" and a.sure and b.sure and not self.may_be_unwatched(a, b)
                      and not (apart and (self.may_have_order(a) or self.may_have_order(b)))):
                    races.add(pair)
                else:
                    free.add(pair)
        return races, relaxed, free


def verdicts(program, seen, strict=False):
    """(must be reported, may be reported), for races and for accumulates without an order. Each is a set of line pairs."""
    upper, relaxed, free = Model(program, seen, possible=False, strict=strict).races()
    lower, _, more_free = Model(program, seen, possible=True, strict=strict).races()
    return (lower, upper | free | more_free), (set(), relaxed)    # (which orders matter, the model does not know)
