// From addresses of the checked processes to the user's source: the modules of each process, their files with debug
// information, and earlier answers. Any thread may call every method.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ids/ids.h"
#include "job/number_use.h"
#include "job/strand_code.h"
#include "model/location.h"
#include "model/source_lines.h"
#include "record/event.h"
#include "record/mutex.h"
#include "symbolize/argument_names.h"
#include "symbolize/static_memory.h"

namespace fencepost::symbolize {

class BinaryFile;

class AddressBook {
 public:
  AddressBook();
  ~AddressBook();

  // The definitions of a process (rank in MPI_COMM_WORLD), in their order: libraries are unloaded and others loaded at
  // their place. A stack belongs to the modules defined before it; a later one hides those that it overlaps.
  void define(ProcessId process, const event::Module& module);
  void define(ProcessId process, const event::Stack& stack);
  void define(ProcessId process, const event::StackLayout& layout);
  void define(ProcessId process, const event::InterpretedPlace& place);

  // The frames of a return address: the call before it, innermost inlined function first; never empty. Without debug
  // information, a frame has function and module; without symbols, module and address.
  std::vector<SourceLocation> frames(ProcessId process, std::uint64_t return_address);

  // All frames of a stack, inlined functions expanded, from the user's statement outwards to
  // main. Left out are frames before main, and leading frames in headers of the compiler's
  // libraries, in MPI libraries, in functions with names like MPI's (profiling libraries)
  // and (if a caller has it) in code without debug information. Empty: no such stack.
  std::vector<SourceLocation> stack(ProcessId process, StackId stack);

  // The same for one address and the stack of its function's callers, if that is known.
  std::vector<SourceLocation> statement(ProcessId process, std::uint64_t return_address, StackId callers);

  // The global or static variable at the bytes [begin, end) of a process: "grid[1][0..511]". Empty: no variable is
  // known there.
  std::string variable(ProcessId process, std::uint64_t begin, std::uint64_t end);

  // The whole variable that contains the byte at an address of a process, by its symbol; `symbol` is the source's name
  // for it, if that is known. And where the files that the process has loaded are.
  std::optional<StaticMemory::Variable> variable_around(ProcessId process, std::uint64_t address);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> files_in_memory(ProcessId process);
  // The same for the local variables of the functions on a stack, while they are in one of their calls, if the
  // statement of that call names the variable. Also nothing if the stack was at several places with different answers.
  std::optional<StaticMemory::Variable> local_around(ProcessId process, StackId stack, std::uint64_t address);
  // Whether the byte lies in the frame of one of these functions, which has returned when its thread comes to the stack
  // `later`. The frames of a function that has not returned lie where they lay, and what called it has called nothing
  // else. False, too, if a stack may be another one at the same time (of a coroutine, a thread), or was not kept whole.
  bool is_left(ProcessId process, StackId stack, std::uint64_t address, StackId later);
  // If the byte belongs to a variable of a block of one of these functions, which is still in that call when its thread
  // comes to the stack `later`, but no longer in the block: the variable, and the function's statements at both stacks.
  // Nothing: it does not, or that is not known for certain.
  struct LeftBlock {
    std::string variable;
    SourceLocation used, later;
  };
  std::optional<LeftBlock> left_block(ProcessId process, StackId stack, std::uint64_t address, StackId later);
  // Whether the byte is in a frame of one of these functions, and no variable is known to be there. Compilers put
  // copies in the place of unused variables: if the source names a part of the variable `copied`, which is known to be
  // elsewhere, or an expression (`copied` is empty), the byte counts as a part of the copy, too.
  bool in_compiler_copy(ProcessId process, StackId stack, std::uint64_t address, std::string_view copied);

  // The source's name for the memory behind argument `index` of the call of `function` that is the user's statement of
  // a stack, e.g. "grid[17]", see argument_names.h; nothing if the source was changed since.
  ArgumentName argument(ProcessId process, StackId stack, std::string_view function, int index, bool out,
                        std::uint64_t begin, std::uint64_t end);
  // The text of any argument of such a call, see call_text.h.
  std::optional<std::string> argument_text(ProcessId process, StackId stack, std::string_view function, int index);

  // Whether a load is in a loop that only waits for another value (waiting_loop.h), by the return address of its hook
  // in the file. False: it is not, or that cannot be determined.
  bool waits(const std::string& path, const std::string& build_id, std::uint64_t return_address);

  // Whether only the first thread of a team makes a call (first_thread.h), by addresses in the file. False: others do
  // as well, or that cannot be determined.
  bool only_first_thread(const std::string& path, const std::string& build_id, std::uint64_t asked_at,
                         const std::vector<std::uint64_t>& callers, bool from_elsewhere);

  // What becomes of the number of a thread that the call before an address of the file has given (number_flow.h).
  NumberUse use_of_number(const std::string& path, const std::string& build_id, std::uint64_t return_address);

  // What the code at an address of the file shows about the strands that run it (thread_identity.h, turns_in_code.h).
  StrandCode code_of_strands(const std::string& path, const std::string& build_id, std::uint64_t address);

  // Files that could not be read, one sentence each, in the order in which they were met: missing or changed since the
  // run, no debug information.
  std::vector<std::string> problems() const;

 private:
  struct Module {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t bias;
    std::shared_ptr<BinaryFile> file;
  };
  struct Stack {
    std::vector<std::uint64_t> return_addresses;
    std::size_t modules;  // defined before it
  };
  struct StackFrame {
    std::uint64_t begin, end;
    std::uint64_t canonical_address() const { return end + sizeof(std::uint64_t); }
  };
  using Layout = std::vector<StackFrame>;  // of a stack's first frames
  struct Process {
    // The module at an address, among the first `count` ones: a module that was loaded later hides those that it
    // overlaps. Null: none.
    const Module* module_at(std::uint64_t address, std::size_t count) const;

    std::vector<Module> modules;
    std::unordered_map<StackId, Stack> stacks;
    std::unordered_map<StackId, std::vector<Layout>> layouts;
    std::unordered_map<std::uint64_t, SourceLocation> interpreted;  // by the value that replaces their address
    // Earlier answers for known stacks: by the address before the stack (0: none). A mistake in a loop asks for the
    // same again and again.
    std::map<std::pair<StackId, std::uint64_t>, std::vector<SourceLocation>> answered;
    // By both stacks and the address.
    std::map<std::tuple<StackId, StackId, std::uint64_t>, std::optional<LeftBlock>> left_blocks;
  };
  static constexpr std::size_t kMostAnswered = 4096;  // then it is cleared
  // A stack of which all frames are known, at one of the places where it lay.
  struct Laid {
    const Stack* stack;
    const Layout* layout;
    bool begins_as(const Laid& other) const;  // as the stack of the same thread or coroutine
    bool has(std::uint64_t end, std::uint64_t return_address) const;
  };
  std::optional<LeftBlock> find_left_block(const Process& owner, StackId stack, std::uint64_t address, StackId later)
      FENCEPOST_REQUIRES(mutex_);
  // All places; empty: that is not known.
  static std::vector<Laid> places_of(const Process& owner, StackId stack);
  mutable Mutex mutex_;
  BinaryFile& file_at(const std::string& path, const std::string& build_id) FENCEPOST_REQUIRES(mutex_);
  // `modules`: how many of the process's modules count.
  void append_frames(const Process& process, std::uint64_t return_address, std::size_t modules,
                     std::vector<SourceLocation>& frames) FENCEPOST_REQUIRES(mutex_);
  // The user's statement of a stack: visit(its module, the address in it, its place).
  template <class Visit>
  FENCEPOST_REQUIRES(mutex_)
  auto at_call(ProcessId process, StackId stack, Visit&& visit)
      -> decltype(visit(std::declval<const Module&>(), std::uint64_t{}, std::declval<const SourceLocation&>()));
  // The function of the stack whose frame contains an address.
  struct FrameAround {
    const Module* module;
    std::uint64_t pc;  // in the module's file
    std::uint64_t canonical;
  };
  std::optional<FrameAround> frame_around(const Process& owner, StackId stack, std::uint64_t address) const
      FENCEPOST_REQUIRES(mutex_);
  // The user's part of an address (0: none) and the stack before it.
  std::vector<SourceLocation> user_frames(Process& process, std::uint64_t return_address, StackId stack)
      FENCEPOST_REQUIRES(mutex_);

  std::unordered_map<ProcessId, Process> processes_ FENCEPOST_GUARDED_BY(mutex_);
  // By path and build id.
  std::map<std::pair<std::string, std::string>, std::shared_ptr<BinaryFile>> files_ FENCEPOST_GUARDED_BY(mutex_);
  std::vector<std::string> problems_ FENCEPOST_GUARDED_BY(mutex_);
  SourceLines sources_;  // guarded as well (used in bodies of lambdas, which clang takes to hold no lock)
};

}  // namespace fencepost::symbolize
