// The three ways a collective operation is called, as templates over the native function: blocking, nonblocking,
// persistent. `Family` says what it reads and writes (collective_buffers.h).
#pragma once

#include <memory>
#include <tuple>
#include <utility>

#include "handles/requests.h"
#include "interposer/collective_buffers.h"
#include "interposer/failure.h"
#include "interposer/freed_receives.h"
#include "interposer/scope.h"

namespace fencepost::interposer {

inline void write_collective_begin(MpiCall call, std::uint64_t communicator, const Collective& what,
                                   std::uint64_t request) {
  record::write(event::CollectiveBegin{.stack = record::current_stack(),
                                       .call = number_of(call),
                                       .communicator = communicator,
                                       .root = what.root,
                                       .op = static_cast<std::uint64_t>(what.op),
                                       .request = request,
                                       .reads = what.reads,
                                       .writes = what.writes,
                                       .sources = what.sources});
}

// Describes a call from its first arguments: without the `kLast` that its form adds to those of the blocking one.
template <class Family, std::size_t kLast, class... Args>
Collective describe_without_last(const Args&... args) {
  const std::tuple<const Args&...> all(args...);
  return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return Family::describe(std::get<kIndex>(all)...);
  }(std::make_index_sequence<sizeof...(Args) - kLast>());
}

template <class... Args>
MPI_Request* last_of(const Args&... args) {
  return std::get<sizeof...(Args) - 1>(std::tuple<const Args&...>(args...));
}

template <MpiCall kCall, class Family, auto kNative>
struct BlockingCollective;
template <MpiCall kCall, class Family, class... Args, int (*kNative)(Args...)>
struct BlockingCollective<kCall, Family, kNative> {
  static int call(Args... args) {
    const Scope scope;
    if (!scope.records()) return kNative(args...);
    const Collective what = Family::describe(args...);
    write_collective_begin(kCall, handles::communicator_id(what.communicator), what, 0);
    const int code = kNative(args...);
    if (code != MPI_SUCCESS) return record_failure(code);
    record::write(event::CollectiveEnd{});
    look_at_freed_receives();
    return code;
  }
};

template <MpiCall kCall, class Family, auto kNative>
struct NonblockingCollective;
template <MpiCall kCall, class Family, class... Args, int (*kNative)(Args...)>
struct NonblockingCollective<kCall, Family, kNative> {
  static int call(Args... args) {
    const Scope scope;
    if (!scope.records()) return kNative(args...);
    const Collective what = describe_without_last<Family, 1>(args...);
    const std::uint64_t id = record::next_id();
    write_collective_begin(kCall, handles::communicator_id(what.communicator), what, id);
    const int code = kNative(args...);
    if (code != MPI_SUCCESS) return record_failure(code);
    handles::added_request(last_of(args...), {.id = id, .kind = handles::RequestKind::kCollective});
    return code;
  }
};

class PersistentCollectiveAction : public handles::RequestAction {
 public:
  PersistentCollectiveAction(MpiCall call, Collective what)
      : call_(call),
        communicator_(handles::communicator_use(what.communicator)),
        what_(std::move(what)),
        types_{handles::definitions_of(what_.reads), handles::definitions_of(what_.writes)} {}
  void started(std::uint64_t id, MpiCall /*call*/) override {
    write_collective_begin(call_, communicator_->id(), what_, id);
  }

 private:
  MpiCall call_;
  std::shared_ptr<const handles::CommunicatorUse> communicator_;
  Collective what_;
  std::vector<handles::DefinedType> types_[2];
};

template <MpiCall kCall, class Family, auto kNative>
struct PersistentCollective;
template <MpiCall kCall, class Family, class... Args, int (*kNative)(Args...)>
struct PersistentCollective<kCall, Family, kNative> {
  static int call(Args... args) {
    const Scope scope;
    const int code = kNative(args...);
    if (code != MPI_SUCCESS || !scope.records()) return code;
    handles::added_request(last_of(args...), {.kind = handles::RequestKind::kCollective,
                                              .persistent = true,
                                              .action = std::make_shared<PersistentCollectiveAction>(
                                                  kCall, describe_without_last<Family, 2>(args...))});
    return code;
  }
};

}  // namespace fencepost::interposer
