"""Random RMA programs as data: what an action is, and how a program looks in C.

A program is a global list of actions. Every action belongs to one rank or, if collective, to several; a rank executes its
actions in list order. The list itself, executed one action after the other, is a legal schedule of the program, so no
program can deadlock.

Memory is named by areas: ("win", w) is the memory under window w on each rank, ("buf", k) a local buffer. All elements
are 4-byte integers.
"""
from dataclasses import dataclass, field

WINDOW_ELEMENTS = 24   # elements a program uses of each window; one more behind them is the flag of notify/await
BUFFER_ELEMENTS = 16
BUFFERS = 3
ELEMENT = 4


@dataclass
class Action:
    kind: str
    ranks: tuple          # who executes it
    args: dict = field(default_factory=dict)
    line: int = 0         # in the generated C file

    def __getattr__(self, name):
        try:
            return self.args[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def rank(self):
        return self.ranks[0]


@dataclass
class Window:
    flavor: str           # allocate, create, shared, dynamic
    memory: int           # windows with the same number lie on the same memory (create only)


@dataclass
class Program:
    seed: int
    ranks: int
    windows: list
    actions: list


def elements(spec):
    """The element indices of (offset, count, stride)."""
    offset, count, stride = spec
    return [offset + i * stride for i in range(count)]


# ---- C ------------------------------------------------------------------------------------------------------------

PRELUDE = """\
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile int sink;
static volatile int buf[%(buffers)d][%(buffer_elements)d];
static volatile int *mem[8];
static MPI_Win win[8];
static MPI_Aint base[8][16];
static MPI_Request request[512];
static MPI_Datatype vec[32][4][4];
static MPI_Comm sub[32];
static int me;
static int zero = 0, one = 1, got;
static MPI_Datatype strided(int count, int stride, int unsign) {
  if (stride == 1) return unsign ? MPI_UNSIGNED : MPI_INT;
  MPI_Datatype *t = &vec[count][stride][unsign];
  if (*t == MPI_DATATYPE_NULL) {
    MPI_Type_vector(count, 1, stride, unsign ? MPI_UNSIGNED : MPI_INT, t);
    MPI_Type_commit(t);
  }
  return *t;
}
static MPI_Comm sub_communicator(int mask) {
  if (sub[mask] == MPI_COMM_NULL) MPI_Comm_split(MPI_COMM_WORLD, (mask >> me) & 1, me, &sub[mask]);
  return sub[mask];
}
static void open_window(int w, int flavor, int shares) {
  int n = %(window_elements)d + 1;
  void *p = 0;
  if (flavor == 0) MPI_Win_allocate(n * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &p, &win[w]);
  if (flavor == 1) {
    p = shares < w ? (void *)mem[shares] : calloc(n, 4);
    MPI_Win_create(p, n * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win[w]);
  }
  if (flavor == 2) MPI_Win_allocate_shared(n * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &p, &win[w]);
  if (flavor == 3) {
    MPI_Aint a;
    p = calloc(n, 4);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win[w]);
    MPI_Win_attach(win[w], p, n * 4);
    MPI_Get_address(p, &a);
    MPI_Allgather(&a, 1, MPI_AINT, base[w], 1, MPI_AINT, MPI_COMM_WORLD);
  }
  mem[w] = p;
  if (shares == w) memset(p, 0, n * 4);
}
static void close_window(int w, int flavor, int shares) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (flavor == 3) MPI_Win_detach(win[w], (void *)mem[w]);
  MPI_Win_free(&win[w]);
  if (flavor == 3 || (flavor == 1 && shares == w)) free((void *)mem[w]);
}
static MPI_Group group_of(int mask) {
  MPI_Group all, g;
  int r[16], n = 0, i;
  for (i = 0; i < 16; i++)
    if ((mask >> i) & 1) r[n++] = i;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, n, r, &g);
  MPI_Group_free(&all);
  return g;
}
static void post(int w, int mask) { MPI_Group g = group_of(mask); MPI_Win_post(g, 0, win[w]); MPI_Group_free(&g); }
static void start(int w, int mask) { MPI_Group g = group_of(mask); MPI_Win_start(g, 0, win[w]); MPI_Group_free(&g); }
static void await_flag(int w, int rank, MPI_Aint at) {
  do {
    MPI_Fetch_and_op(&zero, &got, MPI_INT, rank, at, MPI_NO_OP, win[w]);
    MPI_Win_flush(rank, win[w]);
  } while (!got);
}
"""

FLAVORS = ["allocate", "create", "shared", "dynamic"]
MPI_OPS = {"sum": "MPI_SUM", "max": "MPI_MAX", "replace": "MPI_REPLACE", "noop": "MPI_NO_OP"}


def mask_of(ranks):
    return sum(1 << r for r in ranks)


class Printer:
    def __init__(self, program, number):
        self.program, self.number = program, number
        self.lines = []

    def area(self, area):
        name, index = area
        return f"mem[{index}]" if name == "win" else f"buf[{index}]"

    def address(self, area, spec):
        return f"(void *)({self.area(area)} + {spec[0]})"

    def typed(self, spec, unsign=0):
        _, count, stride = spec
        return (f"{count}, {'MPI_UNSIGNED' if unsign else 'MPI_INT'}" if stride == 1
                else f"1, strided({count}, {stride}, {unsign})")

    def target(self, a):
        w, unsign = a.window, a.args.get("unsign", 0)
        if self.program.windows[w].flavor == "dynamic":
            displacement = f"base[{w}][{a.target}] + {a.at[0] * ELEMENT}"
        else:
            displacement = f"{a.at[0]}"
        return f"{a.target}, {displacement}, {self.typed(a.at, unsign)}"

    def statement(self, a):
        k = a.kind
        window = f"win[{a.args['window']}]" if "window" in a.args else ""
        if k in ("put", "get"):
            origin = f"{self.address(a.area, a.origin)}, {self.typed(a.origin)}, {self.target(a)}"
            if a.request is None:
                return f"MPI_{k.title()}({origin}, {window});"
            return f"MPI_R{k}({origin}, {window}, &request[{a.request}]);"
        if k == "accumulate":
            u = a.unsign
            return (f"MPI_Accumulate({self.address(a.area, a.origin)}, {self.typed(a.origin, u)}, {self.target(a)}, "
                    f"{MPI_OPS[a.op]}, {window});")
        if k == "get_accumulate":
            u = a.unsign
            return (f"MPI_Get_accumulate({self.address(a.area, a.origin)}, {self.typed(a.origin, u)}, "
                    f"{self.address(a.result_area, a.result)}, {self.typed(a.result, u)}, {self.target(a)}, "
                    f"{MPI_OPS[a.op]}, {window});")
        if k == "wait_request":
            return f"MPI_Wait(&request[{a.request}], MPI_STATUS_IGNORE);"
        if k in ("load", "store"):
            offset, count, stride = a.at
            element = f"{self.area(a.area)}[i]"
            body = f"sink += {element};" if k == "load" else f"{element} = i;"
            return f"for (int i = {offset}; i < {offset + count * stride}; i += {stride}) {body}"
        if k == "flush":
            name = "MPI_Win_flush" + ("_local" if a.local else "") + ("_all" if a.target is None else "")
            return f"{name}({'' if a.target is None else str(a.target) + ', '}{window});"
        if k == "fence":
            return f"MPI_Win_fence(0, {window});"
        if k == "post":
            return f"post({a.window}, {mask_of(a.group)});"
        if k == "start":
            return f"start({a.window}, {mask_of(a.group)});"
        if k in ("complete", "wait", "lock_all", "unlock_all"):
            return f"MPI_Win_{k}({'0, ' if k == 'lock_all' else ''}{window});"
        if k == "lock":
            return f"MPI_Win_lock({'MPI_LOCK_EXCLUSIVE' if a.exclusive else 'MPI_LOCK_SHARED'}, {a.target}, 0, {window});"
        if k == "unlock":
            return f"MPI_Win_unlock({a.target}, {window});"
        if k in ("send", "ssend", "isend"):
            return (f"MPI_{k.title()}({self.address(a.area, a.at)}, {self.typed(a.at)}, {a.peer}, {a.tag}, MPI_COMM_WORLD"
                    + (f", &request[{a.request}]" if k == "isend" else "") + ");")
        if k in ("recv", "irecv"):
            return (f"MPI_{k.title()}({self.address(a.area, a.at)}, {self.typed(a.at)}, "
                    f"{'MPI_ANY_SOURCE' if a.wildcard else a.peer}, {a.tag}, MPI_COMM_WORLD, "
                    + (f"&request[{a.request}]" if k == "irecv" else "MPI_STATUS_IGNORE") + ");")
        if k == "barrier":
            if len(a.ranks) == self.program.ranks:
                return "MPI_Barrier(MPI_COMM_WORLD);"
            return f"MPI_Barrier(sub_communicator({mask_of(a.ranks)}));"
        if k == "bcast":
            return f"{{ int x = 0; MPI_Bcast(&x, 1, MPI_INT, {a.root}, MPI_COMM_WORLD); }}"
        if k == "reduce":
            return f"{{ int x = 0, y; MPI_Reduce(&x, &y, 1, MPI_INT, MPI_SUM, {a.root}, MPI_COMM_WORLD); }}"
        if k == "allreduce":
            return "{ int x = 0, y; MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }"
        if k in ("notify", "await"):
            at = (f"base[{a.window}][{a.target}] + {WINDOW_ELEMENTS * ELEMENT}"
                  if self.program.windows[a.window].flavor == "dynamic" else f"{WINDOW_ELEMENTS}")
            if k == "await":
                return f"await_flag({a.window}, {a.target}, {at});"
            return (f"MPI_Accumulate(&one, 1, MPI_INT, {a.target}, {at}, 1, MPI_INT, MPI_REPLACE, {window}); "
                    f"MPI_Win_flush({a.target}, {window});")
        raise ValueError(k)

    def function(self, first_line):
        """The program as C lines; sets `line` of each action. `first_line`: number of the first line in the file."""
        p, out = self.program, []
        out.append(f"static void program_{self.number}(void) {{  /* seed {p.seed} */")
        masks = {mask_of(a.ranks) for a in p.actions if a.kind == "barrier" and len(a.ranks) < p.ranks}
        for mask in sorted(masks):
            out.append(f"  sub_communicator({mask});")
        for w, window in enumerate(p.windows):
            out.append(f"  open_window({w}, {FLAVORS.index(window.flavor)}, {window.memory});")
        out.append("  MPI_Barrier(MPI_COMM_WORLD);")
        for a in p.actions:
            condition = ("" if len(a.ranks) == p.ranks
                         else f"if ({' || '.join(f'me == {r}' for r in a.ranks)}) ")
            a.line = first_line + len(out)
            out.append(f"  {condition}{{ {self.statement(a)} }}" if condition else f"  {self.statement(a)}")
        for w in reversed(range(len(p.windows))):
            window = p.windows[w]
            out.append(f"  close_window({w}, {FLAVORS.index(window.flavor)}, {window.memory});")
        out.append("}")
        return out


def to_c(programs):
    """One C file that runs the programs one after the other; `mpiexec -n R` with R the largest number of ranks."""
    text = (PRELUDE % dict(buffers=BUFFERS, buffer_elements=BUFFER_ELEMENTS,
                           window_elements=WINDOW_ELEMENTS)).splitlines()
    for number, program in enumerate(programs):
        text += Printer(program, number).function(len(text) + 1)
    text += ["int main(int argc, char **argv) {", "  MPI_Init(&argc, &argv);",
             "  MPI_Comm_rank(MPI_COMM_WORLD, &me);",
             "  for (int i = 0; i < 32; i++) { sub[i] = MPI_COMM_NULL;",
             "    for (int j = 0; j < 16; j++) vec[i][j / 4][j % 4] = MPI_DATATYPE_NULL; }"]
    text += [f"  program_{n}();" for n in range(len(programs))]
    text += ["  MPI_Finalize();", "  return 0;", "}"]
    return "\n".join(text) + "\n"
