// What becomes of the number of a thread, in compilers' code.
#include "symbolize/number_flow.h"

#include <capstone.h>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "compiled_functions.h"
#include "symbolize/first_thread.h"
#include "symbolize/number_steps.h"

namespace fencepost::symbolize {
namespace {

// Regions in which parts do not depend on the number: always told (tests_), or if the compiler leaves it as it is
// (often_); those in which others than the first thread may complete operations, too (both_); and those in which parts
// may depend on the number (may_).
constexpr const char* kRegions = R"code(
int omp_get_thread_num(void);
int printf(const char*, ...);
void MPI_Put(int); void MPI_Win_flush(int, int); void mark(int);
int work(int); void take(int*); extern int all[64]; extern _Thread_local int own;
#define LOOP _Pragma("omp for schedule(dynamic) nowait") for (int i = 0; i < n; i++)
#define BARRIER _Pragma("omp barrier")
#define REGION(name, ...) void name(int n) { _Pragma("omp parallel") { __VA_ARGS__ } }
#define ASIDE static __attribute__((noinline, noclone)) void
struct to_one { int* one; };
ASIDE by_reference(const int* i) { MPI_Put(*i); }
ASIDE by_two(const int* i) { MPI_Put(i[0] + i[1]); }
ASIDE by_index(const int* i) { MPI_Put(i[*i & 3]); }
ASIDE by_address(const struct to_one* to) { MPI_Put(*to->one); }
ASIDE passes_on(const int* i) { by_two(i); }
#define WITH_ME(name, ...) REGION(name, int me = omp_get_thread_num(); __VA_ARGS__)
WITH_ME(tests_after, LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(tests_not, LOOP MPI_Put(i); if (!me) mark(1);)
WITH_ME(tests_less, LOOP MPI_Put(i); if (me < 1) mark(1);)
WITH_ME(tests_others, LOOP MPI_Put(i); if (me != 0) MPI_Put(2); else mark(1);)
WITH_ME(often_both, if (me == 0) printf("begins\n"); LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(often_in_steps, for (int k = 0; k < n; k++) { LOOP MPI_Put(i); if (me == 0) MPI_Win_flush(1, 2); BARRIER } if (me == 0) mark(1);)
WITH_ME(tests_then_uses, LOOP MPI_Put(i); all[me] = 1; if (me == 0) mark(1);)
WITH_ME(often_sections, _Pragma("omp sections nowait") { _Pragma("omp section") MPI_Put(n); _Pragma("omp section") MPI_Put(n + 1); } if (me == 0) mark(1);)
REGION(tests_answer, int first = omp_get_thread_num() == 0; LOOP MPI_Put(i); if (first) mark(1);)
REGION(tests_other_answer, _Bool other = omp_get_thread_num() != 0; LOOP MPI_Put(i); if (!other) mark(1);)
void tests_private(int n) { int me;
_Pragma("omp parallel private(me)") { me = omp_get_thread_num(); LOOP MPI_Put(i); if (me == 0) mark(1); } }
WITH_ME(often_by_reference, LOOP { int k = i; by_reference(&k); } if (me == 0) mark(1);)
WITH_ME(may_pass_two, struct { int x; int me; } s = {n, me}; LOOP by_two(&s.x); if (me == 0) mark(1);)
WITH_ME(may_pass_on_two, struct { int x; int me; } s = {n, me}; LOOP passes_on(&s.x); if (me == 0) mark(1);)
WITH_ME(may_pass_some, struct { int x; int me; } s = {n, me}; LOOP by_index(&s.x); if (me == 0) mark(1);)
WITH_ME(may_pass_address, struct to_one to = {&me}; LOOP by_address(&to); if (me == 0) mark(1);)
WITH_ME(both_flush, LOOP MPI_Put(i); if (me == 0) { MPI_Win_flush(1, 2); mark(1); } else MPI_Win_flush(2, 2);)
WITH_ME(both_call, LOOP MPI_Put(i); if (me == 0) mark(1); else work(n);)
WITH_ME(may_in_chunks, LOOP if (me == 0) MPI_Put(i);)
WITH_ME(may_in_chunks_and_after, LOOP if (me == 0) MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_as_argument, LOOP MPI_Put(me); if (me == 0) mark(1);)
WITH_ME(may_as_index, LOOP MPI_Put(all[me]); if (me == 0) mark(1);)
WITH_ME(may_as_offset, int* mine = all + 4 * me; LOOP mine[i] = 2; if (me == 0) mark(1);)
WITH_ME(may_pass, take(&me); LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_keep_elsewhere, all[n] = me; LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_keep_by_index, all[me] = n; LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_keep_own, own = me; LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_keep_in_structure, struct { int x; int me; } s = {n, me}; take(&s.x); LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_keep_in_array, int own_room[4] = {0}; own_room[n & 3] = me; LOOP MPI_Put(own_room[i & 3]); if (me == 0) mark(1);)
WITH_ME(may_choose, int mine = n; if (me == 0) mine = work(n); LOOP if (mine) MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_choose_one, int mine = 0; if (me == 0) mine = 1; LOOP if (mine) MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_choose_pointer, int* mine = me == 0 ? all : all + 9; LOOP mine[i] = 2; if (me == 0) mark(1);)
WITH_ME(may_choose_with_others, int mine = 0; if (me != 0 || n > 7) mine = 1; LOOP if (mine) MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_set_by_function, int mine = 0; if (me == 0) take(&mine); LOOP if (mine) MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_set_elsewhere, if (me == 0) all[n] = 1; LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_call_before, if (me == 0) work(n); LOOP MPI_Put(i); if (me == 0) mark(1);)
WITH_ME(may_in_a_task, _Pragma("omp task firstprivate(me)") { if (me == 0) MPI_Put(n); } if (me == 0) mark(1);)
WITH_ME(may_in_a_region, _Pragma("omp parallel firstprivate(me)") { LOOP if (me == 0) MPI_Put(i); } if (me == 0) mark(1);)
WITH_ME(may_in_a_step, int mine = 0; for (int k = 0; k < n; k++) { LOOP if (mine) MPI_Put(i); if (me == 0) { mine = 1; MPI_Win_flush(1, 2); } BARRIER } mark(1);)
REGION(may_with_answer, int first = omp_get_thread_num() == 0; LOOP if (first) MPI_Put(i); if (first) mark(1);)
REGION(may_with_sum, int sum = omp_get_thread_num() * 3 + n; LOOP MPI_Put(i + sum); mark(1);)
)code";

struct Found {
  NumberUse use = NumberUse::kUnknown;
  bool asks = false;
  bool mark_is_first = true;  // as far as there are such calls
};

Found found_in(const MachineCode& code, const MachineCode::Function& function) {
  const DecodedFunction decoded(code, function);
  Found found;
  std::vector<std::uint64_t> marks;
  std::uint64_t asked = 0;
  for (std::size_t i = 0; i < decoded.count(); ++i) {
    if (decoded.instruction(i).id != X86_INS_CALL) continue;
    const std::string name = decoded.name_of_callee(i);
    if (NumberSteps::is_asking(name) && asked == 0) asked = decoded.end_of(i);
    if (name == "mark") marks.push_back(decoded.end_of(i));
  }
  found.asks = asked != 0;
  if (!found.asks) return found;
  found.use = use_of_number(code, function, asked);
  for (const std::uint64_t mark : marks)
    found.mark_is_first &= code_of_first_thread(code, function, asked, {mark}, false).has_value();
  return found;
}

class NumberFlowInCode : public CompiledFunctions {
 protected:
  // The regions of each function.
  std::multimap<std::string, std::uint64_t> regions() const {
    std::multimap<std::string, std::uint64_t> found;
    std::ifstream symbols(folder_ / "regions");
    std::string kind, name;
    for (std::uint64_t address = 0; symbols >> std::hex >> address >> kind >> name;)
      found.emplace(name.substr(name[0] == '.' ? 1 : 0, name.find('.', 1)), address);
    return found;
  }
};

TEST_F(NumberFlowInCode, IsFollowed) {
  write("functions.c", kRegions);
  write("others.c",
        "void MPI_Put(int a) { (void)a; }\nvoid MPI_Win_flush(int a, int b) { (void)a; (void)b; }\nvoid mark(int a) { "
        "(void)a; }\nint work(int a) { return a - 1; }\nvoid take(int* a) { *a = 1; }\nint all[64];\n_Thread_local int "
        "own;\nint main(void) { return 0; }\n");
  for (const char* compiler : {"gcc", "clang-19"}) {
    for (const char* options :
         {"-O0", "-O1", "-O2", "-O3", "-O0 -g", "-O2 -g", "-O2 -fno-plt", "-O2 -no-pie -fno-pie"}) {
      const std::string how = std::string(compiler) + " -w -fopenmp " + options;
      SCOPED_TRACE(how);
      compile(how +
                  " functions.c others.c -o program"
                  " && nm program | grep -E '(_omp_fn|omp_outlined)' > regions",
              "tests_|often_|both_|may_");
      const MachineCode code(ElfFile::open(program()), nullptr);
      std::map<std::string, int> asked;
      for (const auto& [name, address] : regions()) {
        const Found found = found_in(code, code.function_at(address));
        if (!found.asks) continue;
        ++asked[name];
        const bool tests = name.starts_with("tests_");
        EXPECT_TRUE(found.use != NumberUse::kOnlyTests || !name.starts_with("may_")) << name;
        EXPECT_TRUE(found.use == NumberUse::kOnlyTests || !tests) << name;
        EXPECT_TRUE(found.mark_is_first || !tests) << name;
        EXPECT_FALSE(found.mark_is_first && name.starts_with("both_")) << name;
      }
      EXPECT_EQ(asked.size(), functions_.size());
    }
  }
}

}  // namespace
}  // namespace fencepost::symbolize
