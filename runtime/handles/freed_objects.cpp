#include "handles/freed_objects.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

#include "handles/handle_key.h"
#include "record/mutex.h"

namespace fencepost::handles {
namespace {

constexpr std::size_t kMost = 32;

template <class Handle>
class FreedLast {
 public:
  bool any() const { return any_.load(std::memory_order_relaxed); }

  void got(Handle handle) {
    const LockGuard lock(mutex_);
    ++uses_[handle_key(handle)];
  }

  // Whether this was the program's last use of it.
  bool is_last_use(Handle handle) {
    const LockGuard lock(mutex_);
    const auto at = uses_.find(handle_key(handle));
    return at != uses_.end() && at->second > 0 && --at->second == 0;
  }

  // Adds one, and returns the one that has to be freed now, if there are too many.
  std::optional<Handle> keep(Handle handle) {
    const LockGuard lock(mutex_);
    kept_.push_back(handle);
    any_.store(true, std::memory_order_relaxed);
    if (kept_.size() <= kMost) return std::nullopt;
    const Handle oldest = kept_.front();
    kept_.pop_front();
    if (const auto at = uses_.find(handle_key(oldest)); at != uses_.end() && at->second == 0) uses_.erase(at);
    return oldest;
  }

  bool has(Handle handle) {
    if (!any()) return false;
    const LockGuard lock(mutex_);
    const auto at = uses_.find(handle_key(handle));
    return at != uses_.end() && at->second == 0;
  }

 private:
  std::atomic<bool> any_{false};
  Mutex mutex_;
  std::unordered_map<std::uint64_t, std::size_t> uses_ FENCEPOST_GUARDED_BY(mutex_);  // 0: freed
  std::deque<Handle> kept_ FENCEPOST_GUARDED_BY(mutex_);
};

// Never destroyed: MPI may be called until the very end of the process.
FreedLast<MPI_Group>& groups() {
  static auto& instance = *new FreedLast<MPI_Group>;
  return instance;
}
FreedLast<MPI_Info>& infos() {
  static auto& instance = *new FreedLast<MPI_Info>;
  return instance;
}

template <class Handle>
int free_later(FreedLast<Handle>& freed, Handle* handle, Handle null, int (*native)(Handle*)) {
  if (handle == nullptr || !freed.is_last_use(*handle)) return native(handle);
  std::optional<Handle> oldest = freed.keep(*handle);
  *handle = null;
  return oldest ? native(&*oldest) : MPI_SUCCESS;
}

}  // namespace

void got_group(MPI_Group group) {
  if (group != MPI_GROUP_NULL && group != MPI_GROUP_EMPTY) groups().got(group);
}
void got_info(MPI_Info info) {
  if (info != MPI_INFO_NULL) infos().got(info);
}

int free_group(MPI_Group* group) {
  return free_later(groups(), group, MPI_GROUP_NULL, &PMPI_Group_free);
}
int free_info(MPI_Info* info) {
  return free_later(infos(), info, MPI_INFO_NULL, &PMPI_Info_free);
}

bool is_freed_group(MPI_Group group) {
  return groups().has(group);
}
bool is_freed_info(MPI_Info info) {
  return infos().has(info);
}

}  // namespace fencepost::handles
