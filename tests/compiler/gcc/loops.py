"""Random programs for generated.py that work in loops over memory of which the compiler knows nothing. The loops have several exits,
jumps, exceptions, counters that wrap, and bounds that they store to. Most of what the plugin copies, hoists and marks is in loops.

The program's memory consists of slots of one page each. A mask on the command line says which bytes of which slots are tracked. Half-way,
main ends the tracking of some of them.
"""
SLOTS = 12
TYPES = {"bytes": "u8", "shorts": "u16", "words": "u32", "longs": "u64"}
COUNT = {"bytes": 256, "shorts": 128, "words": 64, "longs": 64}

HEAD = """#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) void probe_track_also(void* address, size_t size);
__attribute__((weak)) void probe_untrack(void* address, size_t size);
#ifdef __cplusplus
}
#endif
#define ALIAS __attribute__((may_alias))
typedef unsigned char u8; typedef unsigned short ALIAS u16; typedef unsigned ALIAS u32; typedef unsigned long ALIAS u64;
typedef unsigned lanes ALIAS __attribute__((vector_size(16), aligned(4)));
typedef struct node node;
struct ALIAS node { u32 value; u16 small; u8 next; u8 count; u32 low : 5, mid : 11, high : 16; u32 part[2]; };
typedef struct ALIAS head { u32 count, used; node* first; u32* data; } head;
static u8 pool[%d][4096] __attribute__((aligned(4096)));
static jmp_buf back;
static u32 spare[64];
static __attribute__((noinline)) u32 outside(u32 n, u32* at) { spare[n & 63] += n; return at[n & 63] + 1; }
static __attribute__((noinline, pure)) u32 pure_one(u32 n) { return n * 7 + 1; }
"""
END = """
static void track(unsigned mask, int is_on) {
  static const unsigned from[] = {%s}, length[] = {%s};
  for (int i = 0; i < %d; ++i) {
    if (!((mask >> i) & 1)) continue;
    if (is_on) { if (probe_track_also) probe_track_also(pool[i] + from[i], length[i]); }
    else if (probe_untrack) probe_untrack(pool[i] + from[i], length[i]);
  }
}
int main(int count, char** given) {
  unsigned mask = count > 1 ? strtoul(given[1], 0, 0) : 0;
  for (unsigned i = 0; i < sizeof pool; ++i) ((u8*)pool)[i] = (u8)(i * 37 + (i >> 8));
  for (unsigned i = 0; i < 3; ++i) {
    head* h = (head*)(pool[9 + i] + 64);
    h->count = 11 + i * 9; h->used = i; h->first = (node*)pool[i]; h->data = (u32*)pool[i + 3];
  }
  track(mask, 1);
  for (unsigned n = 0; n < 4; ++n) {
    if (n == 2) track(mask & 0x5a5, 0);
%s
  }
  return 0;
}
"""


class Loops:
    """The lines of one function."""

    def __init__(self, rng, language, number, has_openmp):
        self.rng, self.language, self.number, self.has_openmp = rng, language, number, has_openmp
        self.lines, self.count, self.depth = [], 0, 0
        self.loops = []  # names of counters
        self.exits = []  # labels behind loops around
        self.in_inner = False

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def out(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def index(self, what):
        rng, last = self.rng, COUNT[what] - 1
        known = [str(rng.randrange(last)), f"(n * {rng.randrange(1, 9)} & {last})"]
        if self.loops:
            i = self.loops[-1] if rng.random() < 0.7 else rng.choice(self.loops)
            known += [f"({i} & {last})"] * 4 + [f"(({last} - {i}) & {last})", f"(({i} * {rng.choice([2, 3, 5])} + {rng.randrange(9)}) & {last})"] * 2
            known += [f"(words[{i} & 63] & {last})", f"(bytes[{i} & 255] & {last})"]
            if len(self.loops) > 1:
                known += [f"(({self.loops[-1]} + {self.loops[-2]} * 8) & {last})"] * 2
        return rng.choice(known)

    def place(self):
        rng = self.rng
        if rng.random() < 0.6:
            what = rng.choice(list(TYPES))
            return f"{what}[{self.index(what)}]"
        return rng.choice([
            lambda: f"h->{rng.choice(['count', 'used'])}", lambda: f"h->data[{self.index('words')}]", lambda: f"nodes[{self.index('words')}].value",
            lambda: f"nodes[{self.index('words')}].{rng.choice(['small', 'low', 'mid', 'high', 'part[1]', 'count'])}", lambda: f"other[{self.index('words')}]",
            lambda: f"h->first[{self.index('words')}].part[{rng.randrange(2)}]", lambda: "*flag", lambda: "sum", lambda: "found", lambda: f"own[{self.index('words')}]",
        ])()

    def value(self, depth=0):
        rng = self.rng
        if depth > 2 or rng.random() < 0.35:
            return rng.choice([self.place, self.place, lambda: f"{rng.randrange(1, 999)}u", lambda: rng.choice(self.loops or ["n"])])()
        a, b = self.value(depth + 1), self.value(depth + 1)
        return rng.choice([f"({a} + {b})", f"({a} ^ {b})", f"({a} * 1u * {b})", f"({a} - {b})", f"({a} < {b} ? {a} : {b})", f"(u32)({a} >> {rng.randrange(1, 7)})",
                           f"(({a} & 7) > ({b} & 7))", f"pure_one({a})" if rng.random() < 0.2 else f"({a} | {b})"])

    def condition(self):
        rng = self.rng
        return rng.choice([f"({self.value(1)} & {rng.choice([1, 3, 7, 31])}) == {rng.randrange(2)}", f"{self.value(1)} > {self.value(2)}",
                           f"{self.place()} != {self.place()}"])

    # Around each loop goes one counter, so that all end.
    def loop(self):
        rng, i, end = self.rng, self.name("i"), self.name("end")
        most = rng.choice([3, 8, 20, 60]) if len(self.loops) < 2 else rng.choice([2, 3, 5])
        limit = self.name("left")
        kind = rng.choice(["up", "up", "down", "step", "char", "bound", "pointer", "list", "do", "forever", "wrap", "words", "simd"])
        self.out(f"{{ u32 {limit} = {most}; (void){limit};")
        closing = "}"
        if kind == "up":
            self.out(f"for (u32 {i} = {rng.choice(['0', 'n', '2'])}; {i} < {rng.choice([str(most), f'(n + {most})', 'n * 5'])}; ++{i}) {{")
        elif kind == "down":
            self.out(f"for (int {i} = {most}; {i} >= 0; {i} -= {rng.randrange(1, 4)}) {{")
        elif kind == "step":
            self.out(f"for (unsigned long {i} = n; {i} < {most * 3}; {i} += {rng.choice(['3', '(n & 3) + 1', '2'])}) {{")
        elif kind == "char":
            self.out(f"for (u8 {i} = (u8)({250 - most} + n * 5); {i} != {rng.randrange(20)}; {i} = (u8)({i} + {rng.choice([1, 3, 255])})) {{ if ({limit}-- == 0) break;")
        elif kind == "bound":
            self.out(f"for (u32 {i} = 0; {i} < h->{rng.choice(['count', 'used'])} && {limit}-- != 0; ++{i}) {{")
        elif kind == "pointer":
            what = rng.choice(list(TYPES))
            p = self.name("p")
            self.out(f"u32 {i} = 0; for (const {TYPES[what]} *{p} = {what}, *z = {what} + {min(most, COUNT[what])}; {p} != z; ++{p}, ++{i}) {{ sum += *{p};")
        elif kind == "list":
            q = self.name("q")
            self.out(f"u32 {i} = 0; for (node* {q} = nodes; {limit}-- != 0; {q} = nodes + ({q}->next & 63), ++{i}) {{ {q}->value += {self.value(1)}; sum ^= {q}->part[{rng.randrange(2)}];")
        elif kind == "do":
            self.out(f"u32 {i} = n; do {{ ++{i};")
            closing = f"}} while (--{limit} != 0 && {self.condition()});"
        elif kind == "forever":
            self.out(f"for (u32 {i} = 0;; ++{i}) {{ if ({limit}-- == 0) break;")
        elif kind == "wrap":
            self.out(f"for (u32 {i} = 0u - {most // 2}; {i} != {most - most // 2}; ++{i}) {{")
        elif kind == "words":
            self.out(f"u32 {i} = 1; while ({i} < {most} * 4u) {{ {i} = {i} * 2 + (words[{i} & 63] & 1);")
        else:
            self.simd(i, most)
            self.out("}")
            return
        self.depth += 1
        self.loops.append(i)
        self.exits.append(end)
        used = len(self.lines)
        for _ in range(rng.randrange(1, 4)):
            self.statement()
        self.loops.pop()
        self.exits.pop()
        self.depth -= 1
        self.out(closing)
        if any(f"goto {end};" in line for line in self.lines[used:]):
            self.out(f"{end}:;")
        if kind in ("pointer", "list", "do", "words"):
            self.out(f"found = found * 3 + {i};")
        self.out("}")

    def simd(self, i, most):
        rng = self.rng
        what = rng.choice(["words", "longs", "shorts"])
        pragma = rng.choice(["omp simd reduction(+ : sum)", "omp parallel for reduction(+ : sum)" if self.has_openmp else "GCC ivdep"])
        a, b = self.value(2), rng.randrange(1, 9)
        self.out(f"#pragma {pragma}")
        self.out(f"for (int {i} = 0; {i} < {most}; ++{i}) {{ {TYPES[what]} x = {what}[{i}]; sum += (u32)x * {b}; alone[{i}] = (u32)(x + {b}); }}")
        self.out(f"sum += alone[{most} / 2] + {a};")

    def statement(self):
        rng = self.rng
        kinds = ["assign"] * 5 + ["copy", "vector", "swap", "minimum", "small", "assembly", "volatile"]
        if len(self.loops) < 3 and self.depth < 5:
            kinds += ["loop"] * 4
        if self.depth < 5:
            kinds += ["if"] * 2 + ["switch"]
        if self.loops:
            kinds += ["leave"] * 3
        if rng.random() < 0.25:
            kinds += ["call", "atomic", "fence"]
        if not self.loops and not self.in_inner:
            kinds += ["computed", "duff", "middle", "jump"] + (["throw"] * 3 if self.language == "cxx" else ["inner", "cleanup"])
        elif self.language == "cxx" and self.loops and self.depth < 5:
            kinds += ["throw"]
        getattr(self, "it_" + rng.choice(kinds))()

    def body(self, least=1, most=3):
        self.depth += 1
        for _ in range(self.rng.randrange(least, most)):
            self.statement()
        self.depth -= 1

    def it_loop(self):
        self.loop()

    def it_assign(self):
        self.out(f"{self.place()} {self.rng.choice(['=', '+=', '^=', '-='])} {self.value()};")

    def it_copy(self):
        rng = self.rng
        self.out(rng.choice([
            f"nodes[{self.index('words')}] = nodes[{self.index('words')}];",
            f"memmove(bytes + ({self.index('bytes')} & 127), other + ({self.index('words')} & 31), {rng.choice([2, 4, 7, 8, 16, 24])});",
            f"memset(bytes + ({self.index('bytes')} & 127), {rng.randrange(256)}, {rng.choice(['3', '8', 'n & 15'])});",
            f"sum += memcmp(bytes, other + ({self.index('words')} & 31), {rng.choice(['4', '8', 'n + 1'])}) == 0;"]))

    def it_vector(self):
        self.out(f"*(lanes*)(words + ({self.index('words')} & 31)) += *(lanes*)(other + ({self.index('words')} & 31)) * {self.rng.randrange(1, 9)};")

    def it_swap(self):
        what = self.rng.choice(list(TYPES))
        a, b = self.index(what), self.index(what)
        self.out(f"if ({what}[{a}] > {what}[{b}]) {{ {TYPES[what]} t = {what}[{a}]; {what}[{a}] = {what}[{b}]; {what}[{b}] = t; }}")

    def it_minimum(self):
        self.out(f"{{ u32 v = (u32){self.value(1)}; if (v < found) {{ found = v; sum += {self.rng.choice(self.loops or ['n'])}; }} }}")

    def it_small(self):
        self.out(f"for (int k = 0; k < {self.rng.randrange(2, 6)}; ++k) other[(k + {self.index('words')}) & 63] += words[(k * 8 + {self.index('words')}) & 63];")

    def it_assembly(self):
        self.out(self.rng.choice(['__asm__ volatile("" ::: "memory");', f'__asm__("add{{l}} {{$3, %0|%0, 3}}" : "+m"(words[{self.index("words")}]) : : "cc");',
                                  '__asm__("" : "+r"(sum));']))

    def it_volatile(self):
        self.out(f"sum += *(volatile u32*)&words[{self.index('words')}];")

    def it_if(self):
        self.out(f"if ({self.condition()}) {{")
        self.body()
        if self.rng.random() < 0.5:
            self.out("} else {")
            self.body()
        self.out("}")

    def it_switch(self):
        self.out(f"switch ((u32){self.value(1)} & {self.rng.choice([3, 7])}) {{")
        for case in range(3):
            self.out(f"  case {case}: {{")
            self.body()
            self.out("  }" if self.rng.random() < 0.3 else "  } break;")
        self.out("}")

    def it_leave(self):
        ways = ["break", "continue", f"goto {self.rng.choice(self.exits)}"]
        if self.rng.random() < 0.3 and not self.in_inner:
            ways.append("return sum * 5 + found")
        way = self.rng.choice(ways)
        self.out(f"if ({self.condition()}) {{ sum += {self.value(2)}; {way}; }}")

    def it_call(self):
        self.out(f"sum += outside((u32){self.value(1)}, words);")

    def it_atomic(self):
        self.out(f"sum += __atomic_fetch_add(&words[{self.index('words')}], {self.rng.randrange(9)}, __ATOMIC_RELAXED);")

    def it_fence(self):
        self.out("__atomic_thread_fence(__ATOMIC_SEQ_CST);")

    def it_computed(self):
        labels = [self.name("to") for _ in range(3)]
        i, stop = self.name("i"), self.name("stop")
        self.out(f"{{ static const void* const way[] = {{{', '.join('&&' + label for label in labels)}}}; u32 {i} = 0;")
        dispatch = f"if (++{i} > {self.rng.choice([5, 30])}) goto {stop}; goto *way[bytes[({i} * {self.rng.randrange(1, 5)}) & 255] % 3];"
        self.out(dispatch)
        self.loops.append(i)
        for label in labels:
            self.out(f"{label}: {{")
            loops, self.loops = self.loops, [i]
            exits, self.exits = self.exits, [stop]
            self.depth += 1
            self.it_assign()
            if self.rng.random() < 0.3:
                self.loop()
            self.it_assign()
            self.depth -= 1
            self.loops, self.exits = loops, exits
            self.out("}")
            self.out(dispatch)
        self.loops.pop()
        self.out(f"{stop}:; }}")

    def it_duff(self):
        i = self.name("i")
        self.out(f"{{ u32 {i} = {self.rng.randrange(3, 20)};")
        self.out(f"switch ({i} & 3) {{ case 0: do {{")
        self.loops.append(i)
        for case in (3, 2, 1):
            self.it_assign()
            self.out(f"  case {case}: {self.place()} += words[{i} & 63];")
        self.loops.pop()
        self.out(f"}} while ({i}-- != 0); }} found += {i}; }}")

    def it_middle(self):
        """A loop with two entries."""
        i, there, again, stop = self.name("i"), self.name("there"), self.name("again"), self.name("stop")
        self.out(f"{{ u32 {i} = 0; if ({self.condition()}) goto {there};")
        self.loops.append(i)
        self.out(f"{again}:;")
        self.it_assign()
        self.out(f"if (++{i} > {self.rng.randrange(4, 30)}) goto {stop};")
        self.out(f"{there}:;")
        self.it_assign()
        self.it_minimum()
        self.out(f"if ({self.condition()}) goto {again}; ++{i}; if ({i} < 20) goto {there};")
        self.loops.pop()
        self.out(f"{stop}: found ^= {i}; }}")

    def it_jump(self):
        """Leaves a loop by longjmp. What changes in between is volatile."""
        i, seen = self.name("i"), self.name("seen")
        self.out(f"{{ volatile u32 {seen} = 0; volatile u32 kept = sum; if (setjmp(back) == 0) {{")
        self.out(f"for (u32 {i} = 0; {i} < 20; ++{i}) {{ {seen} += words[{i} & 63];")
        self.out(f"  bytes[(words[{i}] + {i}) & 255] ^= {i}; if (({self.value(1).replace('sum', 'n').replace('found', 'n').replace('own', 'other')} & 7) == 3) longjmp(back, 1); }}")
        self.out(f"}} else {seen} += 7; sum = kept + {seen}; found = {seen}; }}")

    def it_throw(self):
        i = self.name("i")
        outer = list(self.loops)
        self.out("try {")
        self.depth += 1
        self.out(f"for (u32 {i} = 0; {i} < {self.rng.choice([4, 15])}; ++{i}) {{")
        self.loops.append(i)
        exits, self.exits = self.exits, []
        for _ in range(self.rng.randrange(1, 3)):
            self.it_assign()
        self.out(f"if ({self.condition()}) throw (u32){self.value(1)};")
        if self.rng.random() < 0.5:
            self.out(f"struct leaves {{ u32& to; u32 by; ~leaves() {{ to += by; }} }} leaves{{sum, {i}}};")
            self.out("sum += outside(sum, other);")
        self.it_assign()
        self.loops, self.exits = outer, exits
        self.out("}")
        self.depth -= 1
        self.out(f"}} catch (u32 caught) {{ found += caught; {self.place()} ^= caught; }}")

    def it_inner(self):
        """A nested function that changes variables of the outer one and jumps out of it."""
        f, i, out = self.name("f"), self.name("i"), self.name("out")
        self.out(f"{{ __label__ {out}; auto u32 {f}(u32 k); u32 {f}(u32 k) {{")
        loops, self.loops, self.in_inner = self.loops, ["k"], True
        self.depth += 1
        self.loop()
        self.depth -= 1
        self.loops, self.in_inner = loops, False
        self.out(f"  if (k > {self.rng.randrange(4, 12)} && (words[k & 63] & 1)) goto {out}; return words[k & 63]; }}")
        self.out(f"for (u32 {i} = 0; {i} < 12; ++{i}) {{ other[{i}] += words[{i} * 3 & 63]; sum += {f}({i}); }}")
        self.out(f"{out}: sum += 3; }}")

    def it_cleanup(self):
        f = self.name("f")
        self.out(f"{{ auto void {f}(u32* at); void {f}(u32* at) {{ sum += *at; }} u32 local __attribute__((cleanup({f}))) = n;")
        self.depth += 1
        self.loop()
        self.depth -= 1
        self.out("local += words[n & 63]; }")


def function(rng, language, number, has_openmp):
    block = Loops(rng, language, number, has_openmp)
    for _ in range(rng.randrange(2, 6)):
        if rng.random() < 0.6:
            block.loop()
        else:
            block.statement()
    return [f"static __attribute__((noinline)) u32 f{number}(u32 n, u8* bytes, u16* shorts, u32* words, u64* longs, u32* other, node* nodes, head* h, volatile u32* flag) {{",
            "  u32 own[64] = {n, 1, 2}, alone[64] = {0}, sum = 0, found = 99; (void)own; (void)alone; (void)flag;", *block.lines, "  return sum * 31 + found + own[n & 63];", "}"]


def program(rng, language, has_openmp):
    text = [HEAD % SLOTS]
    calls = []
    for number in range(rng.randrange(3, 7)):
        text += function(rng, language, number, has_openmp)
        slot = lambda: rng.randrange(9)
        at = lambda kind: f"({kind})(pool[{slot()}] + {rng.choice([0, 0, 8, 64, 1024, 2048])})"
        calls.append(f"    {{ u32 got = f{number}(n * 3 + 1, {at('u8*')}, {at('u16*')}, {at('u32*')}, {at('u64*')}, {at('u32*')}, {at('node*')}, "
                     f"(head*)(pool[{rng.randrange(9, 12)}] + 64), (volatile u32*)(pool[{rng.randrange(9, 12)}] + 512));")
        calls.append("      u64 hash = 5381; for (unsigned i = 0; i < sizeof pool; ++i) if (i % 4096 < 64 || i % 4096 > 96 || i / 4096 < 9) hash = hash * 33 + ((u8*)pool)[i];")
        calls.append(f'      printf("{number} %u %lu\\n", got, (unsigned long)hash); }}')
    lengths = [rng.choice([4, 64, 100, 1000, 4096, 4096]) for _ in range(SLOTS)]
    begins = [rng.choice([0, 8, 60, 1024]) if length < 4096 else 0 for length in lengths]
    text.append(END % (", ".join(map(str, begins)), ", ".join(map(str, lengths)), SLOTS, "\n".join(calls)))
    return "\n".join(text)
