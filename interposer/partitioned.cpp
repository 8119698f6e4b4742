// Partitioned communication: one message, which is sent when the last of its partitions is ready. Its partitions may be
// marked ready by several threads; what each of them did before comes before the message.
#include <atomic>
#include <memory>
#include <utility>

#include "handles/requests.h"
#include "interposer/completion.h"
#include "interposer/entry.h"
#include "interposer/failure.h"
#include "interposer/message_events.h"
#include "interposer/scope.h"

namespace fencepost::interposer {
namespace {

class PartitionedSend : public handles::RequestAction {
 public:
  PartitionedSend(int partitions, PersistentMessage message) : partitions_(partitions), message_(std::move(message)) {}

  void started(std::uint64_t id, MpiCall) override {
    id_ = id;
    left_.store(partitions_, std::memory_order_release);
  }

  // Before the native call.
  void ready(int partitions, MpiCall call) {
    const auto kind = static_cast<std::uint64_t>(SyncObject::kRequest);
    record::write(event::Release{.order = record::next_order(), .object = address_number(this), .kind = kind});
    if (left_.fetch_sub(partitions, std::memory_order_acq_rel) != partitions) return;
    record::write(event::Acquire{.order = record::next_order(), .object = address_number(this), .kind = kind});
    record::write(send_begin(call, SendMode::kStandard, message_.buffer, message_.peer, message_.tag,
                             message_.communicator->id(), id_));
  }

 private:
  int partitions_;
  PersistentMessage message_;
  std::uint64_t id_ = 0;
  std::atomic<int> left_{0};
};

int psend_init(const void* buffer, int partitions, MPI_Count count, MPI_Datatype datatype, int destination, int tag,
               MPI_Comm communicator, MPI_Info info, MPI_Request* request) {
  const Scope scope;
  const int code = PMPI_Psend_init(buffer, partitions, count, datatype, destination, tag, communicator, info, request);
  if (code != MPI_SUCCESS || !scope.records()) return code;
  handles::added_request(
      request,
      {.kind = handles::RequestKind::kSend,
       .persistent = true,
       .action = std::make_shared<PartitionedSend>(
           partitions, PersistentMessage(buffer, partitions * count, datatype, destination, tag, communicator))});
  return code;
}

int precv_init(void* buffer, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag,
               MPI_Comm communicator, MPI_Info info, MPI_Request* request) {
  const Scope scope;
  const int code = PMPI_Precv_init(buffer, partitions, count, datatype, source, tag, communicator, info, request);
  if (code != MPI_SUCCESS || !scope.records()) return code;
  handles::added_request(request, {.source = source,
                                   .tag = tag,
                                   .kind = handles::RequestKind::kReceive,
                                   .communicator = handles::communicator_id(communicator),
                                   .persistent = true,
                                   .action = std::make_shared<PersistentReceive>(PersistentMessage(
                                       buffer, partitions * count, datatype, source, tag, communicator))});
  return code;
}

void mark_ready(MPI_Request request, int partitions, MpiCall call) {
  const handles::RequestInfo info = handles::request_info(&request);
  if (auto* const send = dynamic_cast<PartitionedSend*>(info.action.get())) send->ready(partitions, call);
}

int pready(int partition, MPI_Request request) {
  const Scope scope;
  if (scope.records()) mark_ready(request, 1, MpiCall::kPready);
  const int code = PMPI_Pready(partition, request);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

// From the first to the last, both among them.
int pready_range(int first, int last, MPI_Request request) {
  const Scope scope;
  if (scope.records()) mark_ready(request, last - first + 1, MpiCall::kPready_range);
  const int code = PMPI_Pready_range(first, last, request);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

int pready_list(int length, const int* partitions, MPI_Request request) {
  const Scope scope;
  if (scope.records()) mark_ready(request, length, MpiCall::kPready_list);
  const int code = PMPI_Pready_list(length, partitions, request);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

// MPICH 4.0 lets no partition arrive before all have.
int parrived(MPI_Request request, int partition, int* flag) {
  const Scope scope;
  const int code = PMPI_Parrived(request, partition, flag);
  if (!scope.records()) return code;
  if (code != MPI_SUCCESS) return record_failure(code);
  if (*flag != 0 && !report_if_complete(request, MpiCall::kParrived)) {
    record::blind_spot(
        "A partition of a message arrived before the others (MPI_Parrived): Fencepost does not see what this orders.");
  }
  return code;
}

}  // namespace

std::span<const Entry> partitioned_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Psend_init, psend_init),   FENCEPOST_ENTRY(Precv_init, precv_init),
      FENCEPOST_ENTRY(Pready, pready),           FENCEPOST_ENTRY(Pready_range, pready_range),
      FENCEPOST_ENTRY(Pready_list, pready_list), FENCEPOST_ENTRY(Parrived, parrived),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
