// Sends, receives and probes: blocking, nonblocking and persistent, each a template over the native function, so that
// the int and the large-count form of a function are one piece of code.
#include <array>
#include <memory>
#include <span>

#include <mpi.h>

#include "handles/messages.h"
#include "handles/requests.h"
#include "interposer/arguments.h"
#include "interposer/completion.h"
#include "interposer/entry.h"
#include "interposer/failure.h"
#include "interposer/freed_receives.h"
#include "interposer/message_events.h"
#include "interposer/scope.h"
#include "recorder/looks.h"

namespace fencepost::interposer {
namespace {

using handles::RequestAction;
using handles::RequestInfo;
using handles::RequestKind;

// ---- events --------------------------------------------------------------------------------------------------------

void write_receive_end(const MPI_Status& status) {
  MPI_Count bytes = 0;
  const bool known = PMPI_Get_elements_x(&status, MPI_BYTE, &bytes) == MPI_SUCCESS && bytes >= 0;
  record::write(event::ReceiveEnd{.source = rank_number(status.MPI_SOURCE),
                                  .tag = tag_number(status.MPI_TAG),
                                  .bytes_and_one = known ? static_cast<std::uint64_t>(bytes) + 1 : 0});
}

// ---- sends ---------------------------------------------------------------------------------------------------------

template <MpiCall kCall, SendMode kMode, class Count,
          int (*kNative)(const void*, Count, MPI_Datatype, int, int, MPI_Comm)>
int send(const void* buffer, Count count, MPI_Datatype datatype, int destination, int tag, MPI_Comm communicator) {
  const Scope scope;
  if (!scope.records()) return kNative(buffer, count, datatype, destination, tag, communicator);
  record::write(send_begin(kCall, kMode, buffer_of(buffer, count, datatype), destination, tag,
                           handles::communicator_id(communicator), 0));
  const int code = kNative(buffer, count, datatype, destination, tag, communicator);
  if (code != MPI_SUCCESS) return record_failure(code);
  record::write(event::SendEnd{});
  return code;
}

template <MpiCall kCall, SendMode kMode, class Count,
          int (*kNative)(const void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)>
int isend(const void* buffer, Count count, MPI_Datatype datatype, int destination, int tag, MPI_Comm communicator,
          MPI_Request* request) {
  const Scope scope;
  if (!scope.records()) return kNative(buffer, count, datatype, destination, tag, communicator, request);
  const std::uint64_t id = record::next_id();
  record::write(send_begin(kCall, kMode, buffer_of(buffer, count, datatype), destination, tag,
                           handles::communicator_id(communicator), id));
  const int code = kNative(buffer, count, datatype, destination, tag, communicator, request);
  if (code != MPI_SUCCESS) return record_failure(code);
  handles::added_request(request, {.id = id, .kind = RequestKind::kSend});
  return code;
}

class PersistentSend : public RequestAction {
 public:
  PersistentSend(SendMode mode, PersistentMessage message) : mode_(mode), message_(std::move(message)) {}
  void started(std::uint64_t id, MpiCall call) override {
    record::write(
        send_begin(call, mode_, message_.buffer, message_.peer, message_.tag, message_.communicator->id(), id));
  }

 private:
  SendMode mode_;
  PersistentMessage message_;
};

template <SendMode kMode, class Count,
          int (*kNative)(const void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)>
int send_init(const void* buffer, Count count, MPI_Datatype datatype, int destination, int tag, MPI_Comm communicator,
              MPI_Request* request) {
  const Scope scope;
  const int code = kNative(buffer, count, datatype, destination, tag, communicator, request);
  if (code != MPI_SUCCESS || !scope.records()) return code;
  handles::added_request(request,
                         {.kind = RequestKind::kSend,
                          .persistent = true,
                          .action = std::make_shared<PersistentSend>(
                              kMode, PersistentMessage(buffer, count, datatype, destination, tag, communicator))});
  return code;
}

// ---- receives ------------------------------------------------------------------------------------------------------

template <MpiCall kCall, class Count, int (*kNative)(void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Status*)>
int receive(void* buffer, Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm communicator,
            MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return kNative(buffer, count, datatype, source, tag, communicator, status);
  record::write(receive_begin(kCall, buffer_of(buffer, count, datatype), rank_number(source), tag_number(tag),
                              handles::communicator_id(communicator), 0));
  StatusArgument seen(status);
  const int code = kNative(buffer, count, datatype, source, tag, communicator, seen.get());
  if (code != MPI_SUCCESS) return record_failure(code);
  write_receive_end(*seen.get());
  look_at_freed_receives();
  return code;
}

template <MpiCall kCall, class Count, int (*kNative)(void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)>
int ireceive(void* buffer, Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm communicator,
             MPI_Request* request) {
  const Scope scope;
  if (!scope.records()) return kNative(buffer, count, datatype, source, tag, communicator, request);
  const std::uint64_t id = record::next_id();
  record::write(receive_begin(kCall, buffer_of(buffer, count, datatype), rank_number(source), tag_number(tag),
                              handles::communicator_id(communicator), id));
  const int code = kNative(buffer, count, datatype, source, tag, communicator, request);
  if (code != MPI_SUCCESS) return record_failure(code);
  handles::added_request(
      request, {.id = id, .kind = RequestKind::kReceive, .communicator = handles::communicator_id(communicator)});
  return code;
}

template <class Count, int (*kNative)(void*, Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)>
int receive_init(void* buffer, Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm communicator,
                 MPI_Request* request) {
  const Scope scope;
  const int code = kNative(buffer, count, datatype, source, tag, communicator, request);
  if (code != MPI_SUCCESS || !scope.records()) return code;
  handles::added_request(request, {.kind = RequestKind::kReceive,
                                   .communicator = handles::communicator_id(communicator),
                                   .persistent = true,
                                   .action = std::make_shared<PersistentReceive>(
                                       PersistentMessage(buffer, count, datatype, source, tag, communicator))});
  return code;
}

// ---- matched receives ----------------------------------------------------------------------------------------------

template <MpiCall kCall, class Count, int (*kNative)(void*, Count, MPI_Datatype, MPI_Message*, MPI_Status*)>
int matched_receive(void* buffer, Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return kNative(buffer, count, datatype, message, status);
  const bool nobody = *message == MPI_MESSAGE_NO_PROC;
  const handles::MessageInfo taken = handles::take_message(*message);
  record::write(receive_begin(kCall, buffer_of(buffer, count, datatype), nobody ? kProcNull : taken.source, taken.tag,
                              taken.communicator, 0, taken.id));
  StatusArgument seen(status);
  const int code = kNative(buffer, count, datatype, message, seen.get());
  if (code != MPI_SUCCESS) return record_failure(code);
  write_receive_end(*seen.get());
  look_at_freed_receives();
  return code;
}

template <MpiCall kCall, class Count, int (*kNative)(void*, Count, MPI_Datatype, MPI_Message*, MPI_Request*)>
int matched_ireceive(void* buffer, Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
  const Scope scope;
  if (!scope.records()) return kNative(buffer, count, datatype, message, request);
  const bool nobody = *message == MPI_MESSAGE_NO_PROC;
  const handles::MessageInfo taken = handles::take_message(*message);
  const std::uint64_t id = record::next_id();
  record::write(receive_begin(kCall, buffer_of(buffer, count, datatype), nobody ? kProcNull : taken.source, taken.tag,
                              taken.communicator, id, taken.id));
  const int code = kNative(buffer, count, datatype, message, request);
  if (code != MPI_SUCCESS) return record_failure(code);
  handles::added_request(request, {.id = id, .kind = RequestKind::kReceive, .communicator = taken.communicator});
  return code;
}

// ---- both at once --------------------------------------------------------------------------------------------------

// The send half is a request that is done when the call returns: the two halves do not wait for each other.
void write_sendrecv_begin(MpiCall call, const Buffer& sent, int destination, int send_tag, const Buffer& received,
                          int source, int receive_tag, MPI_Comm communicator, std::uint64_t send_request,
                          std::uint64_t receive_request) {
  const std::uint64_t id = handles::communicator_id(communicator);
  record::write(send_begin(call, SendMode::kStandard, sent, destination, send_tag, id, send_request));
  record::write(receive_begin(call, received, rank_number(source), tag_number(receive_tag), id, receive_request));
}

void write_sendrecv_end(MpiCall call, std::uint64_t send_request, const MPI_Status& status) {
  write_receive_end(status);
  write_done(call, send_request);
}

template <MpiCall kCall, class Count,
          int (*kNative)(const void*, Count, MPI_Datatype, int, int, void*, Count, MPI_Datatype, int, int, MPI_Comm,
                         MPI_Status*)>
int sendrecv(const void* sent, Count send_count, MPI_Datatype send_type, int destination, int send_tag, void* received,
             Count receive_count, MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm communicator,
             MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) {
    return kNative(sent, send_count, send_type, destination, send_tag, received, receive_count, receive_type, source,
                   receive_tag, communicator, status);
  }
  const std::uint64_t id = record::next_id();
  write_sendrecv_begin(kCall, buffer_of(sent, send_count, send_type), destination, send_tag,
                       buffer_of(received, receive_count, receive_type), source, receive_tag, communicator, id, 0);
  StatusArgument seen(status);
  const int code = kNative(sent, send_count, send_type, destination, send_tag, received, receive_count, receive_type,
                           source, receive_tag, communicator, seen.get());
  if (code != MPI_SUCCESS) return record_failure(code);
  write_sendrecv_end(kCall, id, *seen.get());
  return code;
}

template <MpiCall kCall, class Count,
          int (*kNative)(void*, Count, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status*)>
int sendrecv_replace(void* buffer, Count count, MPI_Datatype datatype, int destination, int send_tag, int source,
                     int receive_tag, MPI_Comm communicator, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) {
    return kNative(buffer, count, datatype, destination, send_tag, source, receive_tag, communicator, status);
  }
  const std::uint64_t id = record::next_id();
  const Buffer both = buffer_of(buffer, count, datatype);
  write_sendrecv_begin(kCall, both, destination, send_tag, both, source, receive_tag, communicator, id, 0);
  StatusArgument seen(status);
  const int code =
      kNative(buffer, count, datatype, destination, send_tag, source, receive_tag, communicator, seen.get());
  if (code != MPI_SUCCESS) return record_failure(code);
  write_sendrecv_end(kCall, id, *seen.get());
  return code;
}

template <MpiCall kCall, class Count,
          int (*kNative)(const void*, Count, MPI_Datatype, int, int, void*, Count, MPI_Datatype, int, int, MPI_Comm,
                         MPI_Request*)>
[[maybe_unused]] int isendrecv(const void* sent, Count send_count, MPI_Datatype send_type, int destination,
                               int send_tag, void* received, Count receive_count, MPI_Datatype receive_type, int source,
                               int receive_tag, MPI_Comm communicator, MPI_Request* request) {
  const Scope scope;
  if (!scope.records()) {
    return kNative(sent, send_count, send_type, destination, send_tag, received, receive_count, receive_type, source,
                   receive_tag, communicator, request);
  }
  const RequestInfo halves = {.id = record::next_id(),
                              .companion = record::next_id(),
                              .source = source,
                              .tag = receive_tag,
                              .kind = RequestKind::kReceive,
                              .communicator = handles::communicator_id(communicator)};
  write_sendrecv_begin(kCall, buffer_of(sent, send_count, send_type), destination, send_tag,
                       buffer_of(received, receive_count, receive_type), source, receive_tag, communicator,
                       halves.companion, halves.id);
  const int code = kNative(sent, send_count, send_type, destination, send_tag, received, receive_count, receive_type,
                           source, receive_tag, communicator, request);
  if (code != MPI_SUCCESS) return record_failure(code);
  handles::added_request(request, halves);
  return code;
}

template <MpiCall kCall, class Count,
          int (*kNative)(void*, Count, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Request*)>
[[maybe_unused]] int isendrecv_replace(void* buffer, Count count, MPI_Datatype datatype, int destination, int send_tag,
                                       int source, int receive_tag, MPI_Comm communicator, MPI_Request* request) {
  const Scope scope;
  if (!scope.records()) {
    return kNative(buffer, count, datatype, destination, send_tag, source, receive_tag, communicator, request);
  }
  const RequestInfo halves = {.id = record::next_id(),
                              .companion = record::next_id(),
                              .source = source,
                              .tag = receive_tag,
                              .kind = RequestKind::kReceive,
                              .communicator = handles::communicator_id(communicator)};
  const Buffer both = buffer_of(buffer, count, datatype);
  write_sendrecv_begin(kCall, both, destination, send_tag, both, source, receive_tag, communicator, halves.companion,
                       halves.id);
  const int code = kNative(buffer, count, datatype, destination, send_tag, source, receive_tag, communicator, request);
  if (code != MPI_SUCCESS) return record_failure(code);
  handles::added_request(request, halves);
  return code;
}

// ---- probes --------------------------------------------------------------------------------------------------------

void write_probe_begin(MpiCall call, int source, int tag, MPI_Comm communicator) {
  record::write(event::ProbeBegin{.stack = record::current_stack(),
                                  .call = number_of(call),
                                  .communicator = handles::communicator_id(communicator),
                                  .source = rank_number(source),
                                  .tag = tag_number(tag)});
}

void write_probe_end(const MPI_Status& status, std::uint64_t message) {
  record::write(
      event::ProbeEnd{.source = rank_number(status.MPI_SOURCE), .tag = tag_number(status.MPI_TAG), .message = message});
}

// The number of a message that a matched probe has found; 0 if it is from MPI_PROC_NULL.
std::uint64_t keep_message(MPI_Message message, MPI_Comm communicator, const MPI_Status& status) {
  if (message == MPI_MESSAGE_NO_PROC) return 0;
  const handles::MessageInfo info = {.id = record::next_id(),
                                     .communicator = handles::communicator_id(communicator),
                                     .source = rank_number(status.MPI_SOURCE),
                                     .tag = tag_number(status.MPI_TAG)};
  handles::added_message(message, info);
  return info.id;
}

int probe(int source, int tag, MPI_Comm communicator, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Probe(source, tag, communicator, status);
  write_probe_begin(MpiCall::kProbe, source, tag, communicator);
  StatusArgument seen(status);
  const int code = PMPI_Probe(source, tag, communicator, seen.get());
  if (code != MPI_SUCCESS) return record_failure(code);
  write_probe_end(*seen.get(), 0);
  return code;
}

// There is no such message, or the one that was found before.
void note_probe(MpiCall call, int source, int tag, MPI_Comm communicator, const MPI_Status* found) {
  const std::array<std::int64_t, 2> message = {found != nullptr ? found->MPI_SOURCE : 0,
                                               found != nullptr ? found->MPI_TAG : 0};
  record::looked({.call = call,
                  .what = format::LooksFor::kMessage,
                  .stack = record::current_stack(),
                  .communicator = handles::communicator_id(communicator),
                  .source = rank_number(source),
                  .tag = tag_number(tag),
                  .seen = found != nullptr ? std::as_bytes(std::span(message)) : std::span<const std::byte>()});
}

int iprobe(int source, int tag, MPI_Comm communicator, int* flag, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Iprobe(source, tag, communicator, flag, status);
  StatusArgument seen(status);
  const int code = PMPI_Iprobe(source, tag, communicator, flag, seen.get());
  if (code == MPI_SUCCESS) note_probe(MpiCall::kIprobe, source, tag, communicator, *flag != 0 ? seen.get() : nullptr);
  if (code != MPI_SUCCESS || *flag == 0) return code;
  write_probe_begin(MpiCall::kIprobe, source, tag, communicator);
  write_probe_end(*seen.get(), 0);
  return code;
}

int mprobe(int source, int tag, MPI_Comm communicator, MPI_Message* message, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Mprobe(source, tag, communicator, message, status);
  write_probe_begin(MpiCall::kMprobe, source, tag, communicator);
  StatusArgument seen(status);
  const int code = PMPI_Mprobe(source, tag, communicator, message, seen.get());
  if (code != MPI_SUCCESS) return record_failure(code);
  write_probe_end(*seen.get(), keep_message(*message, communicator, *seen.get()));
  return code;
}

int improbe(int source, int tag, MPI_Comm communicator, int* flag, MPI_Message* message, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Improbe(source, tag, communicator, flag, message, status);
  StatusArgument seen(status);
  const int code = PMPI_Improbe(source, tag, communicator, flag, message, seen.get());
  if (code == MPI_SUCCESS && *flag == 0) note_probe(MpiCall::kImprobe, source, tag, communicator, nullptr);
  if (code != MPI_SUCCESS || *flag == 0) return code;
  write_probe_begin(MpiCall::kImprobe, source, tag, communicator);
  write_probe_end(*seen.get(), keep_message(*message, communicator, *seen.get()));
  return code;
}

}  // namespace

// One row of arguments gives the int and the large-count function.
#define ROWS(name, function, ...)                                                 \
  FENCEPOST_ENTRY(name, (function<__VA_ARGS__ __VA_OPT__(, ) int, &PMPI_##name>)) \
  , FENCEPOST_ENTRY(name##_c, (function<__VA_ARGS__ __VA_OPT__(, ) MPI_Count, &PMPI_##name##_c>))
// The same for templates that take the call's number first.
#define CALL_ROWS(name, function, ...)                                                              \
  FENCEPOST_ENTRY(name, (function<MpiCall::k##name, __VA_ARGS__ __VA_OPT__(, ) int, &PMPI_##name>)) \
  , FENCEPOST_ENTRY(name##_c, (function<MpiCall::k##name##_c, __VA_ARGS__ __VA_OPT__(, ) MPI_Count, &PMPI_##name##_c>))

std::span<const Entry> point_to_point_entries() {
  static const Entry kEntries[] = {
      CALL_ROWS(Send, send, SendMode::kStandard),
      CALL_ROWS(Bsend, send, SendMode::kBuffered),
      CALL_ROWS(Ssend, send, SendMode::kSynchronous),
      CALL_ROWS(Rsend, send, SendMode::kReady),
      CALL_ROWS(Isend, isend, SendMode::kStandard),
      CALL_ROWS(Ibsend, isend, SendMode::kBuffered),
      CALL_ROWS(Issend, isend, SendMode::kSynchronous),
      CALL_ROWS(Irsend, isend, SendMode::kReady),
      ROWS(Send_init, send_init, SendMode::kStandard),
      ROWS(Bsend_init, send_init, SendMode::kBuffered),
      ROWS(Ssend_init, send_init, SendMode::kSynchronous),
      ROWS(Rsend_init, send_init, SendMode::kReady),
      CALL_ROWS(Recv, receive),
      CALL_ROWS(Irecv, ireceive),
      ROWS(Recv_init, receive_init),
      CALL_ROWS(Mrecv, matched_receive),
      CALL_ROWS(Imrecv, matched_ireceive),
      CALL_ROWS(Sendrecv, sendrecv),
      CALL_ROWS(Sendrecv_replace, sendrecv_replace),
      FENCEPOST_ENTRY(Probe, probe),
      FENCEPOST_ENTRY(Iprobe, iprobe),
      FENCEPOST_ENTRY(Mprobe, mprobe),
      FENCEPOST_ENTRY(Improbe, improbe),
      CALL_ROWS(Isendrecv, isendrecv),
      CALL_ROWS(Isendrecv_replace, isendrecv_replace),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
