"""Prints a random program as C, with one line for each action, so a line names an action."""
from program import FIRST_STRAND, is_inter
from steps import step

FLAVORS = ["allocate", "create", "shared", "dynamic"]
TYPES = {"int": "MPI_INT", "unsigned": "MPI_UNSIGNED", "long": "MPI_LONG"}
C_TYPES = {"int": "int", "unsigned": "unsigned", "long": "long"}
OPS = {"sum": "MPI_SUM", "max": "MPI_MAX", "replace": "MPI_REPLACE", "noop": "MPI_NO_OP"}


def mask_of(ranks):
    return sum(1 << r for r in ranks)


class Printer:
    def __init__(self, program, number):
        self.program, self.number = program, number
        all_comms = {a.comm for a in program.actions if a.args.get("comm")}
        self.inters = sorted(c for c in all_comms if is_inter(c))
        comms = {c for c in all_comms if c != "world" and c[0] not in ("inter", "made")}
        comms |= {w.members for w in program.windows}
        comms.discard(tuple(range(program.ranks)))
        self.comms = sorted(comms)
        self.graphs = [a for a in program.actions if a.args.get("what") == "graph"]
        self.made = [a.made for a in program.actions if a.args.get("made")]
        self.ring = any(a.args.get("what") == "neighbor" for a in program.actions)

    # ---- arguments ----

    def comm(self, members):
        if members in (None, "world") or tuple(members) == tuple(range(self.program.ranks)):
            return "MPI_COMM_WORLD"
        if is_inter(members):
            return f"inter[{self.inters.index(members)}]"
        if members[0] == "made":
            return f"created[{members[1]}]"
        return f"comm[{self.comms.index(tuple(members))}]"

    def area(self, area):
        if area[0] == "win":
            return f"at[{area[1]}]"
        if area[0] == "peer":
            return f"peer[{area[1]}][{self.program.windows[area[1]].members.index(area[2])}]"
        return {"buf": f"buf[{area[1]}]", "val": f"(char *)&val[{area[1]}]", "res": f"(char *)&res[{area[1]}]",
                "own": f"own[{area[1]}]"}[area[0]]

    def address(self, place):
        area, shape = place
        return f"{self.area(area)} + {4 * shape.offset}"

    def typed(self, shape):
        unit, form = TYPES[shape.unit], shape.form
        if form[0] == "plain":
            return f"{form[1]}, {unit}"
        if form[0] == "indexed":
            displacements = ", ".join(map(str, form[1]))
            return f"1, indexed({len(form[1])}, (int[]){{{displacements}}}, {unit})"
        return f"1, {form[0]}({', '.join(map(str, form[1:]))}, {unit})"

    def displacement(self, w, target, offset):
        window = self.program.windows[w]
        if window.flavor == "dynamic":
            return f"base[{w}][{window.members.index(target)}] + {4 * offset}"
        return f"{4 * offset // window.unit}"

    def rank_in(self, w, target):
        return self.program.windows[w].members.index(target)

    def target(self, a):
        return (f"{self.rank_in(a.window, a.target)}, {self.displacement(a.window, a.target, a.at.offset)}")

    def peer(self, a, world_rank):
        comm = a.args.get("comm", "world")
        if comm == "world":
            return world_rank
        if is_inter(comm):
            return comm[1].index(world_rank) if world_rank in comm[1] else comm[2].index(world_rank)
        return (comm[2] if comm[0] == "made" else comm).index(world_rank)

    # ---- statements ----

    def operation(self, a):
        k, window = a.kind, f"win[{a.window}]"
        request = f", &request[{a.request}]" if a.args.get("request") is not None else ""
        r = "r" if request else ""
        origin = f"{self.address(a.origin)}, {self.typed(a.origin[1])}" if a.args.get("origin") else "NULL, 0, MPI_INT"
        target = f"{self.target(a)}, {self.typed(a.at)}"
        unit = TYPES[a.at.unit]
        if k in ("put", "get"):
            return f"MPI_{(r + k).capitalize()}({origin}, {target}, {window}{request});"
        if k == "accumulate":
            return f"MPI_{(r + k).capitalize()}({origin}, {target}, {OPS[a.op]}, {window}{request});"
        result = f"{self.address(a.result)}, {self.typed(a.result[1])}"
        if k == "get_accumulate":
            return f"MPI_{(r + k).capitalize()}({origin}, {result}, {target}, {OPS[a.op]}, {window}{request});"
        origin = self.address(a.origin) if a.args.get("origin") else "NULL"
        if k == "fetch_and_op":
            return f"MPI_Fetch_and_op({origin}, {self.address(a.result)}, {unit}, {self.target(a)}, {OPS[a.op]}, {window});"
        return (f"MPI_Compare_and_swap({origin}, {self.address(a.compare)}, {self.address(a.result)}, {unit}, "
                f"{self.target(a)}, {window});")

    def local(self, a):
        area, shape = a.place
        unit = C_TYPES[shape.unit]
        base = f"(({unit} *)({self.address(a.place)}))"
        form = shape.form
        def body(i):
            return f"sink += {base}[{i}];" if a.kind == "load" else f"{base}[{i}] = i;"
        if form[0] in ("plain", "vector"):
            stride = 1 if form[0] == "plain" else form[2]
            return f"for (int i = 0; i < {form[1] * stride}; i += {stride}) {body('i')}"
        return "int i = 7; " + " ".join(body(d) for d in shape.displacements()) + " (void)i;"

    def message(self, a):
        k = a.kind
        if k == "sendrecv":
            parts = []
            for r in a.ranks:
                if a.args.get("replace"):
                    parts.append(f"if (me == {r}) MPI_Sendrecv_replace({self.address(a.send[r])}, {self.typed(a.send[r][1])}, "
                                 f"{a.to[r]}, {a.tag}, {a.source[r]}, {a.tag}, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")
                    continue
                parts.append(f"if (me == {r}) MPI_Sendrecv({self.address(a.send[r])}, {self.typed(a.send[r][1])}, "
                             f"{a.to[r]}, {a.tag}, {self.address(a.recv[r])}, {self.typed(a.recv[r][1])}, {a.source[r]}, "
                             f"{a.tag}, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")
            return " ".join(parts)
        tail = f"{a.tag}, {self.comm(a.args.get('comm'))}"
        sends = k in ("send", "ssend", "bsend", "isend", "issend", "ibsend")
        request = f"&request[{a.request}]" if a.args.get("request") is not None else None
        where = f"{self.address(a.place)}, {self.typed(a.place[1])}"
        if a.args.get("persistent"):
            return f"MPI_Start({request});"
        if sends:
            return f"MPI_{k.capitalize()}({where}, {self.peer(a, a.peer)}, {tail}{', ' + request if request else ''});"
        source = "MPI_ANY_SOURCE" if a.wildcard else self.peer(a, a.peer)
        if k == "irecv":
            return f"MPI_Irecv({where}, {source}, {tail}, {request});"
        style = a.args.get("style", "plain")
        noted = f" note({a.number}, status.MPI_SOURCE);" if a.args.get("group") is not None else ""
        if style == "mprobe":
            return (f"MPI_Message m; MPI_Status status; MPI_Mprobe({source}, {tail}, &m, &status); "
                    f"MPI_Mrecv({where}, &m, &status);{noted}")
        if style == "improbe":
            return (f"MPI_Message m; MPI_Status status; int is = 0; while (!is) {{ MPI_Improbe({source}, {tail}, &is, &m, &status); "
                    "if (!is) sched_yield(); } MPI_Request q; "
                    f"MPI_Imrecv({where}, &m, &q); MPI_Wait(&q, &status);{noted}")
        before = {"plain": "", "probe": f"MPI_Probe({source}, {tail}, MPI_STATUS_IGNORE); ",
                  "iprobe": f"int is = 0; while (!is) {{ MPI_Iprobe({source}, {tail}, &is, MPI_STATUS_IGNORE); "
                            "if (!is) sched_yield(); } "}[style]
        return f"{before}MPI_Status status; MPI_Recv({where}, {source}, {tail}, &status);{noted}"

    def init(self, a):
        b = a.what
        where = f"{self.address(b.place)}, {self.typed(b.place[1])}"
        tail = f"{b.tag}, {self.comm(b.args.get('comm'))}, &request[{b.request}]"
        name = "MPI_Recv_init" if b.kind == "irecv" else {"issend": "MPI_Ssend_init", "ibsend": "MPI_Bsend_init"}.get(
            b.kind, "MPI_Send_init")
        peer = "MPI_ANY_SOURCE" if b.args.get("wildcard") else self.peer(b, b.peer)
        return f"{name}({where}, {peer}, {tail});"

    def collective(self, a):
        what, i = a.what, "I" if a.args.get("requests") else ""
        if a.args.get("made"):
            return self.creation(a)
        tail = "comm[7]" if what == "neighbor" else self.comm(a.args.get("comm"))
        if what == "graph":
            tail = f"graph[{next(i for i, b in enumerate(self.graphs) if b is a)}]"
        n = len(a.ranks)
        # By rank: the buffers of rank r are its own, and so is its request.
        per = f"MPI_Request *q = &request[{a.requests[a.ranks[0]]} + position]; " if i else ""
        position = "int position = " + " : ".join(f"me == {r} ? {p}" for p, r in enumerate(a.ranks)) + " : 0; (void)position; "
        end = f"{tail}, q);" if i else f"{tail});"
        def name(word):
            return f"MPI_{i}{word}" if i else f"MPI_{word.capitalize()}"
        x = "static int x[16], y[16]; "
        if a.args.get("buffers"):
            send = " : ".join(f"me == {r} ? (void *)({self.address(a.buffers[r][0])})" for r in a.ranks if a.buffers[r][0]) or "0 ? NULL"
            recv = " : ".join(f"me == {r} ? (void *)({self.address(a.buffers[r][1])})" for r in a.ranks if a.buffers[r][1]) or "0 ? NULL"
            x = f"static int spare[16]; void *x = {send} : spare, *y = {recv} : spare; (void)x; (void)y; "
        if what == "alltoallv":
            sent = ", ".join("{" + ", ".join(str(int((i, j) in a.pairs)) for j in range(n)) + "}" for i in range(n))
            x += (f"static const int sent[{n}][{n}] = {{{sent}}}; static int out[{n}], in[{n}], at[{n}]; "
                  f"for (int i = 0; i < {n}; i++) at[i] = i, out[i] = sent[position][i], in[i] = sent[i][position]; ")
        if a.args.get("in_place"):
            x += "x = MPI_IN_PLACE; "
        root = first = a.args.get("root", 0)
        if is_inter(a.args.get("comm")):
            mine = a.comm[1] if root < len(a.comm[1]) else a.comm[2]
            x += (f"int root = me == {a.ranks[root]} ? MPI_ROOT : ({' || '.join(f'me == {r}' for r in mine)}) ? MPI_PROC_NULL : "
                  f"{mine.index(a.ranks[root])}; (void)root; ")
            root = "root"
        calls = {
            "barrier": f"{name('barrier')}({end}",
            "bcast": f"{name('bcast')}({'me == %d ? x : y' % a.ranks[first]}, 1, MPI_INT, {root}, {end}",
            "reduce": f"{name('reduce')}(x, y, 1, MPI_INT, MPI_SUM, {root}, {end}",
            "gather": f"{name('gather')}(x, 1, MPI_INT, y, 1, MPI_INT, {root}, {end}",
            "scatter": f"{name('scatter')}(x, 1, MPI_INT, y, 1, MPI_INT, {root}, {end}",
            "allreduce": f"{name('allreduce')}(x, y, 1, MPI_INT, MPI_SUM, {end}",
            "scan": f"{name('scan')}(x, y, 1, MPI_INT, MPI_SUM, {end}",
            "exscan": f"{name('exscan')}(x, y, 1, MPI_INT, MPI_SUM, {end}",
            "allgather": f"{name('allgather')}(x, 1, MPI_INT, y, 1, MPI_INT, {end}",
            "alltoall": f"{name('alltoall')}(x, 1, MPI_INT, y, 1, MPI_INT, {end}",
            "alltoallv": f"{name('alltoallv')}(x, out, at, MPI_INT, y, in, at, MPI_INT, {end}",
            "reduce_scatter_block": f"{name('reduce_scatter_block')}(x, y, 1, MPI_INT, MPI_SUM, {end}",
            "graph": f"{'MPI_Ineighbor_alltoall' if i else 'MPI_Neighbor_alltoall'}(x, 1, MPI_INT, y, 1, MPI_INT, {end}",
            "neighbor": f"{'MPI_Ineighbor_allgather' if i else 'MPI_Neighbor_allgather'}(x, 1, MPI_INT, y, 1, MPI_INT, {end}",
        }
        return position + x + per + calls[what]

    def creation(self, a):
        """A communicator that is made during the program."""
        to, members = f"&created[{a.made[1]}]", a.made[2]
        if a.what == "dup":
            return f"MPI_Comm_dup(MPI_COMM_WORLD, {to});"
        if a.what == "idup":
            first = a.requests[a.ranks[0]]
            return f"MPI_Comm_idup(MPI_COMM_WORLD, {to}, &request[{first} + me]);"
        listed = f"{len(members)}, (int[]){{{', '.join(map(str, members))}}}"
        if a.what == "split":
            return f"created[{a.made[1]}] = communicator_of({listed});"
        return f"created[{a.made[1]}] = communicator_among({listed}, {a.number});"

    def completion(self, a):
        k = a.kind
        if k == "wait_request":
            look = {"test": "MPI_Test(&", "status": "MPI_Request_get_status("}.get(a.args.get("style"))
            if look:
                return (f"int done = 0; while (!done) {{ {look}request[{a.request}], &done, MPI_STATUS_IGNORE); "
                        "if (!done) sched_yield(); }")
            return f"MPI_Wait(&request[{a.request}], MPI_STATUS_IGNORE);"
        if k == "cancel_wait":
            return f"MPI_Cancel(&request[{a.request}]); MPI_Wait(&request[{a.request}], MPI_STATUS_IGNORE);"
        n = len(a.requests)
        gather = f"MPI_Request q[{n}]; int which[] = {{{', '.join(map(str, a.requests))}}}; " + \
                 f"for (int i = 0; i < {n}; i++) q[i] = request[which[i]]; "
        back = f" for (int i = 0; i < {n}; i++) request[which[i]] = q[i];"
        if k == "waitall":
            return f"{gather}MPI_Waitall({n}, q, MPI_STATUSES_IGNORE);{back}"
        if k == "waitany":
            return (f"{gather}int index; MPI_Waitany({n}, q, &index, MPI_STATUS_IGNORE); "
                    f"if (index >= 0) note({a.number}, which[index]);{back}")
        name = "MPI_Waitsome" if k == "waitsome" else "MPI_Testsome"
        return (f"{gather}int count, done[{n}]; {name}({n}, q, &count, done, MPI_STATUSES_IGNORE); "
                f"for (int i = 0; i < count; i++) note({a.number}, which[done[i]]);{back}")

    def statement(self, a):
        k = a.kind
        window = f"win[{a.args['window']}]" if "window" in a.args else ""
        if k in ("put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap"):
            return self.operation(a)
        if k in ("load", "store"):
            return self.local(a)
        if k in ("send", "ssend", "bsend", "isend", "issend", "ibsend", "recv", "irecv", "sendrecv"):
            return self.message(a)
        if k == "init":
            return self.init(a)
        if k == "collective":
            return self.collective(a)
        if k in ("wait_request", "cancel_wait", "waitall", "waitany", "waitsome", "testsome"):
            return self.completion(a)
        if k == "free_request":
            return f"MPI_Request_free(&request[{a.request}]);"
        if k == "flush":
            name = "MPI_Win_flush" + ("_local" if a.local else "") + ("_all" if a.target is None else "")
            target = "" if a.target is None else f"{self.rank_in(a.window, a.target)}, "
            return f"{name}({target}{window});"
        if k == "fence":
            return f"MPI_Win_fence({'MPI_MODE_NOPRECEDE' if a.args.get('noprecede') else '0'}, {window});"
        if k in ("post", "start"):
            return f"{k}({a.window}, {mask_of(a.group)});"
        if k == "wait" and a.args.get("style") == "test":
            return f"int done = 0; while (!done) {{ MPI_Win_test({window}, &done); if (!done) sched_yield(); }}"
        if k in ("complete", "wait", "lock_all", "unlock_all", "sync"):
            return f"MPI_Win_{k}({'0, ' if k == 'lock_all' else ''}{window});"
        if k in ("open", "close"):
            barrier = f"MPI_Barrier({self.comm(self.program.windows[a.window].members)}); "
            return self.opened(a.window) if k == "open" else barrier + self.closed(a.window)
        if k == "lock":
            kind = "MPI_LOCK_EXCLUSIVE" if a.exclusive else "MPI_LOCK_SHARED"
            return f"MPI_Win_lock({kind}, {self.rank_in(a.window, a.target)}, 0, {window});"
        if k == "unlock":
            return f"MPI_Win_unlock({self.rank_in(a.window, a.target)}, {window});"
        if k in ("notify", "await"):
            where = self.displacement(a.window, a.target, a.flag)
            return f"{k}_flag({a.window}, {self.rank_in(a.window, a.target)}, {where}, '{a.style}');"
        if k == "step":
            return step(self, a)
        if k == "spawn":
            return f"pthread_create(&thread[{a.which}], NULL, program_{self.number}_{a.rank}_{a.which}, NULL);"
        if k == "join":
            return f"pthread_join(thread[{a.which}], NULL);"
        if k == "mutex_lock":
            return f"pthread_mutex_lock(&mutex[{a.mutex}]); note_order({a.number});"
        if k == "mutex_unlock":
            return f"pthread_mutex_unlock(&mutex[{a.mutex}]);"
        if k in ("show", "take"):
            return f"{k}({self.address(a.place)});"
        if k in ("set_flag", "see_flag"):
            return f"{k}({a.which});"
        if k in ("fork", "meet"):
            return f"{k} of {a.args.get('construct', 'strands')}"
        raise ValueError(k)

    def opened(self, w):
        window = self.program.windows[w]
        return (f"open_window({w}, {FLAVORS.index(window.flavor)}, {window.region}, {window.shift}, {int(window.fresh)}, "
                f"{window.unit}, {int(window.ordered)}, {self.comm(window.members)});")

    def closed(self, w):
        window = self.program.windows[w]
        return f"close_window({w}, {FLAVORS.index(window.flavor)}, {window.region}, {int(window.fresh)});"

    # ---- strands: lines around each and around all

    FORK = {"sections": ("parallel sections", "{"), "tasks": ("parallel", "#pragma omp single", "{"),
            "taskgroup": ("parallel", "#pragma omp single", "#pragma omp taskgroup", "{"), "singles": ("parallel", "{"),
            "dynamic loop": ("parallel for schedule(dynamic, 1)", "for (int strand = 0; strand < {count}; strand++)", "{")}
    STRAND = {"sections": "#pragma omp section", "tasks": "#pragma omp task", "taskgroup": "#pragma omp task",
              "singles": "#pragma omp single nowait"}

    def forked(self, a):
        directive, *rest = self.FORK[a.construct]
        team = f" num_threads({a.team})" if a.team else ""
        return ([f"  if (me == {a.rank})", f"#pragma omp {directive}{team}"] +
                [line.replace("{count}", str(len(a.which))) for line in rest])

    def strand(self, construct, index):
        return [self.STRAND.get(construct, f"  if (strand == {index})"), "  {"]

    def line(self, a):
        text = self.statement(a)
        if any(word in text for word in ("vector(", "grid(", "indexed(")):
            text = f"struct made_types made = {{0}}; {text} drop();"
        if a.thread == 0 and len(a.ranks) < self.program.ranks:
            return f"  if ({' || '.join(f'me == {r}' for r in a.ranks)}) {{ {text} }}"
        return f"  {{ {text} }}"

    def functions(self, first_line):
        """Returns the program as lines of C, and sets `line` of each action. `first_line`: the number of the first line in the file."""
        p, out = self.program, []
        threads = sorted({(a.rank, a.thread) for a in p.actions if 0 < a.thread < FIRST_STRAND} |
                         {(a.rank, a.which) for a in p.actions if a.kind == "spawn"})
        for rank, thread in threads:
            out.append(f"static void *program_{self.number}_{rank}_{thread}(void *nothing) {{")
            for a in p.actions:
                if (a.rank, a.thread) == (rank, thread):
                    a.line = first_line + len(out)
                    out.append(self.line(a))
            out += ["  return nothing;", "}"]
        out += [f"static void program_{self.number}(void) {{  /* seed {p.seed} */", f"  begin_program({p.seed});"]
        for i, members in enumerate(self.comms):
            out.append(f"  comm[{i}] = communicator_of({len(members)}, (int[]){{{', '.join(map(str, members))}}});")
        if self.ring:
            out.append(f"  comm[7] = ring_of({p.ranks});")
        def members_only(window, text):
            if len(window.members) == p.ranks:
                return f"  {text}"
            return f"  if ({' || '.join(f'me == {r}' for r in window.members)}) {text}"
        for i, (_, first, second) in enumerate(self.inters):
            groups = [f"{len(g)}, (int[]){{{', '.join(map(str, g))}}}" for g in (first, second)]
            out.append(f"  inter[{i}] = intercommunicator_of({groups[0]}, {groups[1]});")
        for i, a in enumerate(self.graphs):
            sources = [sum(1 << i for i, j in a.pairs if j == r) for r in range(p.ranks)]
            out.append(f"  graph[{i}] = graph_of({p.ranks}, (int[]){{{', '.join(map(str, sources))}}});")
        for w, window in enumerate(p.windows):
            if window.passing:
                out.append(f"  at[{w}] = mem[{window.region}] + {4 * window.shift};")
            else:
                out.append(members_only(window, self.opened(w)))
        out.append("  MPI_Barrier(MPI_COMM_WORLD);")
        self.main_thread(out, first_line)
        out.append("  MPI_Barrier(MPI_COMM_WORLD);")
        for a in p.actions:
            if a.args.get("result") and a.result[0][0] == "res":
                out.append(f"  if (me == {a.rank}) note_word({a.number}, &res[{a.result[0][1]}]);")
        for w in reversed(range(len(p.windows))):
            if not p.windows[w].passing:
                out.append(members_only(p.windows[w], self.closed(w)))
        for i, members in enumerate(self.comms):
            out.append(f"  if (comm[{i}] != MPI_COMM_NULL) MPI_Comm_free(&comm[{i}]);")
        if self.ring:
            out.append("  MPI_Comm_free(&comm[7]);")
        for i in range(len(self.inters)):
            out.append(f"  if (inter[{i}] != MPI_COMM_NULL) MPI_Comm_free(&inter[{i}]);")
        for i in range(len(self.graphs)):
            out.append(f"  MPI_Comm_free(&graph[{i}]);")
        for _, i, members in self.made:
            ranks = " || ".join(f"me == {r}" for r in members)
            out.append(f"  if ({ranks}) MPI_Comm_free(&created[{i}]);")
        out.append("}")
        return out


    def main_thread(self, out, first_line):
        fork, strand = None, 0
        for a in self.program.actions:
            if 0 < a.thread < FIRST_STRAND:
                continue
            if a.kind == "fork":
                fork, strand = a, 0
                a.line = first_line + len(out)
                out += self.forked(a)
            elif a.kind == "meet":
                a.line = first_line + len(out)
                out += ["  }"] * (2 if strand else 1)
            else:
                if a.thread not in (0, strand):
                    out += (["  }"] if strand else []) + self.strand(fork.construct, fork.which.index(a.thread))
                    strand = a.thread
                a.line = first_line + len(out)
                out.append(self.line(a))


def to_c(programs):
    """Returns one C file that runs the programs one after the other, with `mpiexec -n R` (R: the number of ranks)."""
    text = ['#include "support.h"', '#include "protocols.h"']
    for number, program in enumerate(programs):
        text += Printer(program, number).functions(len(text) + 1)
    text += ["int main(int argc, char **argv) {", "  int level;",
             "  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);",
             "  MPI_Comm_rank(MPI_COMM_WORLD, &me);", "  MPI_Buffer_attach(attached, sizeof attached);", "  begin_notes(me);"]
    text += [f"  program_{n}();" for n in range(len(programs))]
    text += ["  end_notes();", "  void *p;", "  int size;", "  MPI_Buffer_detach(&p, &size);", "  MPI_Finalize();", "  return 0;", "}"]
    return "\n".join(text) + "\n"
