#include "words/words.h"

#include <algorithm>

#include <fmt/format.h>

namespace fencepost {
namespace {

std::string name_or_call(const Window& window, const std::string& created) {
  if (!window.name.empty() && !created.empty()) return window.name + " (" + created + ")";
  return window.name.empty() ? created : window.name;
}

}  // namespace

namespace {
bool is_persistent(std::string_view call) {
  return call != "MPI_Session_init" && (call.ends_with("_init") || call.ends_with("_init_c"));
}

std::string list_of(std::vector<std::int64_t> sorted) {
  if (sorted.empty()) return "none";
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::string> parts;  // runs of three and more become "first to last"
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t j = i;
    while (j + 1 < sorted.size() && sorted[j + 1] == sorted[j] + 1) ++j;
    if (j >= i + 2) {
      parts.push_back(fmt::format("{} to {}", sorted[i], sorted[j]));
    } else {
      for (std::size_t k = i; k <= j; ++k) parts.push_back(std::to_string(sorted[k]));
    }
    i = j + 1;
  }
  if (parts.size() == 1) return parts[0];
  std::string text;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) text += (i == 0 ? "" : ", ") + parts[i];
  return text + " and " + parts.back();
}

std::string ranks_of(std::span<const Rank> ranks) {
  std::vector<std::int64_t> given;
  for (const Rank rank : ranks) given.push_back(rank.given());
  return (ranks.size() == 1 ? "rank " : "ranks ") + list_of(std::move(given));
}
}  // namespace

std::string list_of(std::span<const ProcessId> processes) {
  std::vector<std::int64_t> numbers;
  for (const ProcessId process : processes) numbers.push_back(process.number());
  return list_of(std::move(numbers));
}

std::string ranks_of(std::span<const ProcessId> processes) {
  return (processes.size() == 1 ? "rank " : "ranks ") + list_of(processes);
}

std::string number_of(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string rank_text(Rank rank) {
  if (rank == Rank::kAnySource) return "MPI_ANY_SOURCE";
  if (rank == Rank::kProcNull) return "MPI_PROC_NULL";
  if (rank == Rank::kRootOfIntercommunicator) return "MPI_ROOT";
  if (rank == Rank::kAllTargets) return "all ranks";
  if (rank == Rank::kNone) return "unknown";
  return std::to_string(rank.given());
}

std::string count_of(std::uint64_t number, std::string_view unit) {
  return number_of(static_cast<std::int64_t>(number)) + " " + std::string(unit) + (number == 1 ? "" : "s");
}

std::string upper_first(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string lower_first(std::string text) {
  const auto is_capital = [&](std::size_t at) { return at < text.size() && text[at] >= 'A' && text[at] <= 'Z'; };
  if (is_capital(0) && !is_capital(1)) text[0] = static_cast<char>(text[0] - 'A' + 'a');  // (MPI_Put stays)
  return text;
}

std::string position_of(const SourceLocation& location) {
  if (location.line > 0 && !location.file.empty())
    return fmt::format("{}:{}", name_of_file(location.file), location.line);
  if (!location.module.empty()) {
    const std::string at = fmt::format("{}+{:#x}", name_of_file(location.module), location.address);
    return location.function.empty() ? at : fmt::format("{} ({})", location.function, at);
  }
  if (!location.function.empty()) return "function " + location.function;
  return "an unknown place";
}

const char* name_of(EpochKind kind) {
  switch (kind) {
    case EpochKind::kFence:
      return "fence";
    case EpochKind::kStart:
      return "PSCW access";
    case EpochKind::kLock:
      return "lock";
    case EpochKind::kLockAll:
      return "lock_all";
  }
  return "";
}

EpochType type_of(const AccessEpoch& epoch) {
  switch (epoch.kind) {
    case EpochKind::kFence:
      return EpochType::kFence;
    case EpochKind::kStart:
      return EpochType::kAccess;
    case EpochKind::kLock:
      return epoch.lock == LockType::kExclusive ? EpochType::kExclusiveLock : EpochType::kSharedLock;
    case EpochKind::kLockAll:
      break;
  }
  return EpochType::kLockAll;
}

AccessVerb verb_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::kPut:
      return AccessVerb::kPut;
    case OperationKind::kGet:
      return AccessVerb::kGet;
    case OperationKind::kAccumulate:
      return AccessVerb::kAccumulate;
    case OperationKind::kGetAccumulate:
      return AccessVerb::kGetAccumulate;
    case OperationKind::kFetchAndOp:
      return AccessVerb::kFetchAndOp;
    case OperationKind::kCompareAndSwap:
      return AccessVerb::kCompareAndSwap;
  }
  return AccessVerb::kCall;
}

std::string Words::position(const Place& place) const {
  if (!place.known()) return "an unknown place";
  return position_of(symbolizer_.statement(place));
}

FixPlace Words::fix_place(const Place& place, std::string name) const {
  return {.at = symbolizer_.statement(place),
          .name = name.empty() ? call_at(place) : std::move(name),
          .rank = place.process.number(),
          .call = std::string(name_of(place.call)),
          .frames = symbolizer_.frames(place)};
}

std::string Words::call_at(const Place& place) const {
  if (!place.known()) return "an unknown call";
  if (place.call == MpiCall::kNone && !place.stack && place.pc == 0) {
    // No stacks are kept for these.
    if (place.at_volatile)
      return fmt::format(
          "a volatile variable that thread {} of rank {} writes (C and C++ do not promise that it orders anything; "
          "Fencepost takes it as an order of threads)",
          place.thread.number(), place.process);
    return fmt::format(
        "a synchronization of thread {} of rank {} with other threads (a lock, an atomic, its start or its end)",
        place.thread.number(), place.process);
  }
  const std::string_view name = name_of(place.call);
  // An event with such a name is an operation that the request started later.
  const std::string begun = is_persistent(name) ? "the start of " : "";
  return (name.empty() ? "the access" : begun + std::string(name)) + " at " + position(place);
}

std::string Words::call_to_change(const Place& place) const {
  const std::string called = place.known() ? symbolizer_.statement(place).called : "";
  return called.empty() ? call_at(place) : fmt::format("{}, in a call of {}", call_at(place), called);
}

std::string Words::window(WindowKey key) const {
  const Window* window = job_->window(key);
  if (!window) return "an unknown window";
  for (const WindowPart& part : window->parts)
    if (part.created.known()) return name_or_call(*window, call_at(part.created));
  return window->name.empty() ? "a window" : window->name;
}

std::string Words::window_short(WindowKey key) const {
  const Window* window = job_->window(key);
  if (!window) return "an unknown window";
  if (!window->name.empty()) return "window " + window->name;
  for (const WindowPart& part : window->parts)
    if (part.created.known()) return "the window of " + call_at(part.created);
  return "the window";
}

std::string Words::communicator(CommunicatorKey key) const {
  const Communicator* communicator = job_->communicator(key);
  if (!communicator) return "an unknown communicator";
  const std::string& name = communicator->name;
  if (!name.empty()) return communicator->created_by == MpiCall::kNone ? name : "communicator " + name;
  return communicator->created.known() ? "the communicator of " + call_at(communicator->created) : "the communicator";
}

namespace {

// The memory of a derived type with one basic type and one regular pattern: "column of 512 doubles, stride 514", "8
// rows of 4 ints, row stride 16". Empty: no such simple words fit.
std::string shape_of(const Datatype& type) {
  const std::uint64_t element = size_of(type.uniform);
  const Pieces pieces = type.bytes(std::uint64_t{1} << 32, 1);
  if (element == 0 || pieces.size() != 1) return "";
  const Strided& piece = pieces.front();
  if (piece.outer_count > 1 || piece.count < 2 || piece.size % element != 0 || piece.stride % element != 0) return "";
  static constexpr std::pair<BasicType, std::string_view> kWords[] = {
      {BasicType::kChar, "chars"},    {BasicType::kByte, "bytes"},
      {BasicType::kInt, "ints"},      {BasicType::kUnsigned, "unsigned ints"},
      {BasicType::kLong, "longs"},    {BasicType::kFloat, "floats"},
      {BasicType::kDouble, "doubles"}};
  std::string unit = std::string(name_of(type.uniform));
  for (const auto& [basic, word] : kWords)
    if (basic == type.uniform) unit = word;
  const std::uint64_t each = piece.size / element, stride = piece.stride / element;
  if (each == 1) return fmt::format("column of {} {}, stride {}", piece.count, unit, stride);
  return fmt::format("{} rows of {} {}, row stride {}", piece.count, each, unit, stride);
}

}  // namespace

std::string Words::elements(ProcessId process, std::int64_t count, std::uint64_t datatype) const {
  return elements(count, job_->datatype(process, datatype));
}

std::string Words::elements(std::int64_t count, const Datatype* type) const {
  if (!type) return number_of(count) + " of an unknown datatype";
  if (!type->name.empty()) return number_of(count) + " " + type->name;
  if (const std::string shape = shape_of(*type); !shape.empty()) return number_of(count) + " × (" + shape + ")";
  if (!type->description.empty()) return number_of(count) + " × (" + type->description + ")";
  return number_of(count) + " of a datatype of " + count_of(static_cast<std::uint64_t>(type->size), "byte");
}

std::string Words::arguments(const Operation& operation) const {
  std::string text = elements(operation.place.process, operation.target_buffer.count, operation.target_buffer.datatype);
  const Window* window = job_->window(operation.window);
  if (window && window->flavor == WindowFlavor::kDynamic) {
    text += fmt::format(" at address {:#x}", static_cast<std::uint64_t>(operation.target_buffer.displacement));
  } else {
    text += " at displacement " + number_of(operation.target_buffer.displacement);
    if (window && window->has_rank(operation.target) && window->part(operation.target).defined)
      text += fmt::format(" (unit {})", window->part(operation.target).displacement_unit);
  }
  if (operation.atomic() && operation.kind != OperationKind::kCompareAndSwap)
    text += ", " + std::string(name_of(operation.op));
  return text;
}

std::string Words::epoch(const AccessEpoch& epoch) const {
  std::string text = fmt::format("{} epoch", name_of(type_of(epoch)));
  if (epoch.kind == EpochKind::kLock && !epoch.targets.empty()) text += " on " + targets(epoch.window, epoch.targets);
  if (epoch.kind == EpochKind::kStart)
    text += epoch.targets.empty() ? " with an empty group" : " to " + targets(epoch.window, epoch.targets);
  if (epoch.opened.known()) text += " (opened by " + call_at(epoch.opened) + ")";
  return text;
}

std::string Words::exposure(const ExposureEpoch& epoch) const {
  std::string text = "exposure epoch";
  text += epoch.origins.empty() ? " with an empty group" : " for " + targets(epoch.window, epoch.origins);
  if (epoch.opened.known()) text += " (opened by " + call_at(epoch.opened) + ")";
  return text;
}

std::string Words::open_epochs(const WindowState& state) const {
  std::vector<std::string> open;
  if (state.lock_all) open.push_back("the " + epoch(*state.lock_all));
  for (const auto& [target, lock] : state.locks) open.push_back("the " + epoch(*lock));
  if (state.start) open.push_back("the " + epoch(*state.start));
  if (state.fence && state.fence->active()) open.push_back("the " + epoch(*state.fence));
  if (open.empty()) return "no access epoch is open on it";
  if (open.size() > 4) {
    const std::size_t more = open.size() - 3;
    open.resize(3);
    open.push_back(fmt::format("{} more", more));
  }
  std::string text = open[0];
  for (std::size_t i = 1; i < open.size(); ++i) text += (i + 1 == open.size() ? " and " : "; ") + open[i];
  return text + (open.size() == 1 ? " is open" : " are open");
}

Epoch Words::epoch_model(const Operation& operation) const {
  Epoch model;
  if (const AccessEpoch* epoch = operation.epoch.get()) {
    model.kind = type_of(*epoch);
    model.targets = epoch->targets;
    for (const ProcessId process : world_ranks(operation.window, epoch->targets))
      model.target_processes.push_back(process.number());
    if (epoch->opened.known()) {
      model.opened = symbolizer_.statement(epoch->opened);
      model.opened_call = name_of(epoch->opened.call);
    }
  } else {
    model.kind = EpochType::kNone;
  }
  model.window = window(operation.window);
  add_course(model, {operation.epoch, operation.outcome, operation.local, operation.remote});
  return model;
}

void Words::add_course(Epoch& model, const Course& course) const {
  if (course.epoch && course.epoch->closed.known()) {
    model.closed = symbolizer_.statement(course.epoch->closed);
    model.closed_call = name_of(course.epoch->closed.call);
  }
  const auto completion = [&](const std::shared_ptr<const Operation::Completion>& done, std::string_view where) {
    if (course.outcome != 0) return std::string("refused by the library; what it does is not checked");
    if (!done) return fmt::format("never complete at the {}", where);
    return fmt::format("complete at the {} by {}", where, call_at(done->place));
  };
  model.origin_completion = completion(course.local, "origin");
  model.target_completion = completion(course.remote, "target");
  model.complete_at_origin = course.outcome == 0 && course.local;
  model.complete_at_target = course.outcome == 0 && course.remote;
  const bool together = course.local && course.remote ? call_at(course.local->place) == call_at(course.remote->place)
                                                      : !course.local && !course.remote;
  model.completion = course.outcome != 0 ? model.origin_completion
                     : together          ? completion(course.local, "origin and target")
                                         : model.origin_completion + "; " + model.target_completion;
}

void Words::completed(const Operation& operation) {
  const auto at = unfinished_.find({operation.place.by(), operation.number});
  if (at == unfinished_.end()) return;
  at->second.local = operation.local;
  at->second.remote = operation.remote;
}

void Words::finish(Access& access) const {
  if (access.number == 0 || !access.epoch) return;
  const auto at = unfinished_.find({{ProcessId(access.rank), ThreadId(access.thread)}, access.number});
  if (at != unfinished_.end()) add_course(*access.epoch, at->second);
}

Access Words::call(const Place& place) const {
  Access access;
  access.rank = place.process.number();
  access.thread = place.thread.number();
  access.role = Role::kCall;
  const std::optional<OperationKind> operation = operation_kind_of(place.call);
  access.kind = operation ? verb_of(*operation) : AccessVerb::kCall;
  access.call = name_of(place.call);
  access.stack = symbolizer_.frames(place);
  access.location = access.stack.empty() ? symbolizer_.statement(place) : access.stack.front();
  return access;
}

Access Words::operation(const Operation& operation) {
  Access access = call(operation.place);
  access.number = operation.number;
  access.time = time(operation.issued);
  if (!operation.local || !operation.remote || (operation.epoch && !operation.epoch->closed.known())) {
    unfinished_.try_emplace({operation.place.by(), operation.number},
                            Course{operation.epoch, operation.outcome, operation.local, operation.remote});
  }
  access.kind = verb_of(operation.kind);
  access.window = window(operation.window);
  access.target = operation.target;
  access.target_process = operation.target_process.number();
  access.description = arguments(operation);
  access.epoch = epoch_model(operation);
  const Window* window = job_->window(operation.window);
  if (window && window->has_rank(operation.target)) {
    const ByteRange hull = operation.target_bytes->hull();
    if (!hull.empty()) {
      // Offsets in the window if it has a base; otherwise addresses.
      const WindowPart& part = window->part(operation.target);
      const std::uint64_t base = window->flavor == WindowFlavor::kDynamic      ? 0
                                 : operation.target_bytes->memory.segment != 0 ? part.segment_offset
                                                                               : part.base;
      access.first_byte = hull.begin - base;
      access.end_byte = hull.end - base;
      name_memory(access, operation.window, operation.target);
    }
  }
  return access;
}

ProcessId Words::world_rank(WindowKey key, Rank rank) const {
  const Window* window = job_->window(key);
  return window && window->has_rank(rank) ? window->processes[rank] : ProcessId();
}

std::string Words::target(WindowKey window, Rank rank) const {
  if (rank.special()) return rank_text(rank);
  const ProcessId process = world_rank(window, rank);
  if (!process.known()) return "rank " + rank_text(rank);
  return rank == Rank(process.number()) ? fmt::format("rank {}", process)
                                        : fmt::format("rank {} of the window (rank {})", rank.number(), process);
}

std::vector<ProcessId> Words::world_ranks(WindowKey window, std::span<const Rank> ranks) const {
  std::vector<ProcessId> processes;
  for (const Rank rank : ranks) processes.push_back(world_rank(window, rank));
  return processes;
}

std::string Words::targets(WindowKey window, std::span<const Rank> ranks) const {
  const std::vector<ProcessId> processes = world_ranks(window, ranks);
  const bool same_numbers =
      std::ranges::equal(ranks, processes, [](Rank rank, ProcessId process) { return rank == Rank(process.number()); });
  const bool unknown = std::ranges::find(processes, ProcessId()) != processes.end();
  if (same_numbers || unknown) return ranks_of(ranks);
  return fmt::format("{} of the window ({})", ranks_of(ranks), ranks_of(processes));
}

void Words::name_memory(Access& access, WindowKey window, Rank rank) const {
  const Window* found = job_->window(window);
  const bool dynamic = found && found->flavor == WindowFlavor::kDynamic;
  access.bytes_of = (dynamic ? "attached memory of " : "window memory of ") + owner(window, rank);
  access.bytes_part = dynamic ? Rank::kNone : rank;
}

std::string Words::owner(WindowKey window, Rank rank) const {
  const ProcessId process = world_rank(window, rank);
  if (!process.known() || rank == Rank(process.number())) return "rank " + rank_text(rank);
  return fmt::format("rank {} (rank {} of the window)", process, rank.number());
}

}  // namespace fencepost
