#include "handles/messages.h"

#include <unordered_map>

#include "handles/handle_key.h"
#include "record/mutex.h"

namespace fencepost::handles {
namespace {

struct Registry {
  Mutex mutex;
  std::unordered_map<std::uint64_t, MessageInfo> by_handle FENCEPOST_GUARDED_BY(mutex);
};

// Never destroyed: MPI may be called until the very end of the process.
Registry& registry() {
  static auto& instance = *new Registry;
  return instance;
}

}  // namespace

void added_message(MPI_Message message, const MessageInfo& info) {
  if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC) return;
  const LockGuard guard(registry().mutex);
  registry().by_handle[handle_key(message)] = info;
}

MessageInfo take_message(MPI_Message message) {
  const LockGuard guard(registry().mutex);
  const auto found = registry().by_handle.find(handle_key(message));
  if (found == registry().by_handle.end()) return {};
  const MessageInfo info = found->second;
  registry().by_handle.erase(found);
  return info;
}

}  // namespace fencepost::handles
