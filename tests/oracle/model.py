"""The race definition by brute force, written from the text of the semantics and from nothing else.

Every call is two nodes (entry, exit); happens-before is reachability in the graph of program order and synchronization.
Every operation is two or three accesses with the nodes at which they may start and at which they have ended. Two accesses
are ordered if an end of one reaches a start of the other. All pairs are looked at.
"""
from program import elements


class Access:
    def __init__(self, action, rank, kind, memory, starts, ends=(), operation=None, atomic=None):
        self.action, self.rank, self.kind = action, rank, kind
        self.memory = frozenset(memory)       # elements: (rank, area, index)
        self.starts, self.ends = set(starts), set(ends)
        self.operation = operation            # accesses of one operation do not conflict with each other
        self.atomic = atomic                  # (element type, op) of accumulates
        self.locks = frozenset()              # ((window, target), exclusive), held from start to end


# The conflict table of the semantics; absent: conflict. ld and st of one rank are somebody else's business.
HARMLESS = {frozenset(p) for p in [("ld", "ld"), ("ld", "g"), ("ld", "r"), ("ld", "ob-"), ("g", "g"), ("g", "r"),
                                   ("g", "ob-"), ("r", "r"), ("r", "ob-"), ("ob-", "ob-")]}


class Model:
    def __init__(self, program, optional_edges):
        self.program = program
        self.edges = []
        self.count = 0
        self.accesses = []
        self.entry, self.exit = {}, {}
        self.build(optional_edges)
        self.close()

    def node(self):
        self.count += 1
        return self.count - 1

    def place(self, rank, area, spec):
        name, index = area
        if name == "win":
            index = self.program.windows[index].memory
        return [(rank, (name, index), e) for e in elements(spec)]

    # ---- graph and accesses ----

    def build(self, optional_edges):
        p = self.program
        last = {}
        for number, a in enumerate(p.actions):
            for rank in a.ranks:
                entry, leave = self.node(), self.node()
                self.edges.append((entry, leave))
                if rank in last:
                    self.edges.append((last[rank], entry))
                last[rank] = leave
                self.entry[number, rank], self.exit[number, rank] = entry, leave

        posts = {}             # (window, target, origin) -> entries of posts that no complete has used yet
        started = {}           # (window, origin) -> the targets, and those it fetches from
        locked = set()         # (window, origin) in a passive epoch
        fences = {}            # window -> the fence before, which opened every target
        pending = {}           # (rank, window) -> list of (access, target, side)
        by_request = {}
        writers, fetches = [], []

        def complete(rank, window, target, leave, remote, local=True):
            keep = []
            for item in pending.get((rank, window), []):
                access, its_target, side = item
                if target is not None and its_target != target:
                    keep.append(item)
                elif (side == "target" and remote) or (side == "origin" and local):
                    access.ends.add(leave)
                else:
                    keep.append(item)
            pending[rank, window] = keep

        for number, a in enumerate(p.actions):
            k = a.kind
            rank = a.rank
            entry, leave = self.entry[number, rank], self.exit[number, rank]
            if k in ("load", "store"):
                self.accesses.append(Access(a, rank, "ld" if k == "load" else "st", self.place(rank, a.area, a.at),
                                            [entry], [leave]))
            elif k in ("send", "ssend", "isend"):
                access = Access(a, rank, "ld", self.place(rank, a.area, a.at), [entry])
                self.accesses.append(access)
                if k == "isend":
                    by_request[a.request] = [access]
                else:
                    access.ends.add(leave)
            elif k in ("recv", "irecv"):
                access = Access(a, rank, "st", self.place(rank, a.area, a.at), [entry])
                self.accesses.append(access)
                if k == "irecv":
                    by_request[a.request] = [access]
                else:
                    access.ends.add(leave)
                # Tags are unique: the send with this tag is the one.
                send_number = next(n for n, b in enumerate(p.actions)
                                   if b.kind in ("send", "ssend", "isend") and b.tag == a.tag)
                if k == "recv":
                    done = leave
                else:
                    done = next(self.exit[n, rank] for n, b in enumerate(p.actions)
                                if b.kind == "wait_request" and b.request == a.request)
                self.edges.append((self.entry[send_number, a.peer], done))
                if p.actions[send_number].kind == "ssend":
                    self.edges.append((entry, self.exit[send_number, a.peer]))
            elif k in ("barrier", "allreduce", "fence"):
                for r in a.ranks:
                    for s in a.ranks:
                        self.edges.append((self.entry[number, r], self.exit[number, s]))
                if k == "fence":
                    w = a.window
                    fences[w] = number
                    for r in a.ranks:
                        for access, target, side in pending.pop((r, w), []):
                            access.ends.add(self.exit[number, r])
                            if side == "target":
                                access.ends.add(self.exit[number, target])
            elif k == "bcast":
                for r in a.ranks:
                    self.edges.append((self.entry[number, a.root], self.exit[number, r]))
            elif k == "reduce":
                for r in a.ranks:
                    self.edges.append((self.entry[number, r], self.exit[number, a.root]))
            elif k == "post":
                for origin in a.group:
                    posts.setdefault((a.window, rank, origin), []).append(entry)
            elif k == "start":
                started[a.window, rank] = (list(a.group), set())
            elif k == "complete":
                targets, fetched = started.pop((a.window, rank))
                for target in targets:
                    post = posts[a.window, target, rank].pop(0)
                    for access, its_target, side in pending.get((rank, a.window), []):
                        if its_target == target and side == "target":
                            access.starts.add(post)
                            access.ends.add(self.exit[self.wait_after(number, a.window, target), target])
                        if its_target == target and side == "origin":
                            access.ends.add(leave)
                    if target in fetched:
                        self.edges.append((post, leave))
                    self.edges.append((entry, self.exit[self.wait_after(number, a.window, target), target]))
                pending[rank, a.window] = []
            elif k in ("lock", "lock_all"):
                locked.add((a.window, rank))
            elif k in ("unlock", "unlock_all"):
                locked.discard((a.window, rank))
                complete(rank, a.window, a.args.get("target"), leave, True)
            elif k == "flush":
                complete(rank, a.window, a.target, leave, not a.local)
            elif k == "wait_request":
                for access in by_request.get(a.request, []):
                    access.ends.add(leave)
            elif k in ("put", "get", "accumulate", "get_accumulate"):
                self.operation(a, rank, entry, number, pending, by_request, started, writers, fetches)
                if (a.window, rank) not in locked and (a.window, rank) not in started:
                    for access, _, side in pending[rank, a.window]:
                        if side == "target" and access.operation == number:
                            access.starts.add(self.exit[fences[a.window], a.target])
            elif k == "notify":
                # The flag holds 1 only after this, and await returns only when it has read 1.
                done = next(self.exit[n, b.rank] for n, b in enumerate(p.actions)
                            if b.kind == "await" and b.window == a.window and b.target == a.target)
                self.edges.append((entry, done))
                complete(rank, a.window, a.target, leave, True)   # it flushes as well
            elif k == "await":
                complete(rank, a.window, a.target, leave, True)
            else:
                assert k == "wait", k

        # Held locks of an access: those of the rank that performs it, from before its start to after its end.
        spans = self.lock_spans()
        for access in self.accesses:
            locks = set()
            for rank, w, first, last_, held in spans:
                inside = first < p.actions.index(access.action) < last_
                if rank == access.rank and inside:
                    locks |= held
            access.locks = frozenset(locks)

        # What a fetch read depends on the run: every earlier-or-concurrent update of the location may be it.
        if optional_edges:
            for target, result in fetches:
                for write in writers:
                    if write.operation != target.operation and write.memory & target.memory:
                        issue = self.entry[p.actions.index(write.action), write.rank]
                        self.edges += [(issue, end) for end in result.ends]

    def wait_after(self, number, window, target):
        return next(n for n, b in enumerate(self.program.actions)
                    if n > number and b.kind == "wait" and b.window == window and b.rank == target)

    def lock_spans(self):
        p, spans, opened = self.program, [], {}
        for number, a in enumerate(p.actions):
            if a.kind == "lock":
                opened[a.rank, a.window] = (number, {((a.window, a.target), a.exclusive)})
            elif a.kind == "lock_all":
                opened[a.rank, a.window] = (number, {((a.window, t), False) for t in range(p.ranks)})
            elif a.kind in ("unlock", "unlock_all"):
                first, held = opened.pop((a.rank, a.window))
                spans.append((a.rank, a.window, first, number, held))
        return spans

    def operation(self, a, rank, entry, number, pending, by_request, started, writers, fetches):
        k, w = a.kind, a.window
        window_memory = self.place(a.target, ("win", w), a.at)
        atomic = (a.unsign, a.op) if k in ("accumulate", "get_accumulate") else None
        kind = {"put": "p", "get": "g", "accumulate": "a"}.get(k) or ("r" if a.op == "noop" else "a")
        target = Access(a, rank, kind, window_memory, [entry], operation=number, atomic=atomic)
        sides = [(target, "target")]
        if not (k == "get_accumulate" and a.op == "noop"):
            origin = Access(a, rank, "ob+" if k == "get" else "ob-", self.place(rank, a.area, a.origin), [entry],
                            operation=number)
            sides.append((origin, "origin"))
        if k == "get_accumulate":
            result = Access(a, rank, "ob+", self.place(rank, a.result_area, a.result), [entry], operation=number)
            sides.append((result, "origin"))
            fetches.append((target, result))
        if kind == "a":
            writers.append(target)
        for access, side in sides:
            self.accesses.append(access)
            pending.setdefault((rank, w), []).append((access, a.target, side))
        if a.args.get("request") is not None:
            by_request[a.request] = [x for x, side in sides if side == "origin" or k == "get"]
        if (w, rank) in started and k in ("get", "get_accumulate"):
            started[w, rank][1].add(a.target)

    # ---- order ----

    def close(self):
        """Reachability; by iteration, since the optional edges may close a cycle."""
        self.reach = [1 << n for n in range(self.count)]
        changed = True
        while changed:
            changed = False
            for a, b in reversed(self.edges):
                merged = self.reach[a] | self.reach[b]
                if merged != self.reach[a]:
                    self.reach[a] = merged
                    changed = True

    def reaches(self, a, b):
        return bool(self.reach[a] >> b & 1)

    def before(self, a, b):
        return any(self.reaches(e, s) for e in a.ends for s in b.starts)

    # ---- verdict ----

    def conflict(self, a, b):
        """'race', 'operation' (same type, different accumulate operations) or None; order aside."""
        kinds = frozenset((a.kind, b.kind))
        if {a.kind, b.kind} <= {"ld", "st"}:
            # Ranks share memory only through shared windows, and there they use MPI in these programs.
            return None
        if kinds in HARMLESS:
            return None
        if {a.kind, b.kind} <= {"a", "r"}:
            if a.atomic[0] != b.atomic[0]:
                return "race"
            if a.rank == b.rank:
                return None                  # accumulate ordering
            if "noop" in (a.atomic[1], b.atomic[1]) or a.atomic[1] == b.atomic[1]:
                return None
            return "operation"
        return "race"

    def excluded(self, a, b):
        return any(la == lb and (xa or xb) for la, xa in a.locks for lb, xb in b.locks) and a.rank != b.rank

    def races(self):
        """Pairs of lines that race, and pairs about which nothing is claimed."""
        races, free = set(), set()
        n = len(self.accesses)
        for i in range(n):
            for j in range(i + 1, n):
                a, b = self.accesses[i], self.accesses[j]
                if a.operation is not None and a.operation == b.operation:
                    continue
                if not a.memory & b.memory:
                    continue
                verdict = self.conflict(a, b)
                if not verdict or self.before(a, b) or self.before(b, a) or self.excluded(a, b):
                    continue
                pair = tuple(sorted((a.action.line, b.action.line)))
                (races if verdict == "race" else free).add(pair)
        return races, free


def verdicts(program):
    """(must be reported, may be reported): sets of line pairs."""
    upper, free = Model(program, optional_edges=False).races()
    if not any(a.kind == "get_accumulate" for a in program.actions):
        return upper, upper | free
    lower, more_free = Model(program, optional_edges=True).races()
    return lower, upper | free | more_free
