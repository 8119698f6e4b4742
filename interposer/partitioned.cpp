// Partitioned communication: one message, which is sent when the last of its partitions is ready. Several threads may
// mark its partitions as ready; what each of them did before comes before the message. A partition is in use from there
// on until the request is complete, and the program may fill it before.
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
  PartitionedSend(int partitions, MPI_Count elements, MPI_Datatype datatype, PersistentMessage message)
      : partitions_(partitions), elements_(elements), message_(std::move(message)) {
    if (const handles::DatatypeInfo* const type = handles::peek_datatype(datatype)) extent_ = type->extent;
  }

  void started(std::uint64_t id, MpiCall) override {
    id_ = id;
    left_.store(partitions_, std::memory_order_release);
  }

  // Before the native call. From partition `first` on.
  void ready(int first, int partitions, MpiCall call) {
    const std::int64_t bytes = std::int64_t{first} * elements_ * extent_;  // (may be negative, as an extent may)
    record::write(event::PartitionsReady{.stack = record::current_stack(),
                                         .call = number_of(call),
                                         .buffer = {message_.buffer.address + static_cast<std::uint64_t>(bytes),
                                                    partitions * elements_, message_.buffer.datatype},
                                         .request = id_});
    const auto kind = static_cast<std::uint64_t>(SyncObject::kRequest);
    record::write(event::Release{.order = record::next_order(), .object = address_number(this), .kind = kind});
    if (left_.fetch_sub(partitions, std::memory_order_acq_rel) != partitions) return;
    record::write(event::Acquire{.order = record::next_order(), .object = address_number(this), .kind = kind});
    record::write(
        send_begin(call, SendMode::kStandard, {}, message_.peer, message_.tag, message_.communicator->id(), id_));
  }

 private:
  int partitions_;
  std::int64_t elements_;  // of a partition
  std::int64_t extent_ = 0;
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
      request, {.kind = handles::RequestKind::kSend,
                .persistent = true,
                .action = std::make_shared<PartitionedSend>(
                    partitions, count, datatype,
                    PersistentMessage(buffer, partitions * count, datatype, destination, tag, communicator))});
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

void mark_ready(MPI_Request request, int first, int partitions, MpiCall call) {
  const handles::RequestInfo info = handles::request_info(&request);
  if (auto* const send = dynamic_cast<PartitionedSend*>(info.action.get())) send->ready(first, partitions, call);
}

int pready(int partition, MPI_Request request) {
  const Scope scope;
  if (scope.records()) mark_ready(request, partition, 1, MpiCall::kPready);
  const int code = PMPI_Pready(partition, request);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

// From the first to the last, including both.
int pready_range(int first, int last, MPI_Request request) {
  const Scope scope;
  if (scope.records()) mark_ready(request, first, last - first + 1, MpiCall::kPready_range);
  const int code = PMPI_Pready_range(first, last, request);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

int pready_list(int length, const int* partitions, MPI_Request request) {
  const Scope scope;
  for (int i = 0; scope.records() && i < length; ++i) mark_ready(request, partitions[i], 1, MpiCall::kPready_list);
  const int code = PMPI_Pready_list(length, partitions, request);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

// In MPICH 4.0 no partition arrives before all have.
int parrived(MPI_Request request, int partition, int* flag) {
  const Scope scope;
  const int code = PMPI_Parrived(request, partition, flag);
  if (!scope.records()) return code;
  if (code != MPI_SUCCESS) return record_failure(code);
  if (*flag != 0 && !report_if_complete(request, MpiCall::kParrived)) {
    record::write(event::PartitionArrived{.request = handles::request_info(&request).id});
    record::blind_spot(
        "A partition of a message arrived before the others (MPI_Parrived): Fencepost does not see what this orders, "
        "nor which part of the buffer is still to come.");
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
