"""Makes a random program from a seed. Apart from its races the program is correct: epochs, matching, ranges and types are.

The program is a sequence of segments, separated by barriers of the world; in each, every window is used in one way
(fence, PSCW, locks, lock_all or not at all), so that locks and exposure epochs never meet.
"""
import random

from program import BUFFERS, BUFFER_ELEMENTS, WINDOW_ELEMENTS, Action, Program, Window, elements


class Generator:
    def __init__(self, seed, ranks):
        self.random = random.Random(seed)
        self.ranks = ranks
        self.actions = []
        self.tag = 0
        self.requests = 0
        self.flags = set()
        r = self.random
        self.windows = []
        for w in range(r.choice([1, 1, 2])):
            flavor = r.choice(["allocate", "create", "shared", "dynamic"])
            memory = w
            if flavor == "create" and w > 0 and self.windows[0].flavor == "create" and r.random() < 0.5:
                memory = 0
            self.windows.append(Window(flavor, memory))
        # Few places make many conflicts; many make ordered neighbours.
        self.spread = r.choice([4, 8, WINDOW_ELEMENTS])
        self.seed = seed

    def add(self, kind, ranks, **args):
        self.actions.append(Action(kind, tuple(ranks), args))

    # ---- places ----

    def spec(self, limit, count=None):
        r = self.random
        limit = min(limit, self.spread)
        if count is None:
            count = r.choice([1, 1, 2, 3])
        stride = r.choice([1, 1, 1, 2, 3])
        if count == 1:
            stride = 1
        while (count - 1) * stride + 1 > limit:
            if stride > 1:
                stride -= 1
            else:
                return None
        return (r.randrange(limit - (count - 1) * stride), count, stride)

    def local(self, count=None):
        """An origin-side place: mostly a buffer, sometimes window memory."""
        r = self.random
        if r.random() < 0.75:
            area, limit = ("buf", r.randrange(BUFFERS)), BUFFER_ELEMENTS
        else:
            area, limit = ("win", r.randrange(len(self.windows))), WINDOW_ELEMENTS
        spec = self.spec(limit, count)
        return None if spec is None else (area, spec)

    # ---- actions ----

    def operation(self, rank, w, target, requests=False):
        r = self.random
        at = self.spec(WINDOW_ELEMENTS)
        area, origin = self.local(at[1])
        if target == rank and area[0] == "win":
            area, origin = ("buf", 0), (0, at[1], 1)      # origin and target must be distinct memory
        kind = r.choice(["put", "put", "get", "get", "accumulate", "accumulate", "get_accumulate"])
        common = dict(window=w, target=target, at=at, area=area, origin=origin)
        if kind in ("put", "get"):
            request = None
            if requests and r.random() < 0.4:
                request = self.requests
                self.requests += 1
            self.add(kind, [rank], request=request, **common)
            return request
        unsign = int(r.random() < 0.1)
        if kind == "accumulate":
            op = r.choice(["sum", "sum", "sum", "replace"])
            self.add(kind, [rank], op=op, unsign=unsign, **common)
        else:
            # Origin and result must be disjoint.
            choices = [b for b in range(BUFFERS) if ("buf", b) != area]
            self.add(kind, [rank], op=r.choice(["sum", "noop"]), unsign=unsign, result_area=("buf", r.choice(choices)),
                     result=self.spec(BUFFER_ELEMENTS, at[1]), **common)
        return None

    def access(self, rank):
        area, spec = self.local()
        self.add(self.random.choice(["load", "store"]), [rank], area=area, at=spec)

    def message(self):
        r = self.random
        source, destination = r.sample(range(self.ranks), 2)
        self.tag += 1
        (a, s), (b, d) = self.local(1), self.local(1)
        common = dict(tag=self.tag)
        wildcard = r.random() < 0.2
        style = r.random()
        if style < 0.5:
            self.add(r.choice(["send", "send", "ssend"]), [source], area=a, at=s, peer=destination, **common)
            self.add("recv", [destination], area=b, at=d, peer=source, wildcard=wildcard, **common)
            return []
        send_request, receive_request = self.requests, self.requests + 1
        self.requests += 2
        self.add("irecv", [destination], area=b, at=d, peer=source, wildcard=wildcard, request=receive_request, **common)
        self.add("isend", [source], area=a, at=s, peer=destination, request=send_request, **common)
        return [(source, send_request), (destination, receive_request)]

    def collective(self):
        r = self.random
        everyone = range(self.ranks)
        kind = r.choice(["barrier", "barrier", "barrier", "sub", "bcast", "reduce", "allreduce"])
        if kind == "sub" and self.ranks > 2:
            self.add("barrier", sorted(r.sample(list(everyone), 2)))
        elif kind in ("bcast", "reduce"):
            self.add(kind, everyone, root=r.randrange(self.ranks))
        else:
            self.add("barrier" if kind == "sub" else kind, everyone)

    # ---- segments ----

    def segment(self):
        r = self.random
        modes = {}
        used_memory = set()
        for w, window in enumerate(self.windows):
            # Overlapping windows are used in one segment only if neither is locked exclusively (no deadlock is possible
            # then either, but exposure and locks of the same memory stay apart).
            modes[w] = r.choice(["fence", "pscw", "lock", "lock_all", "lock_all"])
            used_memory.add(window.memory)
        pending = []                                       # requests to wait for: (rank, request)
        state = {}
        for w, mode in modes.items():
            if mode == "fence":
                self.add("fence", range(self.ranks), window=w)
            if mode == "lock_all":
                for rank in range(self.ranks):
                    if r.random() < 0.85:
                        self.add("lock_all", [rank], window=w)
                        state[w, rank] = True
        notified = []
        for _ in range(r.randrange(4, 16)):
            w = r.randrange(len(self.windows))
            mode = modes[w]
            rank = r.randrange(self.ranks)
            target = r.randrange(self.ranks)
            what = r.random()
            if what < 0.12:
                pending += self.message()
            elif what < 0.22:
                self.collective()
            elif what < 0.40:
                self.access(rank)
            elif what < 0.46 and pending:
                rank, request = pending.pop(r.randrange(len(pending)))
                self.add("wait_request", [rank], request=request)
            elif mode == "fence":
                if r.random() < 0.2:
                    self.add("fence", range(self.ranks), window=w)
                else:
                    self.operation(rank, w, target)
            elif mode == "lock_all":
                if not state.get((w, rank)):
                    continue
                choice = r.random()
                if choice < 0.55:
                    request = self.operation(rank, w, target, requests=True)
                    if request is not None:
                        pending.append((rank, request))
                elif choice < 0.85:
                    self.add("flush", [rank], window=w, target=r.choice([target, None]), local=r.random() < 0.3)
                elif choice < 0.92:
                    other = r.randrange(self.ranks)
                    if other != rank and state.get((w, other)) and (w, target) not in self.flags:
                        self.flags.add((w, target))
                        self.add("notify", [rank], window=w, target=target)
                        notified.append((other, w, target))
                if notified and r.random() < 0.5:
                    other, w2, target2 = notified.pop(0)
                    self.add("await", [other], window=w2, target=target2)
            elif mode == "lock":
                exclusive = r.random() < 0.5
                self.add("lock", [rank], window=w, target=target, exclusive=exclusive)
                for _ in range(r.randrange(1, 4)):
                    choice = r.random()
                    if choice < 0.7:
                        self.operation(rank, w, target)
                    elif choice < 0.85:
                        self.access(rank)
                    else:
                        self.add("flush", [rank], window=w, target=target, local=r.random() < 0.3)
                self.add("unlock", [rank], window=w, target=target)
            elif mode == "pscw":
                self.pscw(w)
        for w, mode in modes.items():
            if mode == "fence":
                self.add("fence", range(self.ranks), window=w)
        for other, w2, target2 in notified:
            self.add("await", [other], window=w2, target=target2)
        for w, mode in modes.items():
            if mode == "lock_all":
                for rank in range(self.ranks):
                    if state.get((w, rank)):
                        self.add("unlock_all", [rank], window=w)
        r.shuffle(pending)
        for rank, request in pending:
            self.add("wait_request", [rank], request=request)

    def pscw(self, w):
        """Posts, starts, operations, completes and waits of random groups, interleaved at random."""
        r = self.random
        targets = sorted(r.sample(range(self.ranks), r.randrange(1, self.ranks)))
        origins = sorted(r.sample(range(self.ranks), r.randrange(1, self.ranks)))
        # Posts first: start may block until they have come.
        for t in r.sample(targets, len(targets)):
            self.add("post", [t], window=w, group=list(origins))
        for o in r.sample(origins, len(origins)):
            self.add("start", [o], window=w, group=list(targets))
        for _ in range(r.randrange(1, 5)):
            choice = r.random()
            if choice < 0.65:
                self.operation(r.choice(origins), w, r.choice(targets))
            elif choice < 0.9:
                self.access(r.randrange(self.ranks))
            else:
                self.message_blocking()
        r.shuffle(origins)
        for o in origins:
            self.add("complete", [o], window=w)
            if r.random() < 0.3:
                self.access(r.randrange(self.ranks))
        r.shuffle(targets)
        for t in targets:
            self.add("wait", [t], window=w)
            if r.random() < 0.3:
                self.access(r.randrange(self.ranks))

    def message_blocking(self):
        source, destination = self.random.sample(range(self.ranks), 2)
        self.tag += 1
        (a, s), (b, d) = self.local(1), self.local(1)
        self.add("send", [source], area=a, at=s, peer=destination, tag=self.tag)
        self.add("recv", [destination], area=b, at=d, peer=source, tag=self.tag, wildcard=False)

    def program(self):
        for i in range(self.random.choice([1, 1, 2])):
            if i:
                self.add("barrier", range(self.ranks))
            self.segment()
        return Program(self.seed, self.ranks, self.windows, self.actions)


def generate(seed, ranks):
    return Generator(seed, ranks).program()
