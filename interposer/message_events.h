// The events with which sends and receives begin, as blocking, nonblocking, persistent and partitioned ones write them.
#pragma once

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

class PersistentReceive : public handles::RequestAction {
 public:
  PersistentReceive(const Buffer& buffer, int source, int tag, std::uint64_t communicator)
      : buffer_(buffer),
        type_(handles::definitions_of({&buffer_, 1})),
        source_(source),
        tag_(tag),
        communicator_(communicator) {}
  void started(std::uint64_t id, MpiCall call) override {
    record::write(receive_begin(call, buffer_, rank_number(source_), tag_number(tag_), communicator_, id));
  }

 private:
  Buffer buffer_;
  std::vector<handles::DefinedType> type_;
  int source_;
  int tag_;
  std::uint64_t communicator_;
};

}  // namespace fencepost::interposer
