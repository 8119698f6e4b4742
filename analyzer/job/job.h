// The checked job at the current event of the replay: definitions, windows, epochs,
// communicators, types. The engine owns and changes it; observers and rules read it. Valid
// during the analysis; references stay valid until its end, or until their object is gone
// (see named.h). WindowState changes with every event and disappears with its window.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "job/definitions.h"
#include "job/epochs.h"
#include "job/gone.h"
#include "job/memory.h"
#include "job/named.h"
#include "job/operation.h"
#include "job/shared_values.h"
#include "job/source.h"

namespace fencepost {

enum class Order : std::uint8_t { kStrong, kObserved };  // without and with the order in which locks were granted

// The happens-before order at one event, for questions that come later.
class OrderThen {
 public:
  virtual ~OrderThen() = default;
  virtual bool happened_before(const Moment& earlier, Order order) const = 0;
};

// What the engine lends to the job: questions about the happens-before order at the current event.
class PresentOrder {
 public:
  virtual ~PresentOrder() = default;
  virtual bool before_present(const Moment& earlier, Order order) const = 0;
  virtual std::shared_ptr<const OrderThen> keep_present() = 0;  // null: everything happened before
};

// What is known about one process.
struct Process {
  ProcessInfo info;
  std::unordered_map<std::uint64_t, std::shared_ptr<const Datatype>> datatypes;  // by id
  Gone<std::uint64_t, const Datatype> gone_datatypes;
  std::unordered_map<std::uint64_t, std::shared_ptr<CommunicatorPart>> communicators;  // by id
  std::deque<std::uint64_t> freed_communicators;                                       // ids of the latest ones
  std::unordered_map<std::uint64_t, WindowKey> windows;                                // by id
  std::unordered_map<WindowKey, WindowState> window_states;
  std::unordered_map<StackId, std::vector<std::uint64_t>> stacks;  // frames
  // Interpreted places, by the value that replaces their address: file (hash) and line, the same in every process.
  std::unordered_map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> interpreted;
  std::vector<Module> modules;
  std::vector<std::string> blind_spots;
  std::unordered_map<std::uint64_t, ThreadId> threads_of_tasks;  // by the task's number in the system: the last one
  AddressMap addresses;
  bool initialized = false, finalizing = false, finalized = false;
  bool damaged = false;  // events or definitions of it, or its threads' order, were lost before the current event
};

class Job {
 public:
  explicit Job(std::size_t processes) : processes_(processes), last_(processes) {}

  Processes processes() const { return processes_.processes(); }
  const Process& process(ProcessId id) const { return processes_[id]; }
  Process& process(ProcessId id) { return processes_[id]; }

  // By the ids in a process's events. Null: never defined (a damaged trace, or the null handle).
  const Datatype* datatype(ProcessId process, std::uint64_t id) const {
    const Last::Type& known = last(process).types[id % 4];
    return known.known && known.id == id ? known.type : find_datatype(process, id);
  }
  std::shared_ptr<const CommunicatorPart> communicator_part(ProcessId process, std::uint64_t id) const;
  Window* window_by_id(ProcessId process, std::uint64_t id);
  const Window* window_by_id(ProcessId process, std::uint64_t id) const;
  // By key.
  const Communicator* communicator(CommunicatorKey key) const;
  const Window* window(WindowKey key) const { return const_cast<Job*>(this)->window(key); }
  Window* window(WindowKey key) {
    return last_window_.second != nullptr && last_window_.first == key ? last_window_.second : find_window(key);
  }
  // By key: the windows that are not gone, and those that went last.
  const std::map<WindowKey, std::shared_ptr<Window>>& windows() const { return windows_; }
  const std::deque<std::shared_ptr<Window>>& last_gone_windows() const { return last_gone_; }
  // Whether a window with the separate memory model was defined.
  bool has_separate_window() const { return has_separate_window_; }
  // State of a process on a window (by key); made on first use.
  const WindowState& state(ProcessId process, WindowKey window) const;
  WindowState& state(ProcessId process, WindowKey window) {
    const Last& known = last(process);
    return known.state != nullptr && known.state_key == window ? *known.state : find_state(process, window);
  }

  // The memory at these addresses of a process; a block's first byte decides where the block lies.
  ByteSet bytes_at(ProcessId process, Pieces pieces) const;
  // The beginning of the part of `rank` in a window that is not dynamic. If a window was created on memory of another
  // window, it lies in that one's segment.
  struct PartPlace {
    Memory memory;
    std::uint64_t begin = 0;
  };
  PartPlace place_of_part(const Window& window, Rank rank) const;
  // The memory of `datatype`s at `displacement` units into the part of `rank` in a window, whether inside it or not.
  // `address` gets the target address of the displacement. Empty if the part is not known.
  ByteSet window_bytes(const Window& window, Rank rank, std::int64_t displacement, const Datatype& type,
                       std::int64_t count, std::int64_t* address = nullptr) const;
  // The window (not freed, key) and the rank whose part covers this byte; nothing if there is none.
  struct Covering {
    WindowKey window;
    Rank rank;
    std::uint64_t offset = 0;
  };
  std::optional<Covering> covering_window(const Memory& memory, std::uint64_t position) const;

  // All its processes have freed it and left nothing open on it. It can be found while it is named, and as one of the
  // last ones in any case: a program may continue to use what it has freed.
  void window_gone(WindowKey key);
  // A process has freed it. It needs its part only for pending calls, which hold the part. Returns the whole
  // communicator if all have freed it.
  const Communicator* communicator_freed(ProcessId process, std::uint64_t id);
  // By key: nothing is pending on it either. The last ones can be found.
  void communicator_gone(CommunicatorKey key);
  // No later event of the process has it. It can be found while it is named.
  void datatype_gone(ProcessId process, std::uint64_t id);

  // Adds what must be held by code that names it, so that it can be found.
  void name_window(Named& named, WindowKey key) const;
  void name_datatype(Named& named, ProcessId process, std::uint64_t id) const;
  std::shared_ptr<const Datatype> named_datatype(ProcessId process, std::uint64_t id) const;  // null: owned by the job
  // Takes over named objects that may be gone here.
  void adopt(const Named& named);

  // Adds a definition of a process. False: it is none.
  bool define(ProcessId process, const AnyEvent& definition);

  // Whether `earlier` happened before the current event (true for earlier events of the same thread).
  bool happened_before(const Moment& earlier, Order order = Order::kStrong) const {
    return present_ == nullptr || present_->before_present(earlier, order);
  }
  // The same question about the current event, to be asked later. Null: all is true.
  std::shared_ptr<const OrderThen> order_now() const {
    return present_ == nullptr ? nullptr : present_->keep_present();
  }
  void set_present(PresentOrder* present) { present_ = present; }

 private:
  // The last answers, by process: mostly, the next question is the same. New definitions and removed objects are
  // dropped from here.
  struct Last {
    std::uint64_t window_id = 0;
    WindowKey state_key;
    Window* window = nullptr;
    WindowState* state = nullptr;
    struct Type {
      std::uint64_t id = 0;
      bool known = false;
      const Datatype* type = nullptr;  // null: there is none
    };
    std::array<Type, 4> types;  // by the lowest bits of the id
  };
  class Definer;
  const Datatype* find_datatype(ProcessId process, std::uint64_t id) const;
  Window* find_window(WindowKey key);
  WindowState& find_state(ProcessId process, WindowKey window);
  std::shared_ptr<const Datatype> shared(Datatype type);
  Group group_of(field::LIST_U processes);
  Last& last(ProcessId process) const { return last_[process]; }

  PerProcess<Process> processes_;
  mutable PerProcess<Last> last_;
  bool has_separate_window_ = false;
  SharedValues<Datatype> datatypes_;
  SharedValues<std::vector<ProcessId>> groups_;
  std::map<CommunicatorKey, Communicator> communicators_;
  std::deque<CommunicatorKey> gone_communicators_;
  std::map<WindowKey, std::shared_ptr<Window>> windows_;
  Gone<WindowKey, Window> gone_windows_;
  std::deque<std::shared_ptr<Window>> last_gone_;
  std::uint16_t numbers_given_ = 0;
  std::deque<std::uint16_t> free_numbers_;  // of windows that are gone: first those that went longest ago
  std::uint16_t new_number();
  std::pair<WindowKey, Window*> last_window_{};  // the last answer, by key; not gone
  PresentOrder* present_ = nullptr;
};

// "key=value\n"… → value; "" if absent.
std::string info_value(std::string_view info, std::string_view key);

}  // namespace fencepost
