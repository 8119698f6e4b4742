// Which loops wait and which work, in compilers' code for both.
#include "symbolize/waiting_loop.h"

#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "compiled_functions.h"

namespace fencepost::symbolize {
namespace {

// What the names of the functions say.
constexpr const char* kLoops = R"(
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int MPI_Win_sync(int);
void share(int*);
int PMPI_Win_flush(int, int);
int MPI_Abort(int, int);
double MPI_Wtime(void);
void mpi_win_sync_f08_(int*, int*);
int work(int);
int* memory;
int kept, number;
static int own;
void waits_and_keeps_it(volatile int* m) { kept = 0; while (kept < 5) { kept = m[1]; MPI_Win_sync(3); } }
void waits_with_all_in_memory(volatile int* m) { kept = 0; while (kept < 3 * number) { kept = m[1]; MPI_Win_sync(3); } }
void waits_with_its_own(volatile int* m, int* n) { do { own = m[1]; sched_yield(); } while (own != *n); }
void waits_and_keeps_it_there(volatile int* m, int* p) { while (*p == 0) { *p = m[4]; sched_yield(); } }
void waits_and_counts_outside(volatile int* m) { for (kept = 0; m[0] == 0; kept++) sched_yield(); }
void waits_and_tells_that_it_waits(volatile int* m, int* p) { while (m[0] == 0) { *p = 1; sched_yield(); } }
int works_out_a_sum_outside(volatile int* m) { while (own < 95) own += m[0]; return own; }
int works_as_sum_until_outside(volatile int* m) { int v; while ((v = m[0]) != 5) kept += v; return kept; }
int works_as_queue_outside(volatile int* m) { while (m[0] != kept) kept = (kept + 1) % 9; return kept; }
int works_as_chain_outside(volatile int* m) { kept = m[0]; while (kept != m[1]) kept = m[kept]; return kept; }
void works_as_count_outside(volatile int* m, int* p) { for (int k = 0; k < 100; k++) *p = m[0]; }
void works_at_itself(volatile int* m) { while (m[0] < 9) m[0] += 2; }
int works_until_it_settles_outside(volatile int* m) { int v; kept = -1; while ((v = m[0]) != kept) kept = v; return kept; }
void waits_bare(volatile int* m) { while (m[0] == 0) ; }
void waits_for_more(volatile long* m, long round) { while (m[3] <= round) ; }
void waits_and_sleeps(int* m) { do usleep(10); while (m[1] != 7); }
void waits_and_synchronizes(int win) { while (memory[0] == 0) MPI_Win_sync(win); }
int waits_a_while(volatile int* m) { int n = 0; while (m[0] == 0) if (++n == 1000) return -1; return n; }
void waits_atomically(int* m) { while (__atomic_load_n(m, __ATOMIC_ACQUIRE) == 0) sched_yield(); }
void waits_for_a_bit(volatile char* m) { for (int n = 0; n < 1000 && (m[0] & 4) == 0; n++) sched_yield(); }
int waits_each_round(volatile int* m) { int s = 0; for (int r = 0; r < 9; r++) { while (m[0] < r) ; s += work(r); } return s; }
void waits_for_one_of_two(volatile int* m) { while (m[0] == 0 && m[9] == 0) ; }
int MPI_Iprobe(int, int, int, int*, void*);
int works_on_messages(volatile int* m) { int flag = 0; int status[6]; while (m[0] == 0 && !flag) MPI_Iprobe(-1, -1, 7, &flag, status); return flag; }
void waits_for_what_was_loaded_before(volatile int* m) { for (int v = m[0]; v < m[9]; v = m[0]) MPI_Win_sync(v); }
void waits_for_a_number(volatile double* m) { while (*m < 1.5) ; }
int waits_and_checks(volatile int* m) {
  while (m[0] == 0) {
    const int error = MPI_Win_sync(3);
    if (error != 0) { printf("%d", error); MPI_Abort(0, error); }
  }
  return 0;
}
int waits_and_gives_up(volatile int* m) { while (m[0] == 0) { int error = PMPI_Win_flush(0, 3); if (error != 0) return error; } return 0; }
int waits_in_fortran(volatile int* m) { int win = 3, error = 0; while (m[0] == 0) { mpi_win_sync_f08_(&win, &error); if (error != 0) return 1; } return 0; }
int waits_some_seconds(volatile int* m) { const double begin = MPI_Wtime(); while (m[0] == 0) if (MPI_Wtime() > begin) return 1; return 0; }
int waits_till_the_clock_says(volatile int* m) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do { clock_gettime(CLOCK_MONOTONIC, &now); } while (m[0] == 0 && now.tv_sec - begin.tv_sec < 10);
  return m[0];
}
int waits_till_the_other_clock_says(volatile int* m) {
  struct timeval begin, now;
  gettimeofday(&begin, 0);
  gettimeofday(&now, 0);
  while (m[0] == 0 && (now.tv_sec - begin.tv_sec) * 1000000 + now.tv_usec < begin.tv_usec + 100) gettimeofday(&now, 0);
  return m[0];
}
int waits_till_a_second(volatile int* m) { const time_t begin = time(0); while (m[0] == 0 && time(0) - begin < 20) ; return m[0]; }
void waits_and_sleeps_on(volatile int* m) {
  while (m[0] == 0) {
    struct timespec rest;
    rest.tv_sec = 0;
    rest.tv_nsec = 1000;
    while (nanosleep(&rest, &rest) == -1 && errno == EINTR) ;
  }
}
void waits_longer_and_longer(volatile int* m) { int pause = 1; while (m[0] == 0) { usleep(pause); pause *= 2; } }
void waits_for_any_number(volatile double* m) { while (*m == 0.0) ; }
void waits_for_a_great_number(volatile float* m, float much) { while (m[4] < 2 * much && m[4] > -2 * much) sched_yield(); }
int waits_five_seconds(volatile int* m) { const double begin = MPI_Wtime(); while (m[0] == 0) if (MPI_Wtime() - begin > 5.0) return 1; return 0; }
void waits_for_all_bits(volatile unsigned* m, unsigned mask) { while ((m[0] & mask) != mask) ; }
void waits_for_much(volatile int* m) { while ((m[0] < 0 ? -m[0] : m[0]) < 5) ; }
void waits_for_what_it_saw(volatile int* m) { int seen = 0; while (seen == 0) { seen = m[0]; sched_yield(); } }
void waits_till_it_has_seen(volatile int* m) { int seen = 0; while (!seen) { if (m[0] > 3) seen = 1; sched_yield(); } }
void waits_for_a_part(volatile int* m, int of) { while (m[0] / of != 3) ; }
void waits_for_a_rest(volatile unsigned long* m, unsigned long of) { while (m[0] % of != 3) sched_yield(); }
void waits_for_a_seventh(volatile unsigned long* m) { while (m[0] % 7 != 3) sched_yield(); }
void waits_and_yields_now_and_then(volatile int* m, int often) { for (int n = 1; m[0] == 0; n++) if (n % often == 0) sched_yield(); }
void waits_beside_great_numbers(volatile int* m) {
  while (m[0] == 0) __asm__ volatile("movabs $0x7fffffffffffffff, %%rax; add $1, %%rax; sub $-0x80000000, %%rax" ::: "rax", "cc");
}
int waits_in_its_frame(void) { int memory[4]; share(memory); while (((volatile int*)memory)[2] == 0) sched_yield(); return memory[2]; }
int works_in_its_frame(void) { int memory[4], s = 0; share(memory); for (int k = 0; k < 9; k++) s += ((volatile int*)memory)[2]; return s; }
int works_in_its_frame_once(void) { int memory[4]; share(memory); while (memory[0] < 9) memory[0] += 2; return memory[1]; }

int MPI_Fetch_and_op(const void*, void*, int, int, long, int, int);
int MPI_Compare_and_swap(const void*, const void*, void*, int, int, long, int);
int MPI_Get_accumulate(const void*, int, int, void*, int, int, int, long, int, int, int, int);
void waits_for_what_it_fetches(int win, int rank) { int got; do { MPI_Fetch_and_op(0, &got, 4, rank, 0, 7, win); PMPI_Win_flush(rank, win); } while (got == 0); }
void waits_where_the_frame_is_made_late(int win, int rank) { int got; MPI_Iprobe(0, 0, 0, 0, 0); do { MPI_Fetch_and_op(0, &got, 4, rank, 0, 7, win); PMPI_Win_flush(rank, win); } while (got == 0); }
void waits_until_it_has_fetched(int win, int rank) { int got = 0; while (!got) { MPI_Fetch_and_op(0, &got, 4, rank, 3, 7, win); PMPI_Win_flush(rank, win); sched_yield(); } }
void waits_for_its_turn(int win, long mine) { long turn = -1; for (;;) { MPI_Get_accumulate(0, 0, 8, &turn, 1, 8, 0, 1, 1, 8, 7, win); PMPI_Win_flush(0, win); if (turn == mine) break; } }
int waits_for_what_it_fetches_there(int win, int* m) { for (int k = 0; k < 1000; k++) { MPI_Fetch_and_op(0, m, 4, 0, 0, 7, win); PMPI_Win_flush(0, win); if (*m == 5) return 1; } return 0; }
void waits_for_a_swap(int win) { int one = 1, none = 0, old; do { MPI_Compare_and_swap(&one, &none, &old, 4, 0, 0, win); PMPI_Win_flush(0, win); } while (old != 0); }
int MPI_Win_lock(int, int, int, int);
int MPI_Win_unlock(int, int);
void waits_for_what_it_fetches_under_a_lock(int win) { int got; do { MPI_Win_lock(2, 0, 0, win); MPI_Fetch_and_op(0, &got, 4, 0, 0, 7, win); MPI_Win_unlock(0, win); } while (got != 5); }
void works_under_a_lock(volatile int* m, int win) { int seen; do { MPI_Win_lock(1, 0, 0, win); seen = m[0]; MPI_Win_unlock(0, win); } while (seen != 5); }
void waits_for_what_it_fetches_outside(int win, int rank) { kept = 0; while (kept < number) { MPI_Fetch_and_op(0, &kept, 4, rank, 0, 7, win); PMPI_Win_flush(rank, win); } }
int works_as_search_outside(int win) { own = 0; do { MPI_Fetch_and_op(0, &kept, 4, 0, own++, 7, win); PMPI_Win_flush(0, win); } while (kept != 0); return own; }
long works_on_what_it_fetches(int win) { long s = 0; int got; do { MPI_Fetch_and_op(0, &got, 4, 0, 0, 7, win); PMPI_Win_flush(0, win); s += got; } while (got != 0); return s; }
int works_as_search_by_fetches(int win) { int at = 0, got; do { MPI_Fetch_and_op(0, &got, 4, 0, at++, 7, win); PMPI_Win_flush(0, win); } while (got != 0); return at; }
int works_as_list_by_fetches(int win) { int at = 0; do { MPI_Fetch_and_op(0, &at, 4, 0, at, 7, win); PMPI_Win_flush(0, win); } while (at != 0); return at; }
int works_on_few_fetches(int win) { int s = 0, got; for (int k = 0; k < 9; k++) { MPI_Fetch_and_op(0, &got, 4, 0, 0, 7, win); PMPI_Win_flush(0, win); s += got; } return s; }

void mpi_fetch_and_op_(int*, int*, int*, int*, long*, int*, int*, int*);
void mpi_win_flush_(int*, int*, int*);
void waits_for_a_fetch_in_fortran(int* win) { int none = 0, got = 0, type = 4, rank = 1, op = 7, error; long at = 2; while (got == 0) { mpi_fetch_and_op_(&none, &got, &type, &rank, &at, &op, win, &error); mpi_win_flush_(&rank, win, &error); } }
long works_as_search_in_fortran(int* win) { int none = 0, got = 0, type = 4, rank = 1, op = 7, error; long at = 2; while (got == 0) { at++; mpi_fetch_and_op_(&none, &got, &type, &rank, &at, &op, win, &error); mpi_win_flush_(&rank, win, &error); } return at; }

void waits_for_a_saved_fetch_in_fortran(int* win) { static int none, got, type = 4, rank = 1, op = 7, error; static long at = 2; while (got == 0) { mpi_fetch_and_op_(&none, &got, &type, &rank, &at, &op, win, &error); mpi_win_flush_(&rank, win, &error); } }
long works_as_saved_search_in_fortran(int* win) { static int none, got, type = 4, rank = 1, op = 7, error; static long at = 2; while (got == 0) { at++; mpi_fetch_and_op_(&none, &got, &type, &rank, &at, &op, win, &error); mpi_win_flush_(&rank, win, &error); } return at; }

int works_out_a_root(volatile double* m) { double x = 1; while (x * x - m[0] > 1e-9) x = (x + m[0] / x) / 2; return (int)x; }
double works_out_a_sum_of_numbers(volatile double* m) { double s = 0; while (s < 9.5) s += m[0]; return s; }
int works_for_a_second(volatile int* m) { int s = 0; const time_t begin = time(0); while (time(0) - begin < 1) if (m[0] == 5) s++; return s; }
int works_with_times(volatile int* m) { long s = 0; const time_t begin = time(0); while (s < 100) s += (time(0) - begin) * m[0]; return s; }int works_as_sightings(volatile int* m) { int seen = 0; for (int k = 0; k < 9; k++) if (m[0] == 5) seen = 1; return seen; }
int works_out_a_divisor(volatile int* m) { int a = m[0], b = m[1]; while (b != 0) { int rest = a % b; a = b; b = rest; } return a; }
int works_out_the_next_multiple(volatile int* m, int n) { while (n % m[0] != 0) n++; return n; }
int works_once(volatile int* m) { return m[0] == 0 ? 3 : 4; }
int works_out_a_sum(volatile int* m) { int s = 0; for (int k = 0; k < 100; k++) s += m[0]; return s; }
int works_out_a_sum_until(volatile int* m) { int s = 0, v; while ((v = m[0]) != 5) s += v; return s; }
int works_as_count(volatile int* m) { int s = 0; for (int k = 0; k < 100; k++) if (m[0] == 5) s++; return s; }
int works_as_search(volatile int* m, int v) { int i = 0; while (m[i] != v) i++; return i; }
int works_as_other_search(volatile int* m, int* t) { for (int i = 0; i < 99; i++) if (t[i] == m[0]) return i; return 0; }
int works_as_bisection(volatile int* m, int* t) {
  int low = 0, high = 99;
  while (low < high) { int middle = (low + high) / 2; if (t[middle] < m[0]) low = middle + 1; else high = middle; }
  return low;
}
int works_as_queue(volatile int* m, int head) { int s = 0; while (m[0] != head) { s += work(head); head = (head + 1) % 9; } return s; }
int works_as_pure_queue(volatile int* m, int head) { while (m[0] != head) head = (head + 1) % 9; return head; }
int works_until_it_settles(volatile int* m) { int last = -1, v; while ((v = m[0]) != last) last = v; return last; }
int works_as_chain(volatile int* m) { int at = m[0]; while (at != m[1]) at = m[at]; return at; }
int works_as_greatest(volatile int* m) { int g = 0; for (int v; (v = m[0]) != -1;) if (v > g) g = v; return g; }
int works_as_list(volatile int* m) { int at = 0; while ((at = m[at]) != 0) ; return at; }
void works_as_copy(volatile int* m, int* t) { int i = 0; while (m[0] != 5) t[i++ % 64] = 1; }
// As clang makes it of what our pass has put into a loop: the first look stands in front.
__asm__(".globl waits_from_the_first_look_on\n.type waits_from_the_first_look_on, @function\n"
        "waits_from_the_first_look_on: push %rbx\n push %rbp\n sub $8, %rsp\n mov %rdi, %rbx\n"
        "call __tsan_read4@PLT\n mov (%rbx), %ebp\n"
        "1: cmp 36(%rbx), %ebp\n jge 2f\n call MPI_Win_sync@PLT\n"
        "mov %rbx, %rdi\n call __tsan_read4@PLT\n mov (%rbx), %ebp\n jmp 1b\n"
        "2: add $8, %rsp\n pop %rbp\n pop %rbx\n ret\n"
        ".size waits_from_the_first_look_on, .-waits_from_the_first_look_on\n");
)";

constexpr const char* kHooks = R"(
#define HOOK(name) void __tsan_##name(void* p) { (void)p; __asm__ volatile("" ::: "memory"); }
HOOK(read1) HOOK(read2) HOOK(read4) HOOK(read8) HOOK(read16) HOOK(write4) HOOK(write1) HOOK(func_entry) HOOK(volatile_read4)
HOOK(init) HOOK(write8) HOOK(write16) HOOK(read_write4) HOOK(unaligned_write16) HOOK(unaligned_write8)
int __tsan_atomic32_load(int* p, int order) { return __atomic_load_n(p, 2) + 0 * order; }
void __tsan_func_exit(void) {}
)";

constexpr const char* kMpi = R"(
int MPI_Win_sync(int w) { return w; }
int MPI_Iprobe(int a, int b, int c, int* d, void* e) { return a + b + c + (*d = e == 0); }
int work(int v) { return v + 1; }
int MPI_Win_lock(int t, int r, int a, int w) { return t + r + a + w; }
int MPI_Win_unlock(int r, int w) { return r * w; }
int PMPI_Win_flush(int r, int w) { return r + w; }
int MPI_Abort(int c, int e) { return c + e; }
int MPI_Fetch_and_op(const void* a, void* b, int c, int d, long e, int f, int g) { *(int*)b = c + d; return 0; }
int MPI_Compare_and_swap(const void* a, const void* x, void* b, int c, int d, long e, int g) { *(int*)b = c + d; return 0; }
int MPI_Get_accumulate(const void* a, int n, int t, void* b, int c, int d, int e, long f, int g, int h, int i, int j) { *(int*)b = c + d; return 0; }
void mpi_fetch_and_op_(int* a, int* b, int* c, int* d, long* e, int* f, int* g, int* h) { *b = *a + *c; }
void mpi_win_flush_(int* a, int* b, int* c) { *c = *a + *b; }
double MPI_Wtime(void) { return 1.5; }
void mpi_win_sync_f08_(int* w, int* e) { *e = *w; }
void share(int* m) { m[2] = 1; }
int main(void) { return 0; }
)";

class WaitingLoop : public CompiledFunctions {
 protected:
  void SetUp() override {
    CompiledFunctions::SetUp();
    write("loops.c", kLoops);
    write("hooks.c", kHooks);
    write("mpi.c", kMpi);
  }

  void build(const std::string& how) {
    build(how, how + " -w -fsanitize=thread -c loops.c && " + how + " -w -O1 -c hooks.c && " + how +
                   " loops.o hooks.o mpi.o -o program");
  }
  // By our wrapper: with the plugin for gcc, the pass for clang.
  void build_by_wrapper(const std::string& how) {
    const std::string wrapper = FENCEPOST_STAGE "/bin/fencepost-cc --plugin ";
    build(how, wrapper + how + " -w -c loops.c && " + wrapper + how + " loops.o mpi.o -o program");
  }
  void build(const std::string& how, const std::string& steps) { compile(how + " -w -O1 -c mpi.c && " + steps, "w"); }
  void expect_told() {
    const MachineCode code(ElfFile::open(program()), nullptr);
    ASSERT_GT(functions_.size(), 20U);
    for (const auto& [name, address] : functions_) {
      if (!name.starts_with("waits_") && !name.starts_with("works_")) continue;
      bool waits = false;
      bool from_the_first_on = true;
      for (const Look& look : looks_in(code, code.function_at(address))) {
        waits |= look.waits;
        from_the_first_on &= look.waits;
      }
      EXPECT_EQ(waits, name.starts_with("waits_")) << name;
      EXPECT_TRUE(from_the_first_on || name != "waits_from_the_first_look_on");
    }
  }
};

constexpr const char* kWays[] = {"-O0",
                                 "-O1",
                                 "-O2",
                                 "-O3",
                                 "-O2 -fno-plt",
                                 "-O2 -fno-omit-frame-pointer",
                                 "-O1 -no-pie -fno-pie",
                                 "-O2 -march=x86-64-v3"};

TEST_F(WaitingLoop, IsToldFromOneThatWorks) {
  for (const char* compiler : {"gcc", "clang-19"}) {
    for (const char* options : {"-O0", "-O1", "-O2 -fno-plt", "-O3 -march=x86-64-v3", "-O2 -no-pie -fno-pie"}) {
      const std::string how = std::string(compiler) + " " + options;
      SCOPED_TRACE(how);
      build(how);
      expect_told();
    }
  }
}

TEST_F(WaitingLoop, IsToldInCodeOfThePluginAndThePass) {
  for (const char* compiler : std::initializer_list<const char*>{FENCEPOST_OWN_COMPILERS}) {
    for (const char* options : kWays) {
      const std::string how = std::string(compiler) + " " + options;
      SCOPED_TRACE(how);
      build_by_wrapper(how);
      expect_told();
    }
  }
}

TEST_F(WaitingLoop, IsNotKnownInDamagedFiles) {
  build("gcc -O2");
  std::ostringstream text;
  text << std::ifstream(program(), std::ios::binary).rdbuf();
  const std::string whole = text.str();
  std::mt19937 random(7);
  for (int round = 0; round < 600; ++round) {
    std::string bytes = whole;
    if (round % 3 == 0) bytes.resize(random() % bytes.size());
    for (int i = 0; i < 40 && !bytes.empty(); ++i) {
      // The headers are in front, the sections' and the symbols behind.
      const std::size_t part = std::min<std::size_t>(bytes.size(), i % 2 == 0 ? 0x400 : 0x3000);
      bytes[i % 2 == 0 ? random() % part : bytes.size() - part + random() % part] = static_cast<char>(random());
    }
    if (round % 2 == 0 && bytes.size() > 4)
      bytes.replace(0, 4,
                    "\x7f"
                    "ELF");
    std::ofstream(program(), std::ios::binary) << bytes;
    const MachineCode code(ElfFile::open(program()), nullptr);
    for (const auto& [name, address] : functions_) looks_in(code, code.function_at(address));
    code.called(random() % 0x8000);
  }
}

}  // namespace
}  // namespace fencepost::symbolize
