// Which code finds out which thread runs it, in compilers' code.
#include "symbolize/thread_identity.h"

#include <string>

#include <gtest/gtest.h>

#include "compiled_functions.h"

namespace fencepost::symbolize {
namespace {

// Whether each asks is what its name says.
constexpr const char* kFunctions = R"(
static int common;
_Thread_local int own, own_count, kept;
static _Thread_local int pool[8];
extern _Thread_local int own_elsewhere, count_elsewhere;
extern int places[8];
int take(int*);
unsigned long pthread_self(void);
int gettid(void);
int work(int);
static __attribute__((noinline)) int is_me(unsigned long other) { return pthread_self() == other; }
static __attribute__((noinline)) int twice(unsigned long other) { return is_me(other) + is_me(other + 1); }
int asks_by_variable(int n) { if (own == n) work(n); return n; }
int asks_by_variable_of_another_file(int n) { return own_elsewhere == n ? work(n) : 0; }
int asks_by_handle(int n) { return pthread_self() == (unsigned long)n ? work(n) : 0; }
int asks_by_number(int n) { return gettid() == n ? work(n) : 0; }
int asks_by_function(int n) { return work(n) + twice((unsigned long)n); }
int asks_in_tail_call(int n) { work(n); return twice((unsigned long)n); }
int asks_beside_state(int n) { own_count += n; return own == n ? work(own_count) : 0; }
int asks_by_pointer(int n) { int* volatile at = &own; work(n); return *at == n ? work(n) : 0; }
int asks_by_place(int n) { return places[own] + n; }
int asks_by_argument(int n) { return work(own) + n; }
int asks_by_address(int n) { return take(&own) + n; }
int asks_beside_state_elsewhere(int n) { count_elsewhere += n; return own_elsewhere == n ? work(n) : 0; }
int asks_by_what_it_keeps(int n) { if (!kept) kept = work(n); return kept; }
int asks_by_pool(int n) { if (own_count == 7) own_count = 0; pool[own_count++] = n; return n; }
int never_reads(int n) { own = work(n); return n; }
int never_uses_common(int n) { common += n; return common; }
int never_calls_others(int n) { return work(n) + work(n + 1); }
int never_with_protected_stack(int n) { char room[64]; for (int i = 0; i < 64; i++) room[i] = (char)work(n + i); return room[n & 63]; }
)";

class ThreadIdentity : public CompiledFunctions {};

TEST_F(ThreadIdentity, IsAskedFor) {
  write("functions.c", kFunctions);
  write("others.c",
        "_Thread_local int own_elsewhere, count_elsewhere;\nint places[8];\nint take(int* a) { return *a; }\nint "
        "gettid(void) { return 1; }\nunsigned long pthread_self(void) { return 2; "
        "}\nint work(int a) { return a - 1; }\nint main(void) { return 0; }\n");
  for (const char* compiler : {"gcc", "clang-19"}) {
    for (const char* options :
         {"-O0", "-O1", "-O2", "-O3", "-O2 -fPIC", "-O2 -no-pie -fno-pie", "-Os", "-O2 -fstack-protector-all"}) {
      const std::string how = std::string(compiler) + " " + options;
      SCOPED_TRACE(how);
      compile(how + " -w -fno-inline-functions -c functions.c && " + how + " -w -c others.c && " + how +
                  " functions.o others.o -o program",
              "asks_|never_");
      const MachineCode code(ElfFile::open(program()), nullptr);
      EXPECT_EQ(functions_.size(), 18U);
      for (const auto& [name, address] : functions_)
        EXPECT_EQ(asks_which_thread(code, address), !name.starts_with("never_")) << name;
    }
  }
}

}  // namespace
}  // namespace fencepost::symbolize
