#!/usr/bin/env python3
"""usage: generated.py --stage DIR --tests DIR [--seeds FIRST-LAST] [--levels O0,O2] [--languages c,cxx,fortran,loops,loops-cxx]
  [--flags "-march=native"|many] [--keep DIR]

Writes random programs, compiles each with and without gcc's plugin, and runs it in three ways: without the plugin, with it, and
with it while all or some of the program's global memory is tracked. All runs must print the same, and no compiler may fail. The
programs compute with unsigned numbers, and with floating-point numbers that stay small integers, so their output depends on the
source alone. `loops` are the programs of loops.py. `--flags many`: other flags for each program (MANY_FLAGS).
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import loops

INTEGERS = ["unsigned char", "unsigned short", "unsigned", "unsigned long"]


class Block:
    """The lines of one function in a language with braces."""

    def __init__(self, rng, language, functions):
        self.rng, self.language, self.functions = rng, language, functions
        self.lines, self.count = [], 0

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def index(self, size, loops):
        options = [str(self.rng.randrange(size)), f"(n & {size - 1})"]
        options += [f"(({i} * {self.rng.choice([1, 1, 1, 3, 5])} + {self.rng.randrange(4)}) & {size - 1})" for i in loops]
        options += [f"({i} & {size - 1})" for i in loops] * 2
        return self.rng.choice(options)

    def place(self, loops):
        """Something that can be assigned to, of an integer type."""
        at = lambda size: self.index(size, loops)
        return self.rng.choice([
            lambda: f"all.bytes[{at(64)}]", lambda: f"all.words[{at(64)}]", lambda: f"all.longs[{at(32)}]",
            lambda: f"all.grid[{at(8)}][{at(8)}]", lambda: f"all.cube[{at(4)}][{at(4)}][{at(4)}]",
            lambda: f"all.cells[{at(8)}].next", lambda: f"all.cells[{at(8)}].bits.b", lambda: f"all.cells[{at(8)}].bits.c",
            lambda: f"all.cells[{at(8)}].values[{at(4)}]", lambda: f"all.both[{at(4)}].part[{at(8)}]",
            lambda: f"p[{at(16)}]", lambda: f"one->values[{at(4)}]", lambda: "one->bits.a", lambda: "all.flag",
            lambda: f"own[{at(16)}]", lambda: f"other[{at(16)}]", lambda: "sum", lambda: f"all.lane[{at(4)}][{at(4)}]",
        ])()

    def value(self, loops, depth=0):
        if depth > 2 or self.rng.random() < 0.3:
            return self.rng.choice([lambda: self.place(loops), lambda: str(self.rng.randrange(1, 1000)) + "u",
                                    lambda: self.rng.choice(loops) if loops else "n"])()
        a, b = self.value(loops, depth + 1), self.value(loops, depth + 1)
        return self.rng.choice([f"({a} + {b})", f"({a} ^ {b})", f"({a} * {b})", f"({a} - {b})",
                                f"({a} < {b} ? {b} : {a})", f"({a} >> {self.rng.randrange(1, 8)})", f"({a} & {b})"])

    def statement(self, indent, loops, depth):
        rng, out = self.rng, lambda text: self.lines.append("  " * indent + text)
        at = lambda size: self.index(size, loops)
        kinds = ["assign"] * 6 + ["copy", "set", "compare", "cell", "real", "complex", "lane", "atomic", "assembly"]
        if depth < 3:
            kinds += ["loop"] * 4 + ["if", "switch", "while"]
        if depth < 2:
            kinds += ["call"] * 2
            kinds += ["try", "lambda", "virtual", "vector"] if self.language == "cxx" else ["variable", "nested"]
        kind = rng.choice(kinds)
        if kind == "assign":
            out(f"{self.place(loops)} {rng.choice(['=', '+=', '^=', '-='])} {self.value(loops)};")
        elif kind == "copy":
            size = rng.choice([1, 3, 8, 13, 16, 24, 32])
            length = rng.choice([str(size), f"(n & {size - 1 if size & (size - 1) == 0 else 7})"])
            out(f"{rng.choice(['memcpy', 'memmove'])}(all.bytes + {rng.randrange(32)}, all.words + {rng.randrange(32)}, {length});")
        elif kind == "set":
            out(f"memset(all.words + {rng.randrange(32)}, {rng.randrange(256)}, {rng.choice(['5', '16', '40', 'n & 31'])});")
        elif kind == "compare":
            out(f"sum += memcmp(all.bytes + {rng.randrange(16)}, all.words + {rng.randrange(16)}, {rng.choice(['8', '15', 'n & 31'])}) == 0;")
        elif kind == "cell":
            out(rng.choice([f"all.cells[{at(8)}] = all.cells[{at(8)}];", f"*one = all.cells[{at(8)}];",
                            f"all.cells[{at(8)}] = make(all.cells[{at(8)}], n);", f"one = &all.cells[{at(8)}];",
                            f"p = all.words + {at(32)};"]))
        elif kind == "real":
            out(f"all.reals[{at(32)}] = (double)({self.place(loops)} & 1023) + all.reals[{at(32)}] / 1024 * 0;")
            out(f"all.floats[{at(16)}] = (float)all.reals[{at(32)}];")
            out(f"sum += (unsigned)all.floats[{at(16)}];")
        elif kind == "complex" and self.language == "c":
            out(f"all.numbers[{at(4)}] = (double)({self.place(loops)} & 15) + all.numbers[{at(4)}] * 0 + 1;")
            out(f"sum += (unsigned)__real__ all.numbers[{at(4)}];")
        elif kind == "lane":
            out(f"all.lane[{at(4)}] += all.lane[{at(4)}] * {rng.randrange(1, 9)};")
        elif kind == "atomic":
            out(f"sum += __atomic_fetch_add(&all.shared, {self.value(loops, 2)} & 255, __ATOMIC_SEQ_CST);")
            out("{ unsigned want = all.shared; "
                "all.grid[0][1] += __atomic_compare_exchange_n(&all.shared, &want, want + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); }")
        elif kind == "assembly":
            out(f'__asm__("add{{l}} {{$3, %0|%0, 3}}" : "+m"(all.grid[{at(8)}][{at(8)}]) : : "cc");')
        elif kind == "loop":
            i = self.name("i")
            head = rng.choice([f"for (unsigned {i} = 0; {i} < {rng.choice([2, 3, 8, 17])}; ++{i}) {{",
                               f"for (unsigned {i} = {rng.randrange(5)}; {i} < (n & 15); {i} += {rng.randrange(1, 3)}) {{",
                               f"for (unsigned {i} = {rng.randrange(1, 12)}; {i} > 0; --{i}) {{"])
            out(head)
            self.body(indent + 1, loops + [i], depth + 1)
            if rng.random() < 0.2:
                self.lines.append("  " * (indent + 1) + f"if ({self.place(loops + [i])} == {rng.randrange(9)}) {rng.choice(['break', 'continue'])};")
            out("}")
        elif kind == "if":
            out(f"if ({self.value(loops, 1)} > {rng.randrange(300)}u) {{")
            self.body(indent + 1, loops, depth + 1)
            out("} else {")
            self.body(indent + 1, loops, depth + 1)
            out("}")
        elif kind == "switch":
            out(f"switch ({self.value(loops, 2)} & 3) {{")
            for case in range(3):
                out(f"  case {case}: {{")
                self.body(indent + 2, loops, depth + 1)
                out("  }" if rng.random() < 0.3 else "  } break;")
            out("}")
        elif kind == "while":
            i = self.name("w")
            out(f"unsigned {i} = {rng.randrange(1, 20)};")
            out(f"while ({i} != 0) {{")
            self.body(indent + 1, loops + [i], depth + 1)
            out(f"  {i} >>= 1;")
            out("}")
        elif kind == "call" and self.functions:
            out(f"sum += {rng.choice(self.functions)}(n + {rng.randrange(5)}, p, one);")
        elif kind == "variable":
            v = self.name("v")
            out(f"{{ unsigned {v}[(n & 7) + 2]; for (unsigned k = 0; k < (n & 7) + 2; ++k) {v}[k] = {self.value(loops + ['k'])};")
            out(f"  for (unsigned k = 0; k < (n & 7) + 2; ++k) sum += {v}[k] * k; }}")
        elif kind == "nested":
            f = self.name("f")
            out(f"{{ unsigned inner = n; unsigned {f}(unsigned k) {{ inner += k; return inner + all.words[k & 63]; }}")
            out(f"  sum += {f}({self.value(loops, 2)} & 63) + {f}(3) + inner; }}")
        elif kind == "try":
            out(f"try {{ if ({self.value(loops, 1)} & 1) throw {self.value(loops, 2)} + 0u; all.flag = 3; }} catch (unsigned caught) {{ sum += caught; all.longs[1] ^= caught; }}"
                " catch (...) { sum += 7; }")
        elif kind == "lambda":
            out(f"sum += [&](unsigned k) {{ own[k & 15] += k; return {self.value(loops + ['k'])}; }}({rng.randrange(99)}) + 0u;")
        elif kind == "virtual":
            out(f"{{ Shape* shape = shape_of({self.value(loops, 2)} & 1); sum += shape->area(n) + 0u; delete shape; }}")
        elif kind == "vector":
            v = self.name("v")
            out(f"{{ std::vector<unsigned> {v}; for (unsigned k = 0; k < (n & 15) + 1; ++k) {v}.push_back({self.value(loops + ['k'], 1)} + 0u);")
            out(f"  std::sort({v}.begin(), {v}.end()); for (unsigned k : {v}) sum = sum * 3 + k; }}")
        else:
            out(f"sum += {self.value(loops)};")

    def body(self, indent, loops, depth):
        for _ in range(self.rng.randrange(1, 4)):
            self.statement(indent, loops, depth)


HEAD = """
#include <stdio.h>
#include <string.h>
%s
#ifdef __cplusplus
extern "C"
#endif
__attribute__((weak)) void probe_track(void* address, size_t size);
typedef unsigned lanes __attribute__((vector_size(16)));
struct bits { unsigned a : 3, b : 9, c : 20; };
struct cell { unsigned next; struct bits bits; unsigned short values[4]; };
union part { unsigned long whole; unsigned char part[8]; };
struct all {
  unsigned char bytes[64]; unsigned words[64]; unsigned long longs[32]; unsigned grid[8][8]; unsigned short cube[4][4][4];
  struct cell cells[8]; union part both[4]; volatile unsigned flag; unsigned shared; double reals[32]; float floats[16];
  lanes lane[4]; double pad[4]; %s
} __attribute__((aligned(64)));
%s struct all all;
static unsigned other[16];
static __attribute__((noinline)) struct cell make(struct cell from, unsigned n) { from.next += n; from.bits.b = n; return from; }
"""
CXX = """
struct Shape { unsigned side = 3; virtual unsigned area(unsigned n) { return side * n; } virtual ~Shape() { all.longs[2] += side; } };
struct Circle : Shape { unsigned extra[3] = {1, 2, 3}; unsigned area(unsigned n) override { return extra[n % 3] + all.words[n & 63]; } };
static Shape* shape_of(unsigned which) { if (which) return new Circle; return new Shape; }
"""


def braces(rng, language):
    includes = "#include <algorithm>\n#include <vector>" if language == "cxx" else ""
    numbers = "" if language == "cxx" else "double _Complex numbers[4];"
    text = [HEAD % (includes, numbers, rng.choice(["", "static"])), CXX if language == "cxx" else ""]
    functions = []
    for number in range(rng.randrange(2, 6)):
        block = Block(rng, language, list(functions))
        for _ in range(rng.randrange(3, 9)):
            block.statement(1, [], 0)
        kind = rng.choice(["", "static ", "static __attribute__((noinline)) ", "static inline "])
        text.append(f"{kind}unsigned f{number}(unsigned n, unsigned* p, struct cell* one) {{")
        text.append("  unsigned own[16] = {n, 1, 2}; unsigned sum = 0; (void)p; (void)one; (void)own;")
        text += block.lines + ["  return sum;", "}"]
        functions.append(f"f{number}")
    text.append("int main(void) {\n  if (probe_track) probe_track(&all, sizeof all);\n  unsigned sum = 0;")
    text.append("  for (unsigned i = 0; i < 64; ++i) { all.words[i] = i * 77; all.bytes[i] = i; all.cells[i & 7].next += i; }")
    for function in functions:
        text.append(f"  for (unsigned n = 0; n < 3; ++n) {{ sum = sum * 31 + {function}(n * 5 + 1, all.words, &all.cells[2]);")
        text.append('    printf("%u\\n", sum); }')
    text.append("  const unsigned char* at = (const unsigned char*)&all; unsigned long hash = 5381;")
    text.append("  for (unsigned i = 0; i < __builtin_offsetof(struct all, pad); ++i) hash = hash * 33 + at[i];")
    text.append('  printf("%lu\\n", hash); return 0;\n}')
    return "\n".join(text)


def fortran(rng):
    """Whole arrays, sections, automatic arrays, inner procedures; integers that stay small. The argument is an array that has no other
    name: Fortran gives no meaning to changes under another name."""
    lines = ["module m", "  implicit none", "  integer :: a(8, 8), b(64), c(4, 4, 4), d(64)", "  type cell",
             "    integer :: next, values(4)", "  end type", "  type(cell) :: cells(8)", "contains"]
    count = rng.randrange(2, 5)
    for number in range(count):
        lines += [f"  subroutine s{number}(x, n, total)", "    integer, intent(in) :: n", "    integer, intent(inout) :: x(:), total",
                  "    integer :: own(n), i, j, k"]
        lines += ["    own = [(i, i = 1, n)]"]
        for _ in range(rng.randrange(3, 9)):
            lines += rng.choice([
                lambda: [f"    a(:, {rng.randrange(1, 9)}) = mod(a({rng.randrange(1, 9)}, :) + {rng.randrange(9)}, 1000)"],
                lambda: [f"    b(2:60:{rng.randrange(1, 5)}) = {rng.randrange(99)}"],
                lambda: ["    do j = 1, 8", "      do i = 1, 8", f"        a(i, j) = mod(a(j, i) + i * {rng.randrange(9)} + j, 997)",
                         "      end do", "    end do"],
                lambda: ["    do k = 1, 4", "      do j = 1, 4", "        do i = 1, 4",
                         f"          c(i, j, k) = mod(c(k, j, i) + b(i + j * k) + {rng.randrange(9)}, 991)",
                         "        end do", "      end do", "    end do"],
                lambda: [f"    x = mod(x + {rng.randrange(9)}, 983)"],
                lambda: ["    own = own + mod(b(1:n), 7)", "    total = mod(total + sum(own), 99991)"],
                lambda: ["    where (a > 500)", "      a = a - 500", "    elsewhere", "      a = a + 1", "    end where"],
                lambda: [f"    cells({rng.randrange(1, 5)}) = cells({rng.randrange(5, 9)})",
                         f"    cells(:)%next = mod(cells(:)%next + {rng.randrange(9)}, 977)"],
                lambda: [f"    total = mod(total + sum(a) + maxval(b) + dot_product(b(1:8), a(:, {rng.randrange(1, 9)})), 99991)"],
                lambda: ["    do i = 1, n", f"      if (mod(own(i), {rng.randrange(2, 4)}) == 0) cycle", "      call inner(i)", "    end do"],
                lambda: ["    a = mod(matmul(a, transpose(a)), 1009)"],
                lambda: ["    b(1:32) = cshift(b(1:32), 3)"],
                lambda: ["    forall (i = 1:8, j = 1:8) a(i, j) = mod(a(j, i) + i, 971)"],
            ])()
        lines += ["  contains", "    subroutine inner(at)", "      integer, intent(in) :: at",
                  "      own(at) = own(at) + x(1 + mod(at, size(x)))", "      total = mod(total + own(at), 99991)", "    end subroutine",
                  "  end subroutine"]
    lines += ["end module", "program p", "  use m", "  implicit none", "  integer :: total, n, i", "  total = 0", "  a = 3; c = 5",
              "  b = [(i, i = 1, 64)]; d = b", "  do i = 1, 8", "    cells(i)%next = i; cells(i)%values = i * 2", "  end do", "  do n = 1, 3"]
    for number in range(count):
        lines += [f"    call s{number}({rng.choice(['d', 'd(::2)', 'd(3:)', 'd(5:40:5)'])}, n * 5, total)", "    print *, total"]
    lines += ["  end do", "  print *, sum(a), sum(b), sum(c), sum(cells%next), sum(d)", "end program"]
    return "\n".join(lines)


LANGUAGES = {"c": (".c", "gcc", "fencepost-cc"), "cxx": (".cpp", "g++", "fencepost-cxx"), "fortran": (".f90", "gfortran", "fencepost-fc"),
             "loops": (".c", "gcc", "fencepost-cc"), "loops-cxx": (".cpp", "g++", "fencepost-cxx")}
# One of these for each program, if asked for: what changes the code that the plugin sees, or what is made of it.
MANY_FLAGS = ["", "", "-march=native", "-flto", "-flto -ffat-lto-objects", "-fopenmp", "-fnon-call-exceptions -fexceptions", "-fno-strict-aliasing",
              "-funroll-loops", "-fno-tree-ch", "-fno-tree-loop-im", "-ftrapv", "-fwrapv", "-fno-tree-vrp", "-fno-inline", "-fprofile-generate",
              "-fno-tree-pta", "-floop-interchange -floop-unroll-and-jam", "-fno-ivopts", "-fsplit-loops -funswitch-loops", "-fno-guess-branch-probability",
              "-fsanitize=undefined", "-fno-omit-frame-pointer", "-fstack-protector-all", "-mno-red-zone", "-fPIC", "-O2 -fno-tree-dce",
              "-fno-tree-loop-optimize", "-fno-tree-dominator-opts", "-fno-tree-sra", "-fno-tree-pre", "-fselective-scheduling2", "-ffast-math", "-mavx2",
              "-fstack-clash-protection", "-fcf-protection=full", "-masm=intel", "-fno-move-loop-invariants", "-fno-ssa-phiopt", "-fno-tree-copy-prop"]


def run(command, folder, **environment):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr


def write(seed, language, source):
    rng = random.Random(f"{seed} {language}")
    if language == "fortran":
        text = fortran(rng)
    elif language.startswith("loops"):
        text = loops.program(rng, "cxx" if language.endswith("cxx") else "c", has_openmp=rng.random() < 0.3)
    else:
        text = braces(rng, language)
    source.write_text(text)


def compare(options, flags, language, source, wanted):
    """A sentence about what went wrong; None if nothing did."""
    _, compiler, wrapper = LANGUAGES[language]
    folder = source.parent
    status, _, said = run([f"{options.stage}/bin/{wrapper}", "--plugin", options.compiler or compiler, *flags, source.name, "-o", "seen"], folder)
    if status != 0:
        return f"the compiler failed: {said[:2000]}"
    masks = ["0", "0xfff", "0x5a3", "0x15", "0xe08"] if language.startswith("loops") else ["0"]
    for mask in ["none", *masks]:
        tracked = {} if mask == "none" else {"LD_PRELOAD": f"{options.tests}/probe.so", "FENCEPOST_PROBE_TRACE": str(folder / "trace")}
        got = run(["./seen", mask], folder, **tracked)
        if got[:2] != wanted[:2]:
            first = next((i for i, (a, b) in enumerate(zip(got[1].split("\n"), wanted[1].split("\n"))) if a != b), -1)
            return f"tracked: {mask}: it ended with {got[0]} and printed something else (line {first + 1}): {got[2][:500]}"
    return None


def check(options, seed, language, level, folder):
    suffix, compiler, _ = LANGUAGES[language]
    source = folder / f"it{suffix}"
    write(seed, language, source)
    chosen = random.Random(f"{seed} {level}").choice(MANY_FLAGS) if options.flags == "many" else options.flags
    flags = [f"-{level}", "-w", *(["-g"] if seed % 2 == 0 else []), *chosen.split()]
    plain = folder / "plain"
    if not plain.exists():
        status, _, said = run([options.compiler or compiler, "-O1", "-w", source.name, "-o", plain.name], folder)
        if status != 0:
            return f"the generator made a program that does not compile: {said[:2000]}"
    wanted = run(["./plain"], folder)
    if wanted[0] != 0:
        return f"the generator made a program that ends with {wanted[0]}"
    problem = compare(options, flags, language, source, wanted)
    return problem and f"{' '.join(flags)}: {problem}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stage", required=True)
    parser.add_argument("--tests", required=True)
    parser.add_argument("--seeds", default="1-6")
    parser.add_argument("--levels", default="O0,O1,O2,O3")
    parser.add_argument("--languages", default="c,cxx,fortran,loops,loops-cxx")
    parser.add_argument("--compiler", help="in place of gcc, g++ and gfortran (one language at a time)")
    parser.add_argument("--flags", default="")
    parser.add_argument("--keep")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    failures = programs = 0
    for seed in range(int(first), int(last or first) + 1):
        for language in options.languages.split(","):
            with tempfile.TemporaryDirectory() as name:
                for level in options.levels.split(","):
                    problem = check(options, seed, language, level, pathlib.Path(name))
                    programs += 1
                    if problem is None:
                        continue
                    failures += 1
                    print(f"FAIL: seed {seed}, {language}: {problem}", flush=True)
                    if options.keep:
                        source = next(pathlib.Path(name).glob("it.*"))
                        (pathlib.Path(options.keep) / f"{seed}-{level}{source.suffix}").write_text(source.read_text())
    print(f"{programs} compilations, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
