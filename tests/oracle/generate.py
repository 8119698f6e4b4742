"""Makes a random program from a seed. It may have races, but is otherwise correct: its epochs, matching, ranges and types are right.

The program is a sequence of segments, and barriers of the world separate them. In a segment each window is used in one way only
(fence, PSCW, locks or lock_all), so locks and exposure epochs of one window never overlap.
"""
import random

from communicate import Communicate
from program import (BUFFERS, BUFFER_WORDS, FIRST_STRAND, FLAGS, STRANDS, UNITS, VALUES, WINDOW_WORDS, Action, Program,
                     Shape, Window)
from protocols import Protocols


class Generator(Communicate, Protocols):
    def __init__(self, seed, ranks, protocols=0.3):
        """`protocols`: how likely a segment of protocols is. It has a source of random numbers of its own."""
        self.random = random.Random(seed)
        self.choices, self.protocols = random.Random(f"protocols {seed}"), protocols
        self.seed, self.ranks = seed, ranks
        self.actions = []
        self.tag = self.requests = self.values = self.results = self.threads = self.cflags = 0
        self.groups = 0
        self.strands = FIRST_STRAND
        self.flags = {}                      # (window, target): used so far
        self.running = []                    # (rank, thread) beside the main threads
        self.shown = []                      # flags in shared windows that somebody has to look at
        self.make_windows()
        self.make_intercommunicators()
        # Few places make many conflicts; many make ordered neighbours.
        self.spread = self.random.choice([4, 8, WINDOW_WORDS])
        self.program_ = Program(seed, ranks, self.windows, self.actions)

    def make_windows(self):
        r = self.random
        self.windows = []
        regions = 0
        for w in range(r.choice([1, 1, 2, 2, 3])):
            flavor = r.choice(["allocate", "create", "shared", "dynamic"])
            members = list(range(self.ranks))
            if r.random() < 0.25:
                r.shuffle(members)
                if self.ranks > 2 and r.random() < 0.4:
                    members.pop()
            region, shift, fresh = regions, 0, True
            # Over the memory of a window whose members include these.
            bases = [v for v in self.windows if set(members) <= set(v.members)]
            if bases and flavor in ("create", "dynamic") and r.random() < 0.6:
                base = r.choice(bases)
                region, shift, fresh = base.region, r.choice([0, 0, 2, 5]), False
            if fresh:
                regions += 1
            unit = 1 if flavor == "dynamic" else r.choice([4, 4, 1, 2])
            self.windows.append(Window(flavor, region, shift, tuple(members), unit, fresh,
                                       not fresh and r.random() < 0.4, r.random() < 0.85))

    def add(self, kind, ranks, thread=0, **args):
        if thread:
            args["thread"] = thread
        self.actions.append(Action(kind, tuple(ranks), args, number=len(self.actions)))
        return self.actions[-1]

    # ---- places ----

    def shape(self, limit, unit, count):
        """`count` elements of `unit` within the first `limit` words; None if they do not fit."""
        r = self.random
        size = UNITS[unit]
        limit = min(limit, max(self.spread, 2 * size))
        form = ("plain", count)
        choice = r.random()
        if count > 1 and choice < 0.3:
            form = ("vector", count, r.choice([2, 2, 3]))
        elif count > 1 and choice < 0.4:
            form = ("indexed", tuple(sorted(r.sample(range(2 * count), count))))
        elif count == 4 and choice < 0.7:
            form = ("grid", 2, 2, r.choice([3, 4]))
        for form in (form, ("plain", count)):
            last = max(Shape(unit, 0, form).words()) + 1
            if last <= limit:
                return Shape(unit, r.randrange(limit - last + 1), form)
        return None

    def local(self, rank, unit="int", count=1):
        """A place at the origin: mostly a buffer, sometimes window memory of its own or (shared) of a neighbour."""
        r = self.random
        mine = [w for w, window in enumerate(self.windows) if rank in window.members]
        area, limit = ("buf", r.randrange(BUFFERS)), BUFFER_WORDS
        if r.random() < 0.3 and mine:
            w = r.choice(mine)
            area, limit = ("win", w), WINDOW_WORDS - self.windows[w].shift
            if self.windows[w].flavor == "shared" and r.random() < 0.5:
                area = ("peer", w, r.choice(self.windows[w].members))
        shape = self.shape(limit, unit, count)
        return (area, shape) if shape else None

    def words(self, rank, place):
        return self.program_.words(rank, *place)

    def apart(self, rank, unit, count, others):
        """A local place that shares no word with the other places (of the same rank)."""
        taken = set().union(*others) if others else set()
        for _ in range(20):
            place = self.local(rank, unit, count)
            if place and not self.words(rank, place) & taken:
                return place
        for k in range(BUFFERS):
            place = (("buf", k), Shape(unit, 0, ("plain", count)))
            if not self.words(rank, place) & taken:
                return place
        raise AssertionError("three buffers and no room")

    # ---- operations ----

    def operation(self, rank, w, target, thread=0, requests=False):
        r = self.random
        window = self.windows[w]
        kind = r.choice(["put", "put", "get", "get", "accumulate", "accumulate", "get_accumulate", "fetch_and_op",
                         "compare_and_swap"])
        unit = r.choice(["int"] * 8 + ["unsigned", "long"])
        count = 1 if kind in ("fetch_and_op", "compare_and_swap") else r.choice([1, 1, 2, 3, 4])
        at = self.shape(WINDOW_WORDS - window.shift, unit, count)
        if at is None:
            count, at = 1, self.shape(WINDOW_WORDS - window.shift, unit, 1)
        theirs = self.program_.words(target, ("win", w), at)
        args = dict(window=w, target=target, at=at, thread=thread)
        if requests and kind not in ("fetch_and_op", "compare_and_swap") and r.random() < 0.4:
            args["request"] = self.new_request()
        if kind in ("put", "get"):
            args["origin"] = self.apart(rank, unit, count, [theirs])
        else:
            self.atomic(rank, kind, unit, count, theirs, args)
        self.add(kind, [rank], **args)
        return args.get("request")

    def atomic(self, rank, kind, unit, count, theirs, args):
        """Operands. Each clean atomic adds or stores a bit of its own, so the value of a fetch tells whose bits it read."""
        r = self.random
        ops = {"accumulate": ["sum", "sum", "sum", "replace"], "get_accumulate": ["sum", "noop", "replace"],
               "fetch_and_op": ["sum", "noop", "replace"], "compare_and_swap": [None]}[kind]
        op = args["op"] = r.choice(ops)
        taken = [theirs]
        clean = count == 1 and self.values < VALUES and r.random() < 0.6
        if op != "noop":
            if clean:
                args["value"] = self.values
                args["origin"] = (("val", self.values), Shape(unit, 0, ("plain", 1)))
                self.values += 1
            else:
                args["origin"] = self.apart(rank, unit, count, taken)
            taken.append(self.words(rank, args["origin"]))
        elif r.random() < 0.5 and kind != "fetch_and_op":
            args["origin"] = self.apart(rank, unit, count, taken)       # ignored
        if kind == "compare_and_swap":
            if clean and r.random() < 0.5 and self.values > 1:
                args["compare_value"] = r.randrange(self.values - 1)
                args["compare"] = (("val", args["compare_value"]), Shape(unit, 0, ("plain", 1)))
            elif clean:
                args["compare_value"] = None                              # nobody's: zero
                args["compare"] = (("res", 63), Shape(unit, 0, ("plain", 1)))
            else:
                args["compare"] = self.apart(rank, unit, count, taken)
            taken.append(self.words(rank, args["compare"]))
        if kind != "accumulate":
            if count == 1 and self.results < 60 and r.random() < 0.6:
                args["result"] = (("res", self.results), Shape(unit, 0, ("plain", 1)))
                self.results += 1
            else:
                args["result"] = self.apart(rank, unit, count, taken)

    def access(self, rank, thread=0):
        unit, count = self.random.choice([("int", 1), ("int", 1), ("int", 3), ("int", 4), ("long", 1)])
        place = self.local(rank, unit, count) or self.local(rank)
        self.add(self.random.choice(["load", "store"]), [rank], place=place, thread=thread)

    # ---- threads ----

    def spawn(self, rank):
        self.threads += 1
        self.add("spawn", [rank], which=self.threads)
        self.running.append((rank, self.threads))

    def join(self, index):
        rank, thread = self.running.pop(index)
        self.add("join", [rank], which=thread)

    def critical_section(self, rank, thread, state):
        r = self.random
        mutex = r.randrange(2)
        self.add("mutex_lock", [rank], mutex=mutex, thread=thread)
        for _ in range(r.randrange(1, 4)):
            w = r.randrange(len(self.windows))
            if r.random() < 0.5 or not state.get((w, rank)):
                self.access(rank, thread)
            elif r.random() < 0.6:
                self.operation(rank, w, r.choice(self.windows[w].members), thread)
            else:
                self.flush(rank, w, thread)
        self.add("mutex_unlock", [rank], mutex=mutex, thread=thread)

    def parallel(self, rank, state):
        """Work for which OpenMP leaves the thread and the time open: two to four strands, each with some statements."""
        r = self.random
        which = list(range(self.strands, self.strands + r.randrange(2, 5)))
        self.strands += len(which)
        self.add("fork", [rank], which=which, construct=r.choice(STRANDS), team=r.choice([0, 2, 2, 3]))
        for strand in which:
            for _ in range(r.randrange(1, 4)):
                w = r.randrange(len(self.windows))
                members, choice = self.windows[w].members, r.random()
                if choice < 0.12:
                    self.critical_section(rank, strand, state)
                elif choice < 0.45:
                    self.access(rank, strand)
                elif rank in members and self.modes[w] == "fence":
                    self.operation(rank, w, r.choice(members), strand)
                elif state.get((w, rank)) and choice < 0.85:
                    self.operation(rank, w, r.choice(members), strand)
                elif state.get((w, rank)):
                    self.flush(rank, w, strand)
                else:
                    self.access(rank, strand)
        self.add("meet", [rank], which=which)

    def flush(self, rank, w, thread=0):
        r = self.random
        target = r.choice([None, r.choice(self.windows[w].members), r.choice(self.windows[w].members)])
        self.add("flush", [rank], window=w, target=target, local=r.random() < 0.3, thread=thread)

    # ---- segments ----

    def segment(self):
        r = self.random
        self.modes = modes = {w: r.choice(["fence", "pscw", "lock", "lock_all", "lock_all"]) for w in range(len(self.windows))}
        for w, window in enumerate(self.windows):
            if window.passing:
                self.add("open", window.members, window=w)
        state = {}                           # (window, rank): in lock_all
        notified, flagged = [], []
        for w, mode in modes.items():
            members = self.windows[w].members
            if mode == "fence":
                self.add("fence", members, window=w, noprecede=r.random() < 0.3)
            if mode == "lock_all":
                for rank in members:
                    if r.random() < 0.85:
                        self.add("lock_all", [rank], window=w)
                        state[w, rank] = True
        threaded = r.random() < 0.35
        forking = r.random() < 0.3
        for _ in range(r.randrange(5, 18)):
            w = r.randrange(len(self.windows))
            mode, members = modes[w], self.windows[w].members
            actors = [(x, 0) for x in range(self.ranks)] + self.running * 2
            rank, thread = r.choice(actors)
            target = r.choice(members)
            what = r.random()
            if forking and r.random() < 0.12:
                self.parallel(rank, state)
            elif threaded and what < 0.15:
                choice = r.random()
                if choice < 0.4 and self.threads < 6:
                    self.spawn(rank)
                elif choice < 0.55 and self.running:
                    self.join(r.randrange(len(self.running)))
                elif choice < 0.85:
                    self.critical_section(rank, thread, state)
                elif self.cflags < 8 and self.running:
                    rank = r.choice(self.running)[0]
                    threads = [0] + [t for x, t in self.running if x == rank]
                    first, second = r.sample(threads, 2)
                    self.add("set_flag", [rank], which=self.cflags, thread=first)
                    flagged.append((rank, second, self.cflags))
                    self.cflags += 1
            elif what < 0.24:
                self.communicate(rank, thread)
            elif what < 0.42:
                self.access(rank, thread)
            elif what < 0.48 and self.pending:
                self.complete_some()
            elif what < 0.52:
                self.show(rank, thread)
            elif mode == "fence":
                if rank not in members:
                    continue
                if self.running or r.random() < 0.8:
                    self.operation(rank, w, target, thread)
                else:
                    self.add("fence", members, window=w)
            elif mode == "lock_all":
                if not state.get((w, rank)):
                    continue
                self.in_lock_all(rank, thread, w, target, state, notified)
            elif mode == "lock" and not self.running and rank in members:
                self.lock(rank, w, target)
            elif mode == "pscw" and not self.running:
                self.pscw(w)
            if flagged and r.random() < 0.4:
                self.see(flagged)
            if self.shown and r.random() < 0.4:
                self.take()
        while flagged:
            self.see(flagged)
        while self.shown:
            self.take()
        for other, thread, w, target, flag in notified:
            if (other, thread) not in self.running:
                thread = 0
            self.add("await", [other], window=w, target=target, flag=flag, style=r.choice("fgc"), thread=thread)
        while self.running:
            self.join(r.randrange(len(self.running)))
        for w, mode in modes.items():
            if mode == "fence":
                self.add("fence", self.windows[w].members, window=w)
        for w, mode in modes.items():
            if mode == "lock_all":
                for rank in self.windows[w].members:
                    if state.get((w, rank)):
                        self.add("unlock_all", [rank], window=w)
        self.complete_all()
        for w, window in enumerate(self.windows):
            if window.passing:
                self.add("close", window.members, window=w)

    def show(self, rank, thread):
        """Sets a flag in a shared window by an atomic store. Another process waits for it."""
        r = self.random
        windows = [w for w, window in enumerate(self.windows)
                   if window.flavor == "shared" and rank in window.members and len(window.members) > 1 and self.flag_is_own(w)]
        if not windows:
            return
        w = r.choice(windows)
        owner = r.choice(self.windows[w].members)
        used = self.flags.get((w, owner), 0)
        if used >= FLAGS - self.windows[w].shift:
            return
        self.flags[w, owner] = used + 1
        place = (("peer", w, owner), Shape("int", WINDOW_WORDS + used, ("plain", 1)))
        self.add("show", [rank], place=place, thread=thread)
        other = r.choice([x for x in self.windows[w].members if x != rank])
        self.shown.append((other, r.choice([0] + [t for x, t in self.running if x == other]), place))

    def take(self):
        rank, thread, place = self.shown.pop(0)
        self.add("take", [rank], place=place, thread=self.can(thread, rank))

    def see(self, flagged):
        rank, thread, which = flagged.pop(0)
        if thread and (rank, thread) not in self.running:
            thread = 0
        self.add("see_flag", [rank], which=which, thread=thread)

    def in_lock_all(self, rank, thread, w, target, state, notified):
        r = self.random
        choice = r.random()
        if choice < 0.55:
            request = self.operation(rank, w, target, thread, requests=True)
            if request is not None:
                self.pending.append((rank, thread, request))
        elif choice < 0.78:
            self.flush(rank, w, thread)
        elif choice < 0.82:
            self.add("sync", [rank], window=w, thread=thread)
        else:
            others = [x for x in self.windows[w].members if x != rank and state.get((w, x))]
            used = self.flags.get((w, target), 0)
            if others and used < FLAGS - self.windows[w].shift and self.flag_is_own(w):
                other = r.choice(others)
                flag = WINDOW_WORDS + used
                self.flags[w, target] = used + 1
                self.add("notify", [rank], window=w, target=target, flag=flag, style=r.choice("rsfc"), thread=thread)
                threads = [0] + [t for x, t in self.running if x == other]
                notified.append((other, r.choice(threads), w, target, flag))
        if notified and r.random() < 0.5:
            other, its_thread, w2, target2, flag = notified.pop(0)
            if (other, its_thread) not in self.running:
                its_thread = 0
            self.add("await", [other], window=w2, target=target2, flag=flag, style=r.choice("fgc"), thread=its_thread)

    def flag_is_own(self, w):
        """Whether the flags of a window are words of its own: windows over the same memory would share them."""
        return self.windows[w].fresh

    def lock(self, rank, w, target):
        """A lock epoch, sometimes with a second lock inside (in ascending order: no deadlock)."""
        r = self.random
        held = [(w, target)]
        if r.random() < 0.25:
            second = r.choice([x for x, m in self.modes.items() if m == "lock" and rank in self.windows[x].members])
            other = (second, r.choice(self.windows[second].members))
            if other != held[0]:
                held = sorted(held + [other])
        for hw, ht in held:
            self.add("lock", [rank], window=hw, target=ht, exclusive=r.random() < 0.5)
        for _ in range(r.randrange(1, 4)):
            choice = r.random()
            hw, ht = r.choice(held)
            if choice < 0.15 and self.threads < 6:
                self.by_another_thread(rank, hw, ht)
            elif choice < 0.65:
                request = self.operation(rank, hw, ht, requests=True)
                if request is not None:
                    self.pending.append((rank, 0, request))
            elif choice < 0.85:
                self.access(rank)
            else:
                self.add("flush", [rank], window=hw, target=ht, local=r.random() < 0.3)
        for hw, ht in r.sample(held, len(held)):
            self.add("unlock", [rank], window=hw, target=ht)

    def by_another_thread(self, rank, w, target):
        """An operation in this thread's epoch, by a thread that begins and ends within that epoch."""
        self.spawn(rank)
        thread = self.threads
        for _ in range(self.random.randrange(1, 3)):
            self.operation(rank, w, target, thread)
            if self.random.random() < 0.5:
                self.access(rank, self.random.choice([0, thread]))
        self.join(len(self.running) - 1)

    def pscw(self, w):
        """Posts, starts, operations, completes and waits of random groups, interleaved at random."""
        r = self.random
        members = list(self.windows[w].members)
        if len(members) < 2:
            return
        targets = sorted(r.sample(members, r.randrange(1, len(members))))
        origins = sorted(r.sample(members, r.randrange(1, len(members))))
        # Posts first: start may block until they have come.
        for t in r.sample(targets, len(targets)):
            self.add("post", [t], window=w, group=list(origins))
        for o in r.sample(origins, len(origins)):
            self.add("start", [o], window=w, group=list(targets))
        for _ in range(r.randrange(1, 5)):
            choice = r.random()
            if choice < 0.15 and self.threads < 6:
                self.by_another_thread(r.choice(origins), w, r.choice(targets))
            elif choice < 0.65:
                self.operation(r.choice(origins), w, r.choice(targets))
            elif choice < 0.9:
                self.access(r.randrange(self.ranks))
            else:
                self.communicate(r.randrange(self.ranks), 0)
        for o in r.sample(origins, len(origins)):
            self.add("complete", [o], window=w)
            if r.random() < 0.3:
                self.access(r.randrange(self.ranks))
        for t in r.sample(targets, len(targets)):
            self.add("wait", [t], window=w, style=r.choice(["wait", "wait", "test"]))
            if r.random() < 0.3:
                self.access(r.randrange(self.ranks))

    def program(self):
        for i in range(self.random.choice([1, 1, 2])):
            if i:
                self.add("collective", range(self.ranks), what="barrier", comm="world")
            self.segment()
        if self.choices.random() < self.protocols:
            self.add("collective", range(self.ranks), what="barrier", comm="world")
            self.protocol_segment(self.choices)
        return self.program_


def generate(seed, ranks, protocols=0.3):
    return Generator(seed, ranks, protocols).program()
