#include "words/wrong_argument.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace fencepost {
namespace {

struct Function {
  MpiCall call = MpiCall::kNone;
  std::string_view arguments;  // their names, with blanks between
};
constexpr Function kFunctions[] = {
#define ARGUMENTS(function, names) {MpiCall::k##function, names},
#include "standard/arguments.def"
#undef ARGUMENTS
};

// The function without the "_c" of its large-count form.
std::string_view plain_name(MpiCall call) {
  const std::string_view name = name_of(call);
  return name.ends_with("_c") ? name.substr(0, name.size() - 2) : name;
}

const Function* function_of(MpiCall call) {
  const std::string_view name = plain_name(call);
  const auto* const found =
      std::ranges::find_if(kFunctions, [&](const Function& function) { return name_of(function.call) == name; });
  return found != std::end(kFunctions) ? found : nullptr;
}

constexpr std::array<std::string_view, 10> kKinds = {"an object of another kind",
                                                     "a window",
                                                     "a communicator",
                                                     "a group",
                                                     "a datatype",
                                                     "an operation",
                                                     "an info object",
                                                     "an error handler",
                                                     "a request",
                                                     "a file"};
constexpr std::array<std::string_view, 4> kMakers = {"MPI_Win_create", "MPI_Win_allocate", "MPI_Win_allocate_shared",
                                                     "MPI_Win_create_dynamic"};

template <std::size_t kSize>
std::string_view name_in(const std::array<std::string_view, kSize>& names, std::uint64_t index) {
  return names[std::min<std::uint64_t>(index, kSize - 1)];
}

bool is_pointer(std::string_view name) {
  constexpr std::array<std::string_view, 12> kHandles = {"win",
                                                         "comm",
                                                         "group",
                                                         "info",
                                                         "errhandler",
                                                         "op",
                                                         "datatype",
                                                         "origin_datatype",
                                                         "target_datatype",
                                                         "result_datatype",
                                                         "oldtype",
                                                         "request"};
  return std::ranges::find(kHandles, name) == kHandles.end();
}

std::string address_of(std::int64_t given) {
  return fmt::format("{:#x}", static_cast<std::uint64_t>(given));
}

// MPI_IN_PLACE, which each library gives a value of its own. (Any other buffer has bytes.)
bool is_in_place(const WrongArgument& wrong) {
  return wrong.against == 0;
}

}  // namespace

WrongArgument wrong_argument_of(const event::WrongArgument& event) {
  return {.window = event.window,
          .argument = static_cast<std::size_t>(event.argument),
          .problem = static_cast<ArgumentProblem>(event.problem),
          .given = event.given,
          .against = event.against,
          .swapped = static_cast<std::size_t>(event.swapped),
          .error = std::string(event.error)};
}

std::vector<std::string_view> arguments_of(MpiCall call) {
  std::vector<std::string_view> names;
  const Function* const function = function_of(call);
  if (function == nullptr) return names;
  std::string_view rest = function->arguments;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    names.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

std::string argument_name(MpiCall call, std::size_t argument) {
  const std::vector<std::string_view> names = arguments_of(call);
  return argument < names.size() ? std::string(names[argument]) : fmt::format("argument {}", argument + 1);
}

std::string signature_of(MpiCall call) {
  return fmt::format("{}({})", name_of(call), fmt::join(arguments_of(call), ", "));
}

std::string words_of(const WrongArgument& wrong, MpiCall call) {
  const std::string name = argument_name(call, wrong.argument);
  const std::string address = address_of(wrong.given);
  switch (wrong.problem) {
    case ArgumentProblem::kNull:
      return fmt::format("a null {} as {}", is_pointer(name) ? "pointer" : "handle", name);
    case ArgumentProblem::kFreed:
      return fmt::format("a freed handle as {}", name);
    case ArgumentProblem::kNoHandle:
      return fmt::format("{} as {}, which is not the handle of any object", wrong.given == 0 ? "0" : address, name);
    case ArgumentProblem::kOtherKind:
      return fmt::format("the handle of {} as {}", name_in(kKinds, wrong.against), name);
    case ArgumentProblem::kNegative:
      return fmt::format("{} as {}", number_of(wrong.given), name);
    case ArgumentProblem::kNotPositive:
      return fmt::format("{} as {}, which must be positive", number_of(wrong.given), name);
    case ArgumentProblem::kNoRank:
      return fmt::format("rank {} as {}, where the ranks are 0 to {}", wrong.given, name,
                         static_cast<std::int64_t>(wrong.against) - 1);
    case ArgumentProblem::kNobody:
      return fmt::format("MPI_PROC_NULL as {}, where it is not allowed", name);
    case ArgumentProblem::kAnybody:
      return fmt::format("MPI_ANY_SOURCE as {}", name);
    case ArgumentProblem::kNoMember:
      return fmt::format("a {} whose rank {} is not a process of the window", name, wrong.given);
    case ArgumentProblem::kRepeated:
      return fmt::format("rank {} twice in {}", wrong.given, name);
    case ArgumentProblem::kUnknownValue:
      return fmt::format("{} as {}, which is not one of its allowed values", wrong.given, name);
    case ArgumentProblem::kNotCommitted:
      return fmt::format("an uncommitted datatype as {}", name);
    case ArgumentProblem::kTooLarge:
      return fmt::format("{} as {}: no memory holds that many elements of {}", number_of(wrong.given), name,
                         count_of(wrong.against, "byte"));
    case ArgumentProblem::kTooMuch:
      return fmt::format("{} in {}, where at most {} is possible", wrong.given, name, wrong.against);
    case ArgumentProblem::kTooLong:
      return fmt::format("a text as {} that is longer than the allowed {} characters", name, wrong.against);
    case ArgumentProblem::kWrongFlavor:
      return fmt::format("a window of {} as {}", name_in(kMakers, wrong.against), name);
    case ArgumentProblem::kNearNull:
      if (is_in_place(wrong)) return fmt::format("{} as {}, which is the value of MPI_IN_PLACE", address, name);
      return fmt::format("the address {} as {}, {} from a null pointer", address, name,
                         count_of(static_cast<std::uint64_t>(wrong.given), "byte"));
    case ArgumentProblem::kUnmapped:
      return wrong.against == 0 ? fmt::format("the address {} as {}, where there is no memory", address, name)
                                : fmt::format("a buffer as {} ({}) of which only {} are mapped memory", name, address,
                                              count_of(wrong.against, "byte"));
    case ArgumentProblem::kReadOnlyWindow:
      return fmt::format("rank {} as {}, whose window is memory there that cannot be written", wrong.given, name);
    case ArgumentProblem::kReadOnly:
      return fmt::format("read-only memory as {} ({})", name, address);
    case ArgumentProblem::kBeyondBlock:
      return fmt::format("a buffer as {} ({}) that is longer than its heap block of {}", name, address,
                         count_of(wrong.against, "byte"));
    case ArgumentProblem::kByLibrary:
    case ArgumentProblem::kNone:
      break;
  }
  return fmt::format("an invalid {}", name);
}

std::string swap_words(const WrongArgument& wrong, MpiCall call) {
  if (wrong.swapped == 0) return {};
  return fmt::format("{} and {} look swapped: the call is {}.",
                     upper_first(argument_name(call, std::min(wrong.argument, wrong.swapped - 1))),
                     argument_name(call, std::max(wrong.argument, wrong.swapped - 1)), signature_of(call));
}

std::string advice_on_number(std::string_view argument, std::int64_t given) {
  // What is left of a product after an overflow is rarely that small.
  constexpr std::int64_t kSmall = 1 << 16;
  const bool displacement = argument.ends_with("disp") || argument.ends_with("displacement");
  if (given <= -kSmall)
    return fmt::format("{} have to be computed as MPI_Aint{}: a product of ints may overflow.",
                       displacement ? "Displacements" : "Sizes and counts", displacement ? "" : " or MPI_Count");
  if (displacement)
    return "A displacement counts from the beginning of the target's part, and must not be negative. Look for an index "
           "before the first element.";
  if (argument == "disp_unit") return "The displacement unit has to be at least 1, even of a part without memory.";
  return "Sizes and counts must not be negative. Look for a number that was never set, or for a difference that is "
         "taken the wrong way round.";
}

std::string advice_on(const WrongArgument& wrong, MpiCall call) {
  if (std::string swapped = swap_words(wrong, call); !swapped.empty()) return swapped;
  const std::string name = argument_name(call, wrong.argument);
  switch (wrong.problem) {
    case ArgumentProblem::kNull:
      if (name == "baseptr")
        return fmt::format("{} stores an address at baseptr: that of the program's pointer is needed (&p, not p).",
                           name_of(call));
      return is_pointer(name) ? fmt::format("The argument {} has to be the address of memory of the program.", name)
                              : "The handle has to be that of an object that has been created and not yet freed.";
    case ArgumentProblem::kFreed:
    case ArgumentProblem::kNoHandle:
      return "The handle has to be that of an object that has been created and not yet freed.";
    case ArgumentProblem::kOtherKind:
      return fmt::format("Look at the order of the arguments: {}.", signature_of(call));
    case ArgumentProblem::kNegative:
    case ArgumentProblem::kNotPositive:
      return advice_on_number(name, wrong.given);
    case ArgumentProblem::kTooLarge:
      return "Sizes and counts have to be computed as MPI_Aint or MPI_Count: a product of ints may overflow.";
    case ArgumentProblem::kNoRank:
    case ArgumentProblem::kNobody:
    case ArgumentProblem::kAnybody:
      if (std::string_view(name_of(call)).starts_with("MPI_Group_"))
        return "A rank here is a rank in the group that is given.";
      return "A rank here is a rank in the communicator that the window was created on.";
    case ArgumentProblem::kNoMember:
      return "The group has to be a part of the group of the window, as MPI_Group_incl gives of that of "
             "MPI_Win_get_group.";
    case ArgumentProblem::kRepeated:
      return fmt::format("Each rank has to be in {} only once. Some libraries take it twice, others refuse the call.",
                         name);
    case ArgumentProblem::kNotCommitted:
      return "MPI_Type_commit has to come before the first use of the datatype.";
    case ArgumentProblem::kWrongFlavor:
      return "Only windows of MPI_Win_create_dynamic can have memory attached.";
    case ArgumentProblem::kNearNull:
      if (is_in_place(wrong))
        return fmt::format("MPI_IN_PLACE is for collective communication only: {} has to be the address of memory.",
                           name);
      return "It looks like a member of a structure, or an element of an array, reached through a null pointer: check "
             "that pointer.";
    case ArgumentProblem::kUnmapped:
      if (name == "base") return "The memory has been freed, is shorter than the size, or the pointer was never set.";
      return "The memory has been freed, is shorter than count and datatype need, or the pointer was never set.";
    case ArgumentProblem::kReadOnlyWindow:
      return "The window needs memory that can be written, such as a variable that is not const, or may only be read.";
    case ArgumentProblem::kReadOnly:
      return "Results need writable memory: this memory is a constant, program text, or mapped read-only.";
    case ArgumentProblem::kBeyondBlock:
      return "The block has to be as long as count and datatype say, or the count or the datatype is wrong.";
    default:
      return fmt::format("The call is {}.", signature_of(call));
  }
}

std::string world_rank_words(Rank rank, const Window& window, const Job& job) {
  if (!rank.below(job.processes().size())) return {};
  const ProcessId process(rank.number());  // what it may be meant as
  const Rank own = window.rank_of(process);
  return own != Rank::kNone ? fmt::format("Rank {} of MPI_COMM_WORLD is rank {} of this window.", process, own.number())
                            : fmt::format("Rank {} of MPI_COMM_WORLD does not belong to this window.", process);
}

}  // namespace fencepost
