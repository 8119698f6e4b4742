"""The part of the generator that makes messages, collectives and their completion."""
from program import Action, Shape, is_inter

SENDS = ["send", "send", "ssend", "bsend"]
ISENDS = ["isend", "isend", "issend", "ibsend"]
IN_PLACE = ("allreduce", "scan", "alltoall")


class Communicate:
    pending = None                           # (rank, thread, request) that somebody has to complete

    def new_request(self):
        if self.pending is None:
            self.pending = []
        self.requests += 1
        return self.requests - 1

    def communicate(self, rank, thread):
        if self.pending is None:
            self.pending = []
        r = self.random
        choice = r.random()
        if self.requests > 220:
            return
        if thread or choice < 0.4:
            self.message(rank, thread)
        elif choice < 0.48:
            self.wildcard_group()
        elif choice < 0.54:
            self.persistent()
        elif choice < 0.60:
            self.exchange()
        elif choice < 0.62:
            self.made()
        elif choice < 0.63:
            self.cancelled()
        elif choice < 0.66:
            self.freed()
        else:
            self.collective()

    # ---- messages ----

    def comm_with(self, *ranks, thread=0):
        """The communicator of a message: the world, or that of a window (its ranks may be permuted). Threads that began before a
        communicator was made do not know it."""
        choices = ["world", "world"] + [w.members for w in self.windows
                                        if set(ranks) <= set(w.members) and w.members != tuple(range(self.ranks))]
        choices += [c for c in self.inters if len(set(ranks) & set(c[1])) == len(set(ranks) & set(c[2])) == 1]
        choices += [c for c, threads in self.made_comms if set(ranks) <= set(c[2]) and (thread == 0 or thread > threads)]
        return self.random.choice(choices)

    def make_intercommunicators(self):
        r = self.random
        self.inters, self.made_comms = [], []
        for _ in range(r.choice([0, 1, 1, 2])):
            members = r.sample(range(self.ranks), r.randrange(2, self.ranks + 1))
            cut = r.randrange(1, len(members))
            inter = ("inter", tuple(members[:cut]), tuple(members[cut:]))
            if inter not in self.inters:
                self.inters.append(inter)

    def made(self):
        """Makes a communicator during the program: by all ranks, by its members only, or without waiting."""
        r = self.random
        if len(self.made_comms) >= 4:
            return
        members = tuple(r.sample(range(self.ranks), r.randrange(2, self.ranks + 1)))
        how = r.choice(["split", "group", "dup", "idup"])
        ranks = members if how == "group" else tuple(range(self.ranks))
        if how in ("dup", "idup"):
            members = ranks
        comm = ("made", len(self.made_comms), members)
        args = dict(what=how, comm="world", made=comm)
        if how == "idup":
            args["requests"] = {m: self.new_request() for m in members}
        self.add("collective", ranks, **args)
        if how == "idup":                    # nobody may use it before
            for m in members:
                self.add("wait_request", [m], request=args["requests"][m])
        self.made_comms.append((comm, self.threads))

    def new_tag(self):
        # Some tags come again: then the order of the messages decides.
        self.tag += 1
        return self.tag

    def message(self, rank, thread):
        r = self.random
        source, destination = r.sample(range(self.ranks), 2)
        source_thread = destination_thread = 0
        if thread:
            source, source_thread = rank, thread
            destination = r.choice([x for x in range(self.ranks) if x != rank])
        common = dict(comm=self.comm_with(source, destination, thread=source_thread))
        if source_thread == 0 and r.random() < 0.3:
            common["tag"] = 1000             # one for all: matched in order
            wildcard = False
        else:
            common["tag"] = self.new_tag()
            wildcard = r.random() < 0.25
            others = [t for x, t in self.running if x == destination
                      and all(t > threads for c, threads in self.made_comms if c == common["comm"])]
            if others and r.random() < 0.5:
                destination_thread = r.choice(others)
        send = dict(place=self.local(source), peer=destination, thread=source_thread, **common)
        recv = dict(place=self.local(destination), peer=source, wildcard=wildcard, thread=destination_thread, **common)
        if r.random() < 0.5:
            self.add(r.choice(SENDS), [source], **send)
            self.add("recv", [destination], style=r.choice(["plain", "plain", "probe", "mprobe", "iprobe", "improbe"]), **recv)
            return
        first, second = self.new_request(), self.new_request()
        def receive():
            self.add("irecv", [destination], request=first, **recv)
        # Posted first or sent first.
        before = r.random() < 0.5
        if before:
            receive()
        self.add(r.choice(ISENDS), [source], request=second, **send)
        if not before:
            receive()
        self.pending += [(source, source_thread, second), (destination, destination_thread, first)]

    def wildcard_group(self):
        """Several senders, one tag, and one receiver that takes messages as they come."""
        r = self.random
        destination = r.randrange(self.ranks)
        others = [x for x in range(self.ranks) if x != destination]
        count = r.randrange(1, 4)
        tag = self.new_tag()
        self.groups += 1
        common = dict(tag=tag, comm="world", group=self.groups)
        for _ in range(count):
            source = r.choice(others)
            self.add(r.choice(["send", "send", "bsend"]), [source], place=self.local(source), peer=destination, **common)
        for _ in range(count):
            if r.random() < 0.5:
                self.access(r.randrange(self.ranks))
            self.add("recv", [destination], place=self.local(destination), peer=None, wildcard=True,
                     style=r.choice(["plain", "mprobe"]), **common)

    def persistent(self):
        r = self.random
        source, destination = r.sample(range(self.ranks), 2)
        common = dict(tag=self.new_tag(), comm=self.comm_with(source, destination), persistent=True)
        send = dict(place=self.local(source), peer=destination, request=self.new_request(), **common)
        recv = dict(place=self.local(destination), peer=source, wildcard=r.random() < 0.3, request=self.new_request(), **common)
        kind = r.choice(["isend", "issend", "ibsend"])
        self.add("init", [source], what=Action(kind, (source,), send), request=send["request"])
        self.add("init", [destination], what=Action("irecv", (destination,), recv), request=recv["request"])
        for _ in range(r.choice([1, 2])):
            self.add(kind, [source], **send)
            if r.random() < 0.4:
                self.access(r.choice([source, destination]))
            self.add("irecv", [destination], **recv)
            if r.random() < 0.4:
                self.access(r.choice([source, destination]))
            self.add("wait_request", [destination], request=recv["request"])
            self.add("wait_request", [source], request=send["request"])
        self.add("free_request", [source], request=send["request"])
        self.add("free_request", [destination], request=recv["request"])

    def exchange(self):
        r = self.random
        ring = r.sample(range(self.ranks), r.randrange(2, self.ranks + 1))
        n = len(ring)
        send = {x: self.local(x) for x in ring}
        replace = r.random() < 0.3
        self.add("sendrecv", ring, tag=self.new_tag(), send=send, replace=replace,
                 recv=send if replace else {x: self.apart(x, "int", 1, [self.words(x, send[x])]) for x in ring},
                 to={x: ring[(i + 1) % n] for i, x in enumerate(ring)},
                 source={x: ring[(i - 1) % n] for i, x in enumerate(ring)})

    def cancelled(self):
        rank = self.random.randrange(self.ranks)
        request = self.new_request()
        self.add("irecv", [rank], place=self.local(rank), peer=(rank + 1) % self.ranks, wildcard=False, tag=self.new_tag(),
                 comm="world", request=request, cancelled=True)
        if self.random.random() < 0.5:
            self.access(rank)
        self.add("cancel_wait", [rank], request=request)

    def freed(self):
        """Requests that are freed while they are active. A later receive takes the messages that they left."""
        r = self.random
        source, destination = r.sample(range(self.ranks), 2)
        common = dict(tag=self.new_tag(), comm=self.comm_with(source, destination))
        count = r.randrange(1, 3)
        for _ in range(count):
            request = self.new_request()
            self.add("irecv", [destination], place=self.local(destination), peer=source, wildcard=r.random() < 0.5,
                     request=request, **common)
            self.add("free_request", [destination], request=request, active=True)
        for _ in range(count + 1):
            if r.random() < 0.4:
                self.access(r.choice([source, destination]))
            send = dict(place=self.local(source), peer=destination, **common)
            if r.random() < 0.5:
                self.add(r.choice(["send", "ssend"]), [source], **send)
            else:
                request = self.new_request()
                self.add(r.choice(["isend", "issend"]), [source], request=request, **send)
                self.add("free_request", [source], request=request, active=True)
        if r.random() < 0.5:
            self.access(r.choice([source, destination]))
        self.add("recv", [destination], place=self.local(destination), peer=source, wildcard=r.random() < 0.5,
                 style=r.choice(["plain", "probe", "mprobe"]), **common)

    # ---- collectives ----

    def collective(self):
        r = self.random
        what = r.choice(["barrier"] * 5 + ["bcast", "bcast", "reduce", "allreduce", "gather", "scatter", "scan", "exscan",
                                           "allgather", "alltoall", "alltoallv", "alltoallv", "reduce_scatter_block", "neighbor",
                                           "graph"])
        members = tuple(range(self.ranks))
        comm = "world"
        if what not in ("neighbor", "graph") and r.random() < 0.35:
            members = r.choice([w.members for w in self.windows] +
                               [tuple(r.sample(members, r.randrange(2, self.ranks + 1)))])
            comm = "world" if members == tuple(range(self.ranks)) else members
            others = [c for c, _ in self.made_comms] + [i for i in self.inters if what not in ("scan", "exscan", "alltoallv", "reduce_scatter_block")]
            if others and r.random() < 0.6:
                comm = r.choice(others)
                members = comm[1] + comm[2] if is_inter(comm) else comm[2]
        n = len(members)
        args = dict(what=what, comm=comm)
        if what in ("bcast", "reduce", "gather", "scatter"):
            args["root"] = r.randrange(n)
        if what in ("alltoallv", "graph"):
            args["pairs"] = [(i, j) for i in range(n) for j in range(n) if r.random() < 0.6]
        if what == "graph" and not args["pairs"]:
            return
        if what not in ("barrier", "neighbor", "graph") and r.random() < 0.6:
            args["in_place"] = what in IN_PLACE and not is_inter(comm) and r.random() < 0.3
            args["buffers"] = {m: self.collective_buffers(args, m, i, n) for i, m in enumerate(members)}
        # (Open MPI 4.1 hangs in the next creation of a communicator if MPI_Ialltoallv had nothing to do somewhere.)
        idle = what == "alltoallv" and any(all(i == j or k not in (i, j) for i, j in args["pairs"]) for k in range(n))
        if r.random() < 0.3 and not idle:
            args["requests"] = {m: self.new_request() for m in members}
            for m in members:
                self.pending.append((m, 0, args["requests"][m]))
        self.add("collective", members, **args)

    def collective_buffers(self, args, rank, position, n):
        """What this rank sends and receives, in elements. On an intercommunicator, its group exchanges with the other one."""
        what, root, comm = args["what"], args.get("root"), args["comm"]
        others = n
        takes_part = True                    # in the rooted ones: not those who are in the root's group
        if is_inter(comm):
            others = len(comm[2] if rank in comm[1] else comm[1])
            if root is not None:
                takes_part = position == root or (position < len(comm[1])) != (root < len(comm[1]))
        is_root = position == root
        sends = {"bcast": is_root, "scatter": is_root, "gather": not (is_root and is_inter(comm)),
                 "reduce": not (is_root and is_inter(comm))}.get(what, True)
        receives = {"bcast": not is_root, "gather": is_root, "reduce": is_root,
                    "scatter": not (is_root and is_inter(comm)), "exscan": position > 0}.get(what, True)
        out = others if what in ("scatter", "alltoall", "alltoallv", "reduce_scatter_block") else 1
        into = others if what in ("gather", "allgather", "alltoall", "alltoallv") else 1
        sent, got = ("plain", out), ("plain", into)
        if what == "alltoallv":
            sent = ("indexed", tuple(j for i, j in args["pairs"] if i == position))
            got = ("indexed", tuple(i for i, j in args["pairs"] if j == position))
        def elements(place, form):
            area, shape = place
            return (area, Shape("int", min(shape.offset, 10), form))
        send = recv = None
        if not takes_part:
            return None, None
        if sends and sent[1] and not args.get("in_place"):
            send = elements(self.local(rank), sent)
        for _ in range(30):
            if receives and got[1]:
                recv = elements(self.local(rank), got)
                # (Open MPI 4.1 takes equal addresses for MPI_IN_PLACE.)
                def first(place):
                    return self.words(rank, (place[0], Shape("int", place[1].offset, ("plain", 1))))
                if send and (first(send) == first(recv) or self.words(rank, send) & self.words(rank, recv)):
                    continue
            return send, recv
        return (("buf", 0), Shape("int", 0, sent)), (("buf", 1), Shape("int", 0, got))

    # ---- completion ----

    def can(self, thread_of, rank):
        """Threads that have ended leave their requests to the main thread."""
        return thread_of if (rank, thread_of) in self.running else 0

    def complete_some(self):
        r = self.random
        rank, thread, request = self.pending.pop(r.randrange(len(self.pending)))
        thread = self.can(thread, rank)
        mates = [p for p in self.pending if p[0] == rank and self.can(p[1], rank) == thread]
        if mates and r.random() < 0.6:
            requests = [request] + [p[2] for p in mates]
            style = r.choice(["waitall", "waitany", "waitsome", "testsome"])
            self.add(style, [rank], requests=requests, thread=thread)
            if style == "waitall":
                self.pending = [p for p in self.pending if p not in mates]
            else:
                # Which one it was, only the run knows.
                if r.random() < 0.7:
                    self.access(rank, thread)
                self.add("waitall", [rank], requests=requests, thread=thread)
                self.pending = [p for p in self.pending if p not in mates]
            return
        style = r.choice(["wait", "wait", "wait", "test", "test", "status"])
        self.add("wait_request", [rank], request=request, thread=thread, style=style)
        if style == "status":
            # That was complete by it: what completes the request adds nothing.
            if r.random() < 0.7:
                self.access(rank, thread)
            self.add("wait_request", [rank], request=request, thread=thread)

    def complete_all(self):
        if self.pending is None:
            self.pending = []
        self.random.shuffle(self.pending)
        while self.pending:
            self.complete_some()
