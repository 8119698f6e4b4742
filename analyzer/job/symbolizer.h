// From addresses to source, as the engine and the rules need it. The presenting side implements it with debug
// information.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "job/place.h"
#include "model/location.h"

namespace fencepost {

class Symbolizer {
 public:
  virtual ~Symbolizer() = default;
  // The source of a return address in a process (the call before it), innermost inlined function.
  virtual SourceLocation locate(ProcessId process, std::uint64_t pc) = 0;
  // A Stack definition, innermost first, inlined functions expanded. Empty for none.
  virtual std::vector<SourceLocation> stack(ProcessId process, StackId stack) = 0;

  // The whole stack of a place, the user's statement first: its pc with the inlined functions there, then its stack.
  virtual std::vector<SourceLocation> frames(const Place& place);
  // The variable with a fixed address at [begin, end) in a process: "grid[1][0..511]". Empty: not known.
  virtual std::string variable(ProcessId, std::uint64_t, std::uint64_t) { return ""; }
  // The whole variable with a fixed address, or the whole COMMON block, that contains the byte at an address. Nothing:
  // it is not known for certain.
  struct Variable {
    std::uint64_t begin = 0, end = 0;
    std::string name;
  };
  virtual std::optional<Variable> variable_around(ProcessId /*process*/, std::uint64_t /*address*/) {
    return std::nullopt;
  }
  // The memory [begin, end) of the files that a process has loaded.
  virtual std::vector<std::pair<std::uint64_t, std::uint64_t>> files_in_memory(ProcessId /*process*/) { return {}; }
  // The same for a local variable of a function that has not returned when `call` is made.
  virtual std::optional<Variable> local_around(const Place& /*call*/, std::uint64_t /*address*/) {
    return std::nullopt;
  }
  // Whether an address lies in the frame of a function that has not returned when `call` is made, but has when the same
  // thread makes the call `later`. False: it has not, or that is not known for certain.
  virtual bool is_left(const Place& /*call*/, std::uint64_t /*address*/, const Place& /*later*/) { return false; }
  // If an address belongs to a variable of a block, in a function that has not returned when the same thread makes the
  // call `later`, but has left the block: the variable, and the function's statements that lead to both calls. Nothing:
  // it does not, or that is not known for certain.
  struct LeftBlock {
    std::string variable;
    SourceLocation used, later;
  };
  virtual std::optional<LeftBlock> left_block(const Place& /*call*/, std::uint64_t /*address*/,
                                              const Place& /*later*/) {
    return std::nullopt;
  }
  // Whether an address is in the frame of a function that has not returned when `call` is made, in something that the
  // compiler has put there: in none of the function's variables; or in the place of one, although the variable `copied`
  // is known to be elsewhere or (empty) the source has an expression there.
  virtual bool in_compiler_copy(const Place& /*call*/, std::uint64_t /*address*/, std::string_view /*copied*/) {
    return false;
  }
  // The name that the source of an MPI call has for the memory behind one of its arguments (from 0): "grid[1][0..511]"
  // for the bytes [begin, end) from its beginning. `out`: the call stores the pointer to the memory there. `pointed`:
  // by a variable that points there, and may point elsewhere at another time. Empty: not known.
  struct Argument {
    std::string name;
    bool pointed = false;
  };
  virtual Argument argument(const Place& /*call*/, int /*index*/, bool /*out*/, std::uint64_t /*begin*/,
                            std::uint64_t /*end*/) {
    return {};
  }
  // The source text of an argument (from 0) of an MPI call: "(rank + 1) % size". Nothing: not known.
  virtual std::optional<std::string> argument_text(const Place& /*call*/, int /*index*/) { return std::nullopt; }
  // The user's statement of a place: the first of its frames.
  SourceLocation statement(const Place& place);
};

}  // namespace fencepost
