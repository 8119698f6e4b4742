#include "interposer/communicator_end.h"

#include <memory>
#include <optional>
#include <utility>

#include "handles/communicators.h"
#include "interposer/collective_call.h"
#include "interposer/freed_receives.h"

namespace fencepost::interposer {
namespace {

class End {
 public:
  End(MpiCall call, MPI_Comm communicator, const void* frame)
      : call_(call), communicator_(communicator), id_(handles::communicator_id(communicator)), frame_(frame) {}

  MPI_Comm communicator() const { return communicator_; }

  // The attributes are gone.
  void begin() {
    if (scope_) return;
    scope_.emplace(frame_);
    write_collective_begin(call_, id_, {}, 0);
    use_ = handles::removed_communicator(communicator_);  // before: another thread may get the same handle at once
  }

  int done(int code) {
    begin();
    if (code != MPI_SUCCESS) return record_failure(code);
    record::write(event::CollectiveEnd{});
    if (use_ != nullptr) use_->freed();
    use_ = nullptr;
    return code;
  }

 private:
  MpiCall call_;
  MPI_Comm communicator_;
  std::uint64_t id_;
  const void* frame_;
  std::shared_ptr<const handles::CommunicatorUse> use_;
  std::optional<Scope> scope_;
};

// The one that this thread is in; if it lies below the end of the stack, an error handler has jumped out of it.
constinit thread_local End* innermost __attribute__((tls_model("initial-exec"))) = nullptr;

int on_attributes_deleted(MPI_Comm communicator, int, void*, void*) {
  if (innermost > __builtin_frame_address(0) && innermost->communicator() == communicator) innermost->begin();
  return MPI_SUCCESS;
}

int attribute_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_attributes_deleted, &made, nullptr);
    return made;
  }();
  return key;
}

}  // namespace

void await_end_of(MPI_Comm made) {
  if (made != MPI_COMM_NULL) PMPI_Comm_set_attr(made, attribute_key(), nullptr);
}

int end_communicator(MpiCall call, int (*native)(MPI_Comm*), MPI_Comm* communicator) {
  {
    const Scope scope;
    if (!scope.records()) {
      handles::removed_communicator(*communicator);
      return native(communicator);
    }
    if (call == MpiCall::kComm_disconnect) give_up_freed_receives_of(handles::communicator_id(*communicator));
  }
  End end(call, *communicator, __builtin_frame_address(0));
  int awaited = 0;
  void* nothing = nullptr;
  if (*communicator != MPI_COMM_NULL) PMPI_Comm_get_attr(*communicator, attribute_key(), &nothing, &awaited);
  if (!awaited) end.begin();
  End* const outer = std::exchange(innermost, &end);
  const int code = native(communicator);
  innermost = outer;
  return end.done(code);
}

}  // namespace fencepost::interposer
