// Where the machine code of a function runs parts of OpenMP's constructs (chunks, sections, singles), and what its
// calls may begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "symbolize/decoded_function.h"
#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// A function that compilers make of a construct: a runtime calls it for each thread.
bool is_outlined(std::string_view function);

// A call of a function, or a jump to it with which the calling one ends.
bool is_call_or_last_jump(const DecodedFunction& code, std::size_t i);

class PartsInCode {
 public:
  PartsInCode(const MachineCode& machine_code, const MachineCode::Function& function, const DecodedFunction& code);

  // Ways are there that are not seen: code elsewhere that jumps back, exceptions that are caught.
  bool has_unseen_ways() const { return unseen_ways_; }
  bool in_part(std::size_t i) const { return in_part_[i]; }
  // Whether an instruction may begin a part, a task or a team, or one may begin after it, as far as the thread is in
  // the same team.
  bool begins(std::size_t i) const { return begins_[i]; }
  bool may_follow(std::size_t i) const { return begins_[i] || may_follow_[i]; }

 private:
  bool callee_may_begin(std::size_t call);
  bool function_may_begin(std::uint64_t address, unsigned depth);
  void find_parts();
  void find_what_follows();
  void look_for_unseen_ways();

  const MachineCode& machine_code_;
  const DecodedFunction& code_;
  std::map<std::uint64_t, bool> known_;  // functions that may begin parts
  std::vector<bool> in_part_, begins_, may_follow_;
  bool unseen_ways_ = false;
};

bool any_begins(std::string_view name, std::initializer_list<std::string_view> beginnings);
// Reports an access. (Its code is linked into the program.)
bool is_hook(std::string_view function);
// Hooks, our wrappers of libraries' functions, and Fortran's runtimes: their names say what they do, also if their code
// is linked into the program.
bool is_known_by_name(std::string_view function);
// Without the beginning by which the linker calls our wrapper of a function.
std::string_view without_wrapper(std::string_view function);
// Functions of libraries that begin no part, task or team.
bool begins_nothing(std::string_view function);
// Functions that only tell others something: they leave the memory of their caller and its data as they are.
bool only_tells(std::string_view function);
// How many bytes behind the pointer that is an argument a function uses; the largest number: not known. (From 0. Those
// on the stack count as the sixth.)
std::uint64_t bytes_used(std::string_view function, unsigned argument);
// How many bytes of arguments on the stack a function has at most.
std::int64_t bytes_on_stack(std::string_view function);

}  // namespace fencepost::symbolize
