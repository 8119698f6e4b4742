#include "job/job.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "record/text_hash.h"

namespace fencepost {

namespace {

template <class Map>
auto find_in(Map& map, typename Map::key_type key) -> decltype(&map.find(key)->second) {
  const auto at = map.find(key);
  return at == map.end() ? nullptr : &at->second;
}

std::vector<ProcessId> processes_of(field::LIST_U list) {
  std::vector<ProcessId> processes;
  processes.reserve(list.size());
  for (const std::uint64_t value : list) processes.emplace_back(value);
  return processes;
}

std::vector<Rank> ranks_of(field::LIST_U list) {
  std::vector<Rank> ranks;
  ranks.reserve(list.size());
  for (const std::uint64_t value : list) ranks.emplace_back(value);
  return ranks;
}

// Appends to a list of the latest entries. Returns the entry that was pushed out.
template <class T>
std::optional<T> pushed_out(std::deque<T>& last, T added) {
  constexpr std::size_t kLast = 256;
  last.push_back(std::move(added));
  if (last.size() <= kLast) return std::nullopt;
  std::optional<T> oldest = std::move(last.front());
  last.pop_front();
  return oldest;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t part) {
  hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 32);
}

}  // namespace

const Datatype* Job::find_datatype(ProcessId of, std::uint64_t id) const {
  const Process& self = process(of);
  const auto* const known = find_in(self.datatypes, id);
  if (known == nullptr) return self.gone_datatypes.find(id).get();
  const Datatype* const type = known->get();
  last(of).types[id % 4] = {id, true, type};
  return type;
}

void Job::datatype_gone(ProcessId of, std::uint64_t id) {
  Process& self = process(of);
  const auto at = self.datatypes.find(id);
  if (at == self.datatypes.end()) return;
  self.gone_datatypes.add(id, at->second);
  self.datatypes.erase(at);
  last(of) = {};
}

std::shared_ptr<const Datatype> Job::shared(Datatype type) {
  std::uint64_t hash = text_hash(type.description);
  for (const TypeRun& run : type.runs) {
    for (const std::int64_t part : {run.displacement, run.elements, run.repetitions, run.stride})
      hash = mixed(hash, static_cast<std::uint64_t>(part));
  }
  return datatypes_.of(hash, std::move(type));
}

Group Job::group_of(field::LIST_U processes) {
  std::uint64_t hash = processes.size();
  for (const std::uint64_t process : processes) hash = mixed(hash, process);
  return Group::of(groups_.of(hash, processes_of(processes)));
}

std::shared_ptr<const CommunicatorPart> Job::communicator_part(ProcessId of, std::uint64_t id) const {
  const auto* const part = find_in(process(of).communicators, id);
  return part == nullptr ? nullptr : *part;
}

const Communicator* Job::communicator_freed(ProcessId of, std::uint64_t id) {
  Process& self = process(of);
  const auto* const known = find_in(self.communicators, id);
  if (known == nullptr || std::exchange((*known)->freed, true)) return nullptr;
  Communicator* const whole = find_in(communicators_, (*known)->key);
  if (const auto oldest = pushed_out(self.freed_communicators, id)) self.communicators.erase(*oldest);
  if (whole == nullptr || ++whole->freed_by != whole->members.size() + whole->remote_members.size()) return nullptr;
  return whole;
}

void Job::communicator_gone(CommunicatorKey key) {
  if (const auto oldest = pushed_out(gone_communicators_, key)) communicators_.erase(*oldest);
}

Window* Job::window_by_id(ProcessId of, std::uint64_t id) {
  Last& known = last(of);
  if (known.window != nullptr && known.window_id == id) return known.window;
  const auto* key = find_in(process(of).windows, id);
  Window* const found = key ? window(*key) : nullptr;
  if (found != nullptr && found == last_window_.second) {
    known.window = found;
    known.window_id = id;
  }
  return found;
}
const Window* Job::window_by_id(ProcessId of, std::uint64_t id) const {
  return const_cast<Job*>(this)->window_by_id(of, id);
}

const Communicator* Job::communicator(CommunicatorKey key) const {
  return find_in(communicators_, key);
}
Window* Job::find_window(WindowKey key) {
  if (const auto* const window = find_in(windows_, key)) {
    last_window_ = {key, window->get()};
    return last_window_.second;
  }
  return gone_windows_.find(key).get();
}

std::uint16_t Job::new_number() {
  constexpr unsigned kMost = (1U << Window::kNumberBits) - 1;
  if (numbers_given_ < kMost) return ++numbers_given_;
  if (free_numbers_.empty()) return 0;
  const std::uint16_t number = free_numbers_.front();
  free_numbers_.pop_front();
  return number;
}

void Job::window_gone(WindowKey key) {
  const auto at = windows_.find(key);
  if (at == windows_.end()) return;
  std::shared_ptr<Window> window = std::move(at->second);
  windows_.erase(at);
  if (window->number != 0) free_numbers_.push_back(window->number);
  last_window_ = {};
  for (const ProcessId member : window->processes) process(member).window_states.erase(key);
  for (Last& known : last_) {  // of any process: in a damaged trace others may know it, too
    if (known.window == window.get() || known.state_key == key) known = {};
  }
  gone_windows_.add(key, window);
  const auto oldest = pushed_out(last_gone_, std::move(window));
  if (!oldest) return;
  for (const Rank rank : (*oldest)->processes.ranks())
    process((*oldest)->processes[rank]).windows.erase((*oldest)->part(rank).id);
}

void Job::name_window(Named& named, WindowKey key) const {
  const auto is_it = [&](const auto& window) { return window->key == key; };
  if (!key || std::ranges::any_of(named.windows, is_it)) return;
  if (const auto* const window = find_in(windows_, key)) {
    named.windows.push_back(*window);
  } else if (auto gone = gone_windows_.find(key)) {
    named.windows.push_back(std::move(gone));
  }
}

std::shared_ptr<const Datatype> Job::named_datatype(ProcessId of, std::uint64_t id) const {
  const Process& self = process(of);
  const auto* const known = find_in(self.datatypes, id);
  std::shared_ptr<const Datatype> type = known != nullptr ? *known : self.gone_datatypes.find(id);
  return type != nullptr && !type->predefined ? type : nullptr;
}

void Job::name_datatype(Named& named, ProcessId of, std::uint64_t id) const {
  const auto is_it = [&](const Named::Type& type) { return type.id == id && type.process == of; };
  if (id == 0 || std::ranges::any_of(named.types, is_it)) return;
  if (auto type = named_datatype(of, id)) named.types.push_back({of, id, std::move(type)});
}

void Job::adopt(const Named& named) {
  for (const auto& window : named.windows) {
    if (window == nullptr || this->window(window->key) != nullptr) continue;
    gone_windows_.add(window->key, std::const_pointer_cast<Window>(window));
  }
  for (const Named::Type& type : named.types) {
    if (!processes().contains(type.process) || datatype(type.process, type.id) != nullptr) continue;
    process(type.process).gone_datatypes.add(type.id, type.type);
  }
}

namespace {
WindowState state_when_gone() {
  WindowState state;
  state.created = state.freed = true;
  return state;
}
}  // namespace

const WindowState& Job::state(ProcessId of, WindowKey window) const {
  static const WindowState kNone, kGone = state_when_gone();
  const Last& known = last(of);
  if (known.state != nullptr && known.state_key == window) return *known.state;
  const auto* state = find_in(process(of).window_states, window);
  return state ? *state : gone_windows_.find(window) ? kGone : kNone;
}
WindowState& Job::find_state(ProcessId of, WindowKey window) {
  Last& known = last(of);
  const auto [at, added] = process(of).window_states.try_emplace(window);
  if (added && gone_windows_.find(window)) at->second = state_when_gone();
  known.state = &at->second;
  known.state_key = window;
  return *known.state;
}

ByteSet Job::bytes_at(ProcessId of, Pieces pieces) const {
  ByteSet set;
  set.memory = {0, of};
  const AddressMap& addresses = process(of).addresses;
  if (addresses.empty()) {
    set.pieces = std::move(pieces);
    return set;
  }
  const auto add = [&](const AddressMap::Location& location, const Strided& piece) {
    const Memory memory = location.memory(of);
    if (set.pieces.empty()) set.memory = memory;
    ByteSet* there = &set;
    if (set.memory != memory) {
      const auto known = std::ranges::find(set.elsewhere, memory, &ByteSet::memory);
      there = known != set.elsewhere.end() ? &*known : &set.elsewhere.emplace_back();
      there->memory = memory;
    }
    there->pieces.push_back(piece);
  };
  for (const Strided& piece : pieces) addresses.each_mapping(piece, add);
  return set;
}

Job::PartPlace Job::place_of_part(const Window& window, Rank rank) const {
  const WindowPart& part = window.part(rank);
  if (part.segment != 0) return {{part.segment, {}}, part.segment_offset};
  const ProcessId owner = window.processes[rank];
  const auto location = process(owner).addresses.find(part.base);
  return {location.memory(owner), location.offset};
}

ByteSet Job::window_bytes(const Window& window, Rank rank, std::int64_t displacement, const Datatype& type,
                          std::int64_t count, std::int64_t* address) const {
  if (address) *address = 0;
  if (!window.has_rank(rank)) return {};
  const WindowPart& part = window.part(rank);
  if (!part.defined) return {};
  const ProcessId owner = window.processes[rank];
  if (window.flavor == WindowFlavor::kDynamic) {
    if (address) *address = displacement;
    return bytes_at(owner, type.bytes(static_cast<std::uint64_t>(displacement), count));
  }
  const std::int64_t offset = displacement * static_cast<std::int64_t>(part.displacement_unit);
  const std::uint64_t at = part.base + static_cast<std::uint64_t>(offset);
  if (address) *address = static_cast<std::int64_t>(at);
  if (part.segment != 0) {
    ByteSet set;
    set.memory = {part.segment, {}};
    set.pieces = type.bytes(part.segment_offset + static_cast<std::uint64_t>(offset), count);
    return set;
  }
  return bytes_at(owner, type.bytes(at, count));
}

std::optional<Job::Covering> Job::covering_window(const Memory& memory, std::uint64_t position) const {
  std::optional<Covering> freed;
  for (auto at = windows_.rbegin(); at != windows_.rend(); ++at) {
    const Window& window = *at->second;
    for (const Rank rank : window.processes.ranks()) {
      const WindowPart& part = window.part(rank);
      if (!part.defined) continue;
      if (memory.segment == 0 && memory.process != window.processes[rank]) continue;
      if (window.flavor == WindowFlavor::kDynamic) {
        if (memory.segment != 0) continue;
        const auto& attached = state(window.processes[rank], window.key).attached;
        auto above = attached.upper_bound(position);
        if (above == attached.begin()) continue;
        --above;
        if (position < above->first + above->second.size) return Covering{window.key, rank, position};
        continue;
      }
      const auto [where, begin] = place_of_part(window, rank);
      if (where != memory || position < begin || position >= begin + part.size) continue;
      const Covering found{window.key, rank, position - begin};
      // Definitions are read ahead of the events: the memory may belong to a window that is not yet created.
      const WindowState& owner = state(window.processes[rank], window.key);
      if (!part.freed.known() && owner.created) return found;
      // Once its owner has freed it, the memory belongs to something else.
      if (!freed && !owner.freed) freed = found;
    }
  }
  return freed;
}

// What a process defines: a function for each definition of events.def.
class Job::Definer {
 public:
  Definer(Job& job, ProcessId process) : job_(job), process_(process), self_(job.process(process)) {}

  void take(const event::Process& event) {
    ProcessInfo& info = self_.info;
    info.present = true;
    info.host = event.host;
    info.executable = event.executable;
    info.command = event.command;
    info.directory = event.directory;
    info.mpi_library = event.mpi_library;
    info.schedule = event.schedule;
    info.pid = event.pid;
    info.thread_level = event.thread_level;
    info.ticks_per_second = event.ticks_per_second;
    info.start_unix_nanoseconds = event.start_unix_nanoseconds;
    info.start_ticks = event.start_ticks;
    info.native_rma = event.native_rma != 0;
  }

  void take(const event::Module& event) {
    self_.modules.push_back({event.begin, event.end, event.bias, event.instrumented != 0, std::string(event.path),
                             std::string(event.build_id)});
  }

  void take(const event::Stack& event) {
    self_.stacks[StackId(event.id)].assign(event.frames.begin(), event.frames.end());
  }

  void take(const event::InterpretedPlace& event) {
    self_.interpreted[event.address] = {text_hash(event.file), event.line};
  }

  void take(const event::Datatype& event) {
    Datatype type;
    type.name = event.name;
    type.description = event.description;
    type.size = static_cast<std::int64_t>(event.size);
    type.lower_bound = event.lower_bound;
    type.extent = event.extent;
    type.true_lower_bound = event.true_lower_bound;
    type.true_extent = event.true_extent;
    type.predefined = event.predefined != 0;
    bool first = true;
    for (std::size_t i = 0; i + 5 <= event.runs.size(); i += 5) {
      const TypeRun run{event.runs[i], static_cast<BasicType>(event.runs[i + 1]), event.runs[i + 2], event.runs[i + 3],
                        event.runs[i + 4]};
      type.uniform = first || type.uniform == run.basic ? run.basic : BasicType::kUnknown;
      first = false;
      type.runs.push_back(run);
    }
    type.by_address = sorted_by_address(type.runs);
    auto& known = self_.datatypes[event.id];
    if (known != nullptr) type.freed = known->freed;
    known = job_.shared(std::move(type));
  }

  void take(const event::DatatypeFreed& event) {
    Datatype type;
    type.freed = {process_, ThreadId(event.thread), MpiCall::kType_free, StackId(event.stack), 0};
    self_.datatypes[event.id] = job_.shared(std::move(type));
  }

  void take(const event::Communicator& event) {
    CommunicatorPart part;
    part.id = event.id;
    part.key = CommunicatorKey(event.key);
    part.parent = event.parent;
    part.call = static_cast<MpiCall>(event.call);
    part.members = job_.group_of(event.members);
    part.remote_members = job_.group_of(event.remote_members);
    part.sources = ranks_of(event.sources);
    part.destinations = ranks_of(event.destinations);
    part.rank = part.members.rank_of(process_);
    Communicator& whole = job_.communicators_[part.key];
    if (!whole.key) {
      whole.key = part.key;
      whole.created_by = part.call;
      if (event.stack != 0) whole.created = {process_, kMainThread, part.call, StackId(event.stack), 0};
      whole.members = part.members;
      whole.remote_members = part.remote_members;
    }
    self_.communicators[event.id] = std::make_shared<CommunicatorPart>(std::move(part));
  }

  void take(const event::CommunicatorName& event) {
    if (const auto part = job_.communicator_part(process_, event.id)) job_.communicators_[part->key].name = event.name;
  }

  void take(const event::Window& event) {
    const WindowKey key(event.key);
    if (job_.window(key) == nullptr) job_.windows_[key] = std::make_shared<Window>();
    Window& window = *job_.window(key);
    const auto communicator = job_.communicator_part(process_, event.communicator);
    if (!window.key) {
      window.key = key;
      window.number = job_.new_number();
      window.created_by = static_cast<MpiCall>(event.call);
      window.flavor = static_cast<WindowFlavor>(event.flavor);
      window.model = static_cast<MemoryModel>(event.model);
      if (communicator) {
        window.communicator = communicator->key;
        window.processes = communicator->members;
      } else {
        window.processes = Group({process_});
      }
      window.parts.resize(window.processes.size());
    }
    job_.has_separate_window_ |= window.model == MemoryModel::kSeparate;
    self_.windows[event.id] = key;
    if (const Rank member = window.rank_of(process_); window.has_rank(member)) {
      WindowPart& part = window.part(member);
      part.id = event.id;
      part.defined = true;
      part.base = event.base;
      part.size = event.size;
      part.displacement_unit = event.displacement_unit;
      part.segment = event.segment;
      part.segment_offset = event.segment_offset;
      part.info = event.info;
      part.allocated = event.allocated != 0;
      part.created = {process_, kMainThread, static_cast<MpiCall>(event.call), StackId(event.stack), 0};
    }
  }

  void take(const event::WindowName& event) {
    if (Window* window = job_.window_by_id(process_, event.id)) window->name = event.name;
  }

  void take(const event::ThreadTask& event) { self_.threads_of_tasks[event.task] = ThreadId(event.thread); }

  void take(const event::BlindSpot& event) { self_.blind_spots.emplace_back(event.sentence); }

 private:
  Job& job_;
  const ProcessId process_;
  Process& self_;
};

bool Job::define(ProcessId of, const AnyEvent& definition) {
  last(of) = {};
  Definer definer(*this, of);
  return std::visit(
      [&](const auto& event) {
        constexpr bool kIsDefinition = requires { definer.take(event); };
        if constexpr (kIsDefinition) definer.take(event);
        return kIsDefinition;
      },
      definition);
}

}  // namespace fencepost
