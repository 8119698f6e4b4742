// The events with which sends and receives begin, whether blocking, nonblocking, persistent or partitioned.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <mpi.h>

#include "handles/requests.h"
#include "interposer/arguments.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {

inline event::SendBegin send_begin(MpiCall call, SendMode mode, const Buffer& buffer, int destination, int tag,
                                   std::uint64_t communicator, std::uint64_t request) {
  return {.stack = record::current_stack(),
          .call = number_of(call),
          .communicator = communicator,
          .destination = rank_number(destination),
          .tag = tag,
          .mode = static_cast<std::uint64_t>(mode),
          .buffer = buffer,
          .request = request};
}

inline event::ReceiveBegin receive_begin(MpiCall call, const Buffer& buffer, std::int64_t source, std::int64_t tag,
                                         std::uint64_t communicator, std::uint64_t request, std::uint64_t message = 0) {
  return {.stack = record::current_stack(),
          .call = number_of(call),
          .communicator = communicator,
          .source = source,
          .tag = tag,
          .buffer = buffer,
          .request = request,
          .message = message};
}

// What a persistent request sends or receives. The program may free the datatype and the communicator before it starts
// the request: they are kept for it.
struct PersistentMessage {
  PersistentMessage(const void* address, std::int64_t count, MPI_Datatype datatype, int peer_rank, int message_tag,
                    MPI_Comm on)
      : buffer(buffer_of(address, count, datatype)),
        type(handles::definitions_of({&buffer, 1})),
        peer(peer_rank),
        tag(message_tag),
        communicator(handles::communicator_use(on)) {}
  Buffer buffer;
  std::vector<handles::DefinedType> type;
  int peer;
  int tag;
  std::shared_ptr<const handles::CommunicatorUse> communicator;
};

class PersistentReceive : public handles::RequestAction {
 public:
  explicit PersistentReceive(PersistentMessage message) : message_(std::move(message)) {}
  void started(std::uint64_t id, MpiCall call) override {
    record::write(receive_begin(call, message_.buffer, rank_number(message_.peer), tag_number(message_.tag),
                                message_.communicator->id(), id));
  }

 private:
  PersistentMessage message_;
};

}  // namespace fencepost::interposer
