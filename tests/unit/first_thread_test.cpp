// Which calls only the first thread of a team makes, in compilers' code.
#include "symbolize/first_thread.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "compiled_functions.h"
#include "symbolize/decoded_function.h"

namespace fencepost::symbolize {
namespace {

// Who calls mark() is what the names of the functions say.
constexpr const char* kFunctions[] = {
    "void only_if(int n) { if (omp_get_thread_num() == 0) mark(n); work(n); }",
    "void only_unless(int n) { if (omp_get_thread_num() != 0) work(n); else mark(n); work(3); }",
    "void only_in_master(int n) { work(n); if (__kmpc_master(0, n)) { mark(n); __kmpc_end_master(0, n); } work(2); }",
    "void only_on_each_way(int n) { if (omp_get_thread_num() == 0) { if (n > 7) mark(n); else while (work(n)) mark(9); "
    "} work(n); }",
    "void only_in_each_round(int n) { for (int i = 1; i < n; i++) { if (omp_get_thread_num() == 0) mark(i); work(i); } "
    "}",
    "void only_after_another(int n) { if (omp_get_thread_num() == 0) { mark(n); work(n); } if (omp_get_thread_num() == "
    "0) work(4); work(5); }",
    "void all_after(int n) { if (omp_get_thread_num() == 0) work(n); mark(n); work(n); }",
    "void all_after_master(int n) { if (__kmpc_master(0, n)) { work(n); __kmpc_end_master(0, n); } mark(n); work(n); }",
    "void all_in_each_round(int n) { for (int i = 1; i < n; i++) { if (omp_get_thread_num() == 0) work(i); mark(i); } "
    "work(n); }",
    "void all_on_both_ways(int n) { if (omp_get_thread_num() == 0) { work(n); mark(n); } else mark(n + 1); work(n); }",
    "void all_before(int n) { mark(n); if (omp_get_thread_num() == 0) work(n); work(n); }",
    "void all_but_the_first(int n) { if (omp_get_thread_num() != 0) mark(n); work(n); }",
    "void all_of_a_second_one(int n) { if (omp_get_thread_num() == 1) mark(n); work(n); }",
    "void all_by_a_number(int n) { int me = omp_get_thread_num(); if (me * n == 0) mark(n); work(me); }"};
constexpr const char* kOthers =
    "int omp_get_thread_num(void);\nint __kmpc_master(void*, int);\nvoid __kmpc_end_master(void*, int);\nvoid "
    "mark(int);\n"
    "int work(int);\n";
constexpr const char* kDefinitions =
    "int omp_get_thread_num(void) { return 0; }\nint __kmpc_master(void* a, int b) { return a == 0 && b; }\n"
    "void __kmpc_end_master(void* a, int b) { (void)a; (void)b; }\nvoid mark(int a) { (void)a; }\n"
    "int work(int a) { return a - 1; }\nint main(void) { return 0; }\n";

// Whether only the first thread makes each call of mark(), as far as the code alone shows it.
bool only_first(const MachineCode& code, const MachineCode::Function& function) {
  const DecodedFunction decoded(code, function);
  EXPECT_GT(decoded.count(), 3U);
  std::vector<std::uint64_t> asks, marks;
  for (std::size_t i = 0; i < decoded.count(); ++i) {
    if (decoded.instruction(i).id != X86_INS_CALL) continue;
    const std::string name = decoded.name_of_callee(i);
    if (name == "omp_get_thread_num" || name == "__kmpc_master") asks.push_back(decoded.end_of(i));
    if (name == "mark") marks.push_back(decoded.end_of(i));
  }
  EXPECT_FALSE(asks.empty());
  EXPECT_FALSE(marks.empty());
  return std::ranges::all_of(marks, [&](std::uint64_t mark) {
    const auto found = code_of_first_thread(code, function, asks.front(), {mark}, false);
    return found && found->return_address == mark && found->like_it.empty();
  });
}

class FirstThread : public CompiledFunctions {};

TEST_F(FirstThread, IsAloneInWhatFollowsItsTest) {
  std::string functions = kOthers;
  for (const char* function : kFunctions) functions += std::string(function) + "\n";
  write("functions.c", functions);
  write("others.c", kDefinitions);
  for (const char* compiler : {"gcc", "clang-19"}) {
    for (const char* options : {"-O0", "-O1", "-O2", "-O3", "-O2 -fno-plt", "-O2 -no-pie -fno-pie", "-Os"}) {
      const std::string how = std::string(compiler) + " " + options;
      SCOPED_TRACE(how);
      compile(how + " -w -fno-inline -c functions.c && " + how + " -w -c others.c && " + how +
                  " functions.o others.o -o program",
              "only_|all_");
      const MachineCode code(ElfFile::open(program()), nullptr);
      EXPECT_EQ(functions_.size(), std::size(kFunctions));
      for (const auto& [name, address] : functions_)
        EXPECT_EQ(only_first(code, code.function_at(address)), name.starts_with("only_")) << name;
    }
  }
}

}  // namespace
}  // namespace fencepost::symbolize
