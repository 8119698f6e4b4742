#include "handles/communicators.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <span>
#include <unordered_map>

#include "handles/handle_key.h"
#include "record/mutex.h"
#include "record/vocabulary.h"
#include "recorder/recorder.h"

namespace fencepost::handles {
namespace {

// Found by handle without a lock: chains that only grow. A node whose handle is gone is given a new one.
struct Node {
  std::atomic<std::uint64_t> handle{0};
  std::atomic<CommunicatorInfo*> info{nullptr};
  Node* next = nullptr;  // set before the node is published
};

constexpr std::size_t kBuckets = 256;

struct Registry {
  std::array<std::atomic<Node*>, kBuckets> buckets{};
  Mutex mutex;  // also of changes to the chains
  std::unordered_map<std::uint64_t, std::unique_ptr<CommunicatorInfo>> by_id FENCEPOST_GUARDED_BY(mutex);
  // How many communicators had this in common so far.
  std::unordered_map<std::uint64_t, std::uint64_t> creations FENCEPOST_GUARDED_BY(mutex);
};

// Never destroyed: MPI may be called until the very end of the process.
Registry& registry() {
  static auto& instance = *new Registry;
  return instance;
}

std::atomic<Node*>& bucket(std::uint64_t handle) {
  return registry().buckets[mixed(handle) % kBuckets];
}

Node* find(std::uint64_t handle) {
  for (Node* node = bucket(handle).load(std::memory_order_acquire); node != nullptr; node = node->next) {
    if (node->handle.load(std::memory_order_acquire) == handle &&
        node->info.load(std::memory_order_relaxed) != nullptr) {
      return node;
    }
  }
  return nullptr;
}

void attach(std::uint64_t handle, CommunicatorInfo* info) FENCEPOST_REQUIRES(registry().mutex) {
  Node* node = find(handle);
  std::atomic<Node*>& head = bucket(handle);
  for (Node* any = head.load(); node == nullptr && any != nullptr; any = any->next) {
    if (any->info.load() == nullptr) node = any;
  }
  if (node != nullptr) {
    node->info.store(nullptr);
    node->handle.store(handle);
    node->info.store(info, std::memory_order_release);
    return;
  }
  node = new Node;
  node->handle.store(handle);
  node->info.store(info);
  node->next = head.load();
  head.store(node, std::memory_order_release);
}

class Hash {
 public:
  Hash& add(std::uint64_t value) {
    state_ = mixed(state_ ^ mixed(value + 0x9e3779b97f4a7c15u));
    return *this;
  }
  Hash& add(std::span<const std::uint64_t> values) {
    add(values.size());
    for (const std::uint64_t value : values) add(value);
    return *this;
  }
  // Never a key of the predefined communicators.
  std::uint64_t value() const { return state_ | (std::uint64_t{1} << 63); }

 private:
  std::uint64_t state_ = 0;
};

constexpr std::uint64_t kWorldKey = 1;
constexpr std::uint64_t kFirstSelfKey = 2;  // plus the rank

void define(const CommunicatorInfo& info, std::uint64_t parent, std::uint64_t call) {
  const auto ranks = [](const std::vector<int>& neighbors) {
    std::vector<std::uint64_t> result;
    for (const int rank : neighbors) {
      if (rank >= 0) result.push_back(static_cast<std::uint64_t>(rank));
    }
    return result;
  };
  const std::vector<std::uint64_t> sources = ranks(info.sources);
  const std::vector<std::uint64_t> destinations = ranks(info.destinations);
  record::define(event::Communicator{.id = info.id,
                                     .key = info.key,
                                     .parent = parent,
                                     .call = call,
                                     .members = info.members,
                                     .remote_members = info.remote_members,
                                     .sources = sources,
                                     .destinations = destinations,
                                     .stack = call != 0 ? record::current_stack() : 0});
}

void read_neighbors(MPI_Comm communicator, CommunicatorInfo& info) {
  int topology = MPI_UNDEFINED;
  if (info.inter || PMPI_Topo_test(communicator, &topology) != MPI_SUCCESS) return;
  if (topology == MPI_CART) {
    int dimensions = 0;
    PMPI_Cartdim_get(communicator, &dimensions);
    for (int dimension = 0; dimension < dimensions; ++dimension) {
      int before = MPI_PROC_NULL;
      int behind = MPI_PROC_NULL;
      PMPI_Cart_shift(communicator, dimension, 1, &before, &behind);
      info.sources.insert(info.sources.end(), {before, behind});
    }
    info.destinations = info.sources;
  } else if (topology == MPI_GRAPH) {
    int count = 0;
    PMPI_Graph_neighbors_count(communicator, info.rank, &count);
    info.sources.resize(static_cast<std::size_t>(count));
    PMPI_Graph_neighbors(communicator, info.rank, count, info.sources.data());
    info.destinations = info.sources;
  } else if (topology == MPI_DIST_GRAPH) {
    int in = 0;
    int out = 0;
    int weighted = 0;
    PMPI_Dist_graph_neighbors_count(communicator, &in, &out, &weighted);
    info.sources.resize(static_cast<std::size_t>(in));
    info.destinations.resize(static_cast<std::size_t>(out));
    std::vector<int> in_weights(info.sources.size() + 1);
    std::vector<int> out_weights(info.destinations.size() + 1);
    PMPI_Dist_graph_neighbors(communicator, in, info.sources.data(), in_weights.data(), out, info.destinations.data(),
                              out_weights.data());
  }
}

// False: some of its processes are not in MPI_COMM_WORLD; it is then described as if this process were alone.
bool describe(MPI_Comm communicator, CommunicatorInfo& info) {
  int inter = 0;
  PMPI_Comm_test_inter(communicator, &inter);
  info.inter = inter != 0;
  PMPI_Comm_rank(communicator, &info.rank);
  PMPI_Comm_size(communicator, &info.size);
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(communicator, &group);
  info.members = processes_of(group);
  PMPI_Group_free(&group);
  bool known = !info.members.empty();
  if (info.inter) {
    PMPI_Comm_remote_group(communicator, &group);
    info.remote_members = processes_of(group);
    PMPI_Group_free(&group);
    known = known && !info.remote_members.empty();
  }
  read_neighbors(communicator, info);
  if (!known) {
    int self = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &self);
    info.members = {static_cast<std::uint64_t>(self)};
    info.remote_members.clear();
  }
  return known;
}

std::uint64_t local_key() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return Hash().add(0x10ca1).add(static_cast<std::uint64_t>(rank)).add(record::next_id()).value();
}

std::uint64_t new_key(const CommunicatorInfo& info, std::uint64_t parent_key, std::uint64_t call, std::uint64_t tag) {
  Hash common;
  common.add(parent_key).add(call).add(tag);
  if (std::ranges::lexicographical_compare(info.remote_members, info.members)) {
    common.add(info.remote_members).add(info.members);  // the same on both sides
  } else {
    common.add(info.members).add(info.remote_members);
  }
  const LockGuard guard(registry().mutex);
  return common.add(registry().creations[common.value()]++).value();
}

// The two sides make it by different calls, on different communicators.
bool meets_by_port(std::uint64_t call) {
  return call == static_cast<std::uint64_t>(MpiCall::kComm_accept) ||
         call == static_cast<std::uint64_t>(MpiCall::kComm_connect);
}

// Gives `info` its id, defines it, and keeps it.
CommunicatorInfo* keep(CommunicatorInfo&& info, std::uint64_t parent, std::uint64_t call) {
  info.id = record::next_id();
  info.use = std::make_shared<const CommunicatorUse>(info.id);
  define(info, parent, call);
  auto owned = std::make_unique<CommunicatorInfo>(std::move(info));
  CommunicatorInfo* const result = owned.get();
  const LockGuard guard(registry().mutex);
  registry().by_id[result->id] = std::move(owned);
  return result;
}

void add_predefined(MPI_Comm communicator, std::string_view name, std::uint64_t key) {
  CommunicatorInfo info;
  describe(communicator, info);
  info.key = key;
  CommunicatorInfo* const kept = keep(std::move(info), 0, 0);
  const LockGuard guard(registry().mutex);
  attach(handle_key(communicator), kept);
  record::define(event::CommunicatorName{.id = kept->id, .name = name});
}

}  // namespace

std::vector<std::uint64_t> processes_of(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  if (size <= 0) return {};
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> processes(ranks.size(), MPI_UNDEFINED);
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, processes.data());
  PMPI_Group_free(&world);
  if (std::ranges::find(processes, MPI_UNDEFINED) != processes.end()) return {};
  return {processes.begin(), processes.end()};
}

void add_predefined_communicators() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  add_predefined(MPI_COMM_WORLD, "MPI_COMM_WORLD", kWorldKey);
  add_predefined(MPI_COMM_SELF, "MPI_COMM_SELF", kFirstSelfKey + static_cast<std::uint64_t>(rank));
}

CommunicatorInfo* communicator_info(MPI_Comm communicator) {
  if (communicator == MPI_COMM_NULL) return nullptr;
  const std::uint64_t handle = handle_key(communicator);
  if (const Node* const node = find(handle)) return node->info.load(std::memory_order_acquire);
  CommunicatorInfo info;
  describe(communicator, info);
  info.key = local_key();
  CommunicatorInfo* const kept = keep(std::move(info), 0, 0);
  record::blind_spot(
      "A call that Fencepost does not observe made a communicator: messages and collective operations on it are not "
      "matched between processes.");
  const LockGuard guard(registry().mutex);
  attach(handle, kept);
  return kept;
}

std::uint64_t communicator_id(MPI_Comm communicator) {
  const CommunicatorInfo* const info = communicator_info(communicator);
  return info != nullptr ? info->id : 0;
}

std::shared_ptr<const CommunicatorUse> communicator_use(MPI_Comm communicator) {
  const CommunicatorInfo* const info = communicator_info(communicator);
  return info != nullptr ? info->use : nullptr;
}

CommunicatorUse::~CommunicatorUse() {
  if (freed_) record::write(event::CommunicatorFreed{.communicator = id_});
}

std::uint64_t announce_communicator(CommunicatorInfo info, MPI_Comm parent, std::uint64_t call, std::uint64_t tag) {
  const CommunicatorInfo* const parent_info = communicator_info(parent);
  info.key = meets_by_port(call) ? new_key(info, 0, static_cast<std::uint64_t>(MpiCall::kComm_connect), tag)
                                 : new_key(info, parent_info != nullptr ? parent_info->key : 0, call, tag);
  info.windows_created = 0;
  return keep(std::move(info), parent_info != nullptr ? parent_info->id : 0, call)->id;
}

void arrived_communicator(MPI_Comm created, std::uint64_t id) {
  if (created == MPI_COMM_NULL) return;
  const LockGuard guard(registry().mutex);
  const auto found = registry().by_id.find(id);
  if (found != registry().by_id.end()) attach(handle_key(created), found->second.get());
}

void removed_announced(std::uint64_t id) {
  const LockGuard guard(registry().mutex);
  registry().by_id.erase(id);
}

void added_communicator(MPI_Comm parent, MPI_Comm created, std::uint64_t call, std::uint64_t tag) {
  if (created == MPI_COMM_NULL) return;
  CommunicatorInfo info;
  if (describe(created, info)) {
    arrived_communicator(created, announce_communicator(std::move(info), parent, call, tag));
    return;
  }
  info.key = local_key();
  const CommunicatorInfo* const parent_info = communicator_info(parent);
  const std::uint64_t id = keep(std::move(info), parent_info != nullptr ? parent_info->id : 0, call)->id;
  arrived_communicator(created, id);
  record::blind_spot(
      "Processes outside this job's MPI_COMM_WORLD take part (MPI_Comm_spawn, MPI_Comm_connect). Fencepost does not "
      "observe what they do, nor messages and collective operations with them.");
}

void named_communicator(MPI_Comm communicator, std::string_view name) {
  const std::uint64_t id = communicator_id(communicator);
  if (id != 0) record::define(event::CommunicatorName{.id = id, .name = name});
}

namespace {
// A node that has lost its entry still has the handle, until another communicator takes it.
bool has_been_removed(std::uint64_t handle) {
  if (find(handle) != nullptr) return false;
  for (const Node* node = bucket(handle).load(std::memory_order_acquire); node != nullptr; node = node->next)
    if (node->handle.load(std::memory_order_acquire) == handle) return true;
  return false;
}

// The library, as if the program had asked for error codes.
bool refuses(MPI_Comm communicator) {
  const std::array<MPI_Comm, 2> raised_on = {MPI_COMM_WORLD, MPI_COMM_SELF};
  std::array<MPI_Errhandler, 2> before{};
  for (std::size_t i = 0; i < before.size(); ++i) {
    PMPI_Comm_get_errhandler(raised_on[i], &before[i]);
    PMPI_Comm_set_errhandler(raised_on[i], MPI_ERRORS_RETURN);
  }
  int inter = 0;
  const int code = PMPI_Comm_test_inter(communicator, &inter);
  for (std::size_t i = 0; i < before.size(); ++i) {
    PMPI_Comm_set_errhandler(raised_on[i], before[i]);
    if (before[i] != MPI_ERRHANDLER_NULL) PMPI_Errhandler_free(&before[i]);
  }
  return code != MPI_SUCCESS;
}
}  // namespace

bool is_freed_communicator(MPI_Comm communicator, bool looks_like_one) {
  return communicator != MPI_COMM_NULL && has_been_removed(handle_key(communicator)) &&
         (!looks_like_one || refuses(communicator));
}

std::shared_ptr<const CommunicatorUse> removed_communicator(MPI_Comm communicator) {
  if (communicator == MPI_COMM_NULL) return nullptr;
  const LockGuard guard(registry().mutex);
  Node* const node = find(handle_key(communicator));
  if (node == nullptr) return nullptr;
  auto use = std::move(node->info.load()->use);
  node->info.store(nullptr);
  registry().by_id.erase(use->id());
  return use;
}

}  // namespace fencepost::handles
