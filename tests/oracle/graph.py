"""Happens-before of a random program: edges of program order and of each kind of synchronization, and reachability over them."""
from program import collective_edges
from protocol_order import LATE, Order

SENDS = ("send", "ssend", "bsend", "isend", "issend", "ibsend")
RECEIVES = ("recv", "irecv")


class Graph:
    def __init__(self, program, seen, possible=False):
        self.program, self.seen = program, seen
        self.edges = []
        self.extra = set()                   # what is found out later
        self.entry, self.exit = {}, {}
        self.posted = {}                     # where a receive begins: after its probe; and a read of data, after it saw the counter
        self.count = 0
        self.program_order()
        self.completions()
        self.messages()
        self.collectives()
        self.exposures()
        self.threads()
        self.flags()
        order = Order(self, possible)
        self.edges += order.edges
        self.met = order.met

    def program_order(self):
        last = {}
        for number, a in enumerate(self.program.actions):
            for rank in a.ranks:
                entry, leave = self.count, self.count + 1
                self.count += 2
                self.edges.append((entry, leave))
                if (rank, a.thread) in last:
                    self.edges.append((last[rank, a.thread], entry))
                last[rank, a.thread] = leave
                self.entry[number, rank], self.exit[number, rank] = entry, leave
                self.posted[number, rank] = entry
                if a.kind == "recv" and a.args.get("style", "plain") != "plain" or a.args.get("what") in LATE:
                    self.posted[number, rank] = self.count
                    self.edges += [(entry, self.count), (self.count, leave)]
                    self.count += 1

    def completions(self):
        """done[number, rank]: the node at which the request that begins there is complete. unseen: requests that were freed before."""
        self.done = {}
        self.unseen = set()
        open_requests = {}
        for number, a in enumerate(self.program.actions):
            if a.kind in SENDS + RECEIVES and a.args.get("request") is not None:
                open_requests[a.request] = (number, a.rank)
            elif a.kind == "collective" and a.args.get("requests"):
                for rank in a.ranks:
                    open_requests[a.requests[rank]] = (number, rank)
            done = []
            if a.kind in ("wait_request", "cancel_wait"):
                done = [a.request]
            elif a.kind == "waitall":
                done = a.requests
            elif a.kind in ("waitany", "waitsome", "testsome"):
                done = self.seen.get(a.number, [])
            elif a.kind == "free_request" and a.args.get("active"):
                self.unseen.add(open_requests.pop(a.request))
            for request in done:
                if request in open_requests:
                    self.done[open_requests.pop(request)] = self.exit[number, a.rank]

    def finished(self, number, rank):
        a = self.program.actions[number]
        nonblocking = a.args.get("request") is not None or a.args.get("requests")
        return self.done[number, rank] if nonblocking else self.exit[number, rank]

    def messages(self):
        """The k-th send of (communicator, source, destination, tag) and the k-th receive, in posting order."""
        channels = {}
        for number, a in enumerate(self.program.actions):
            if a.kind in SENDS:
                key = (a.args.get("comm"), a.rank, a.peer, a.tag)
                channels.setdefault(key, ([], []))[0].append(number)
            elif a.kind in RECEIVES and not a.args.get("cancelled"):
                source = a.peer
                if a.args.get("group") is not None:
                    source = self.seen[a.number][0]          # what the status said
                key = (a.args.get("comm"), source, a.rank, a.tag)
                channels.setdefault(key, ([], []))[1].append(number)
        for (_, source, destination, _), (sends, receives) in channels.items():
            assert len(sends) == len(receives)
            for s, r in zip(sends, receives):
                if (r, destination) not in self.unseen:
                    self.edges.append((self.entry[s, source], self.finished(r, destination)))
                if self.posted[r, destination] != self.entry[r, destination]:
                    self.edges.append((self.entry[s, source], self.posted[r, destination]))  # what a probe has seen
                if self.program.actions[s].kind in ("ssend", "issend") and (s, source) not in self.unseen:
                    self.edges.append((self.posted[r, destination], self.finished(s, source)))
        for number, a in enumerate(self.program.actions):
            if a.kind == "sendrecv":
                for rank in a.ranks:
                    self.edges.append((self.entry[number, a.source[rank]], self.exit[number, rank]))

    def collectives(self):
        for number, a in enumerate(self.program.actions):
            if a.kind == "collective":
                for i, j in collective_edges(a.what, a.ranks, a.args.get("root", 0), a.args.get("pairs"),
                                             a.args.get("comm")):
                    self.edges.append((self.entry[number, i], self.finished(number, j)))
            elif a.kind in ("fence", "open", "close") and not a.args.get("noprecede"):
                for i in a.ranks:
                    for j in a.ranks:
                        self.edges.append((self.entry[number, i], self.exit[number, j]))

    def exposures(self):
        """complete -> wait; post -> complete if the epoch fetched data from that target."""
        posts, started, fetched = {}, {}, {}
        for number, a in enumerate(self.program.actions):
            if a.kind == "post":
                for origin in a.group:
                    posts.setdefault((a.window, a.rank, origin), []).append(number)
            elif a.kind == "start":
                started[a.window, a.rank] = {t: posts[a.window, t, a.rank].pop(0) for t in a.group}
                fetched[a.window, a.rank] = set()
            elif a.kind in ("get", "get_accumulate", "fetch_and_op", "compare_and_swap"):
                fetched.setdefault((a.window, a.rank), set()).add(a.target)
            elif a.kind == "complete":
                for target, post in started[a.window, a.rank].items():
                    wait = next(n for n, b in enumerate(self.program.actions)
                                if n > number and b.kind == "wait" and b.window == a.window and b.rank == target)
                    self.edges.append((self.entry[number, a.rank], self.exit[wait, target]))
                    if target in fetched[a.window, a.rank]:
                        self.edges.append((self.entry[post, target], self.exit[number, a.rank]))

    def threads(self):
        first, last = {}, {}
        for number, a in enumerate(self.program.actions):
            if a.thread:
                first.setdefault((a.rank, a.thread), self.entry[number, a.rank])
                last[a.rank, a.thread] = self.exit[number, a.rank]
        sections = {}
        open_section = {}
        flags = {}
        for number, a in enumerate(self.program.actions):
            rank = a.rank
            if a.kind == "spawn" and (rank, a.which) in first:
                self.edges.append((self.entry[number, rank], first[rank, a.which]))
            elif a.kind == "spawn":
                flags["empty", rank, a.which] = self.entry[number, rank]
            elif a.kind == "join":
                end = last.get((rank, a.which), flags.get(("empty", rank, a.which)))
                self.edges.append((end, self.exit[number, rank]))
            elif a.kind == "fork":
                self.edges += [(self.entry[number, rank], first[rank, s]) for s in a.which if (rank, s) in first]
            elif a.kind == "meet":
                self.edges += [(last[rank, s], self.exit[number, rank]) for s in a.which if (rank, s) in last]
            elif a.kind == "mutex_lock":
                open_section[rank, a.thread, a.mutex] = (self.seen[a.number][0], self.exit[number, rank])
            elif a.kind == "mutex_unlock":
                order, had = open_section.pop((rank, a.thread, a.mutex))
                sections.setdefault((rank, a.mutex), []).append((order, had, self.entry[number, rank]))
            elif a.kind == "set_flag":
                flags[a.which] = self.entry[number, rank]
            elif a.kind == "see_flag":
                self.edges.append((flags[a.which], self.exit[number, rank]))
        for list_ in sections.values():
            list_.sort()
            for (_, _, given), (_, had, _) in zip(list_, list_[1:]):
                self.edges.append((given, had))

    def flags(self):
        """A flag is 1 only after its notify, and an await returns only when it has read 1."""
        notifies = {}
        shown = {}
        for number, a in enumerate(self.program.actions):
            if a.kind == "show":
                shown[a.place] = self.entry[number, a.rank]
            elif a.kind == "take":
                self.edges.append((shown[a.place], self.exit[number, a.rank]))
            if a.kind == "notify":
                notifies[a.window, a.target, a.flag] = self.entry[number, a.rank]
            elif a.kind == "await":
                self.edges.append((notifies[a.window, a.target, a.flag], self.exit[number, a.rank]))

    # ---- reachability ----

    def close(self):
        """Closes the relation by iteration, since edges that are only possible may form a cycle."""
        self.reach = [1 << n for n in range(self.count)]
        edges = sorted(self.edges + list(self.extra), reverse=True)
        changed = True
        while changed:
            changed = False
            for a, b in edges:
                merged = self.reach[a] | self.reach[b]
                if merged != self.reach[a]:
                    self.reach[a] = merged
                    changed = True

    def reaches(self, a, b):
        return bool(self.reach[a] >> b & 1)
