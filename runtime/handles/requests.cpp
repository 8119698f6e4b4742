#include "handles/requests.h"

#include <array>
#include <atomic>
#include <utility>
#include <vector>

#include "handles/handle_key.h"
#include "handles/spin_lock.h"
#include "recorder/invariant.h"
#include "recorder/recorder.h"

namespace fencepost::handles {

struct RequestNode {
  std::uint64_t handle = 0;
  const void* variable = nullptr;
  std::uint64_t order = 0;  // of its creation
  RequestInfo info;
  RequestNode* next = nullptr;
};

namespace {

// A hash table with chains; in a chain, the operations of one handle are in the order of their creation. Nodes are
// recycled, so that a steady state allocates nothing.
class Shard {
 public:
  void append(RequestNode* node) {
    const LockGuard guard(lock_);
    if (count_ >= 2 * buckets_.size()) grow();
    node->order = ++appended_;
    insert(node);
    ++count_;
  }

  // Back to where it was: before the later ones of the operations that share its handle. (A test of many takes them
  // all, and puts back all but one.)
  void put_back(RequestNode* node) {
    const LockGuard guard(lock_);
    insert(node);
    ++count_;
  }

  // The operation of `handle`. Takes it out of the table if it is not persistent and `take` is set.
  RequestNode* find(std::uint64_t handle, const void* variable, bool take, bool& taken) {
    const LockGuard guard(lock_);
    RequestNode** found = nullptr;
    if (buckets_.empty()) return nullptr;
    for (RequestNode** link = &bucket(handle); *link != nullptr; link = &(*link)->next) {
      if ((*link)->handle != handle) continue;
      if (found == nullptr) found = link;
      if ((*link)->variable == variable) {
        found = link;
        break;
      }
    }
    if (found == nullptr) return nullptr;
    RequestNode* const node = *found;
    taken = take && !node->info.persistent;
    if (taken) unlink(found);
    return node;
  }

  void erase(RequestNode* node) {
    const LockGuard guard(lock_);
    for (RequestNode** link = &bucket(node->handle); *link != nullptr; link = &(*link)->next) {
      if (*link != node) continue;
      unlink(link);
      return;
    }
  }

  RequestNode* new_node() {
    const LockGuard guard(lock_);
    if (free_ == nullptr) return new RequestNode;
    return std::exchange(free_, free_->next);
  }

  void recycle(RequestNode* node) {
    node->info = {};
    const LockGuard guard(lock_);
    node->next = std::exchange(free_, node);
  }

 private:
  RequestNode*& bucket(std::uint64_t handle) FENCEPOST_REQUIRES(lock_) {
    return buckets_[(mixed(handle) >> 8) & (buckets_.size() - 1)];
  }

  // Before the later operations of its handle, or last.
  void insert(RequestNode* node) FENCEPOST_REQUIRES(lock_) {
    RequestNode** link = &bucket(node->handle);
    while (*link != nullptr && ((*link)->handle != node->handle || (*link)->order < node->order)) link = &(*link)->next;
    node->next = *link;
    *link = node;
  }

  void unlink(RequestNode** link) FENCEPOST_REQUIRES(lock_) {
    *link = (*link)->next;
    FENCEPOST_EXPECT(count_ > 0, "the table of requests counts what it holds");
    --count_;
  }

  void grow() FENCEPOST_REQUIRES(lock_) {
    std::vector<RequestNode*> old(buckets_.empty() ? 64 : 2 * buckets_.size());
    old.swap(buckets_);
    for (RequestNode* node : old) {
      while (node != nullptr) insert(std::exchange(node, node->next));
    }
  }

  SpinLock lock_;
  std::vector<RequestNode*> buckets_ FENCEPOST_GUARDED_BY(lock_);
  std::size_t count_ FENCEPOST_GUARDED_BY(lock_) = 0;
  std::uint64_t appended_ FENCEPOST_GUARDED_BY(lock_) = 0;
  RequestNode* free_ FENCEPOST_GUARDED_BY(lock_) = nullptr;
};

constexpr std::size_t kShards = 16;

// Never destroyed: MPI may be called until the very end of the process.
Shard& shard_of(std::uint64_t handle) {
  static auto& shards = *new std::array<Shard, kShards>;
  return shards[mixed(handle) % kShards];
}

std::atomic<RmaCompletion> rma_hook{nullptr};

constinit thread_local const RequestAlias* innermost_alias __attribute__((tls_model("initial-exec"))) = nullptr;

}  // namespace

RequestAlias::RequestAlias(const MPI_Request* copy, const MPI_Fint* variable, int count)
    : copy_(copy), variable_(variable), count_(count), outer_(std::exchange(innermost_alias, this)) {
  // An error handler has jumped out of the call of an object that lies below this one on the stack.
  if (outer_ < this) outer_ = nullptr;
}

RequestAlias::~RequestAlias() {
  innermost_alias = outer_;
}

// Where the program keeps the request.
const void* variable_of(const MPI_Request* request) {
  const RequestAlias* const alias = innermost_alias;
  if (alias > __builtin_frame_address(0) && request >= alias->copy_ && request < alias->copy_ + alias->count_) {
    return alias->variable_ + (request - alias->copy_);
  }
  return request;
}

void added_request(const MPI_Request* request, RequestInfo info) {
  if (*request == MPI_REQUEST_NULL) return;
  const std::uint64_t handle = handle_key(*request);
  Shard& shard = shard_of(handle);
  RequestNode* const node = shard.new_node();
  node->handle = handle;
  node->variable = variable_of(request);
  node->info = std::move(info);
  shard.append(node);
}

RequestInfo request_info(const MPI_Request* request) {
  if (*request == MPI_REQUEST_NULL) return {};
  const std::uint64_t handle = handle_key(*request);
  bool taken = false;
  const RequestNode* const node = shard_of(handle).find(handle, variable_of(request), false, taken);
  return node != nullptr ? node->info : RequestInfo{};
}

RequestClaim::RequestClaim(const MPI_Request* request) {
  if (*request == MPI_REQUEST_NULL) return;
  const std::uint64_t handle = handle_key(*request);
  node_ = shard_of(handle).find(handle, variable_of(request), true, unlinked_);
}

RequestClaim::RequestClaim(RequestClaim&& other) noexcept
    : node_(std::exchange(other.node_, nullptr)), unlinked_(std::exchange(other.unlinked_, false)) {}

RequestClaim& RequestClaim::operator=(RequestClaim&& other) noexcept {
  std::swap(node_, other.node_);
  std::swap(unlinked_, other.unlinked_);
  return *this;
}

RequestClaim::~RequestClaim() {
  if (unlinked_) shard_of(node_->handle).put_back(node_);
}

std::uint64_t RequestClaim::id() const {
  return node_ != nullptr ? node_->info.id : 0;
}

std::uint64_t RequestClaim::companion() const {
  return node_ != nullptr ? node_->info.companion : 0;
}

int RequestClaim::source() const {
  return node_ != nullptr ? node_->info.source : MPI_ANY_SOURCE;
}

int RequestClaim::tag() const {
  return node_ != nullptr ? node_->info.tag : MPI_ANY_TAG;
}

RequestKind RequestClaim::kind() const {
  return node_ != nullptr ? node_->info.kind : RequestKind::kOther;
}

std::uint64_t RequestClaim::communicator() const {
  return node_ != nullptr ? node_->info.communicator : 0;
}

void RequestClaim::complete() {
  if (node_ == nullptr) return;
  const std::shared_ptr<RequestAction> action = node_->info.action;
  if (node_->info.persistent) {
    node_->info.id = 0;
  } else {
    shard_of(node_->handle).recycle(std::exchange(node_, nullptr));
    unlinked_ = false;
  }
  if (action != nullptr) action->completed();
}

void RequestClaim::report() {
  if (node_ != nullptr && node_->info.action != nullptr) node_->info.action->reported();
}

void RequestClaim::remove() {
  if (node_ == nullptr) return;
  Shard& shard = shard_of(node_->handle);
  if (!unlinked_) shard.erase(node_);
  const std::shared_ptr<RequestAction> action = node_->info.action;
  shard.recycle(std::exchange(node_, nullptr));
  unlinked_ = false;
  if (action != nullptr) action->completed();
}

std::uint64_t start_request(const MPI_Request* request, MpiCall call) {
  if (*request == MPI_REQUEST_NULL) return 0;
  const std::uint64_t handle = handle_key(*request);
  bool taken = false;
  RequestNode* const node = shard_of(handle).find(handle, variable_of(request), false, taken);
  if (node == nullptr || !node->info.persistent) return 0;
  node->info.id = record::next_id();
  if (node->info.action != nullptr) node->info.action->started(node->info.id, call);
  return node->info.id;
}

void start_failed(const MPI_Request* request) {
  if (*request == MPI_REQUEST_NULL) return;
  const std::uint64_t handle = handle_key(*request);
  bool taken = false;
  RequestNode* const node = shard_of(handle).find(handle, variable_of(request), false, taken);
  if (node != nullptr && node->info.persistent) node->info.id = 0;
}

void set_rma_completion(RmaCompletion hook) {
  rma_hook.store(hook, std::memory_order_release);
}

RmaCompletion rma_completion() {
  return rma_hook.load(std::memory_order_acquire);
}

}  // namespace fencepost::handles
