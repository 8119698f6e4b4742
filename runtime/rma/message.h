// The messages between two processes' RMA runtimes, as bytes: a header, for some kinds the target layout, and data.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "rma/operation.h"
#include "rma/window.h"

namespace fencepost::rma {

enum class MessageKind : std::uint32_t {
  kPut,     // target layout, packed bytes
  kGet,     // target layout
  kAtomic,  // target layout, packed elements; compare_and_swap: new value, then compare
  kData,    // answer to kGet: bytes; to kAtomic: elements that were there, if it fetches
  kFlush,   // asks for kFlushed when everything before it has taken effect
  kFlushed,
  kLock,  // asks for kLocked when the lock is granted
  kLocked,
  kUnlock,  // after the operations that it completes; asks for kUnlocked
  kUnlocked,
  kPost,
  kComplete,
  kRegions,  // asks for kAttached: what is attached to the window at the receiver, as Region structs
  kAttached,
};

// Fixed size; processes of one job have the same byte order.
struct MessageHeader {
  MessageKind kind = MessageKind::kPut;
  std::int32_t from = 0;     // rank of the sender in the window
  std::uint64_t window = 0;  // number of the window at the receiver
  std::uint64_t token = 0;   // names what an answer belongs to, at the process that asked
  // Operations.
  Kind operation = Kind::kPut;
  ReduceOp op = ReduceOp::kNull;
  BasicType basic = BasicType::kUnknown;
  std::uint8_t failed = 0;  // answers: it could not be done
  std::uint32_t fetches = 0;
  std::int64_t displacement = 0;
  std::int64_t count = 0;  // of the target layout
  std::int64_t extent = 0;
  std::int64_t hull_first = 0;
  std::int64_t hull_end = 0;
  std::uint64_t runs = 0;  // Run structs after the header; 0: `count` bytes or elements without holes
  std::uint64_t data = 0;  // bytes after them
  // Answers, locks.
  std::uint64_t sequence = 0;
  std::uint16_t differs = 0, wrote = 0;  // Combined (execute.h)
  Lock lock = Lock::kNone;
};

using MessageBytes = std::vector<std::byte>;

// A message in one piece: header, runs, and room for `data` bytes, to which `data_of` points.
inline MessageBytes make_message(MessageHeader header, const std::vector<handles::Run>* runs, std::size_t data) {
  header.runs = runs ? runs->size() : 0;
  header.data = data;
  const std::size_t run_bytes = header.runs * sizeof(handles::Run);
  MessageBytes bytes(sizeof header + run_bytes + data);
  std::memcpy(bytes.data(), &header, sizeof header);
  if (run_bytes) std::memcpy(bytes.data() + sizeof header, runs->data(), run_bytes);
  return bytes;
}

inline MessageHeader header_of(const MessageBytes& bytes) {
  MessageHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}
inline std::byte* data_of(MessageBytes& bytes) {
  return bytes.data() + sizeof(MessageHeader) + header_of(bytes).runs * sizeof(handles::Run);
}

// The target layout that came with an operation. Owns the type that `layout` refers to.
class ReceivedLayout {
 public:
  ReceivedLayout(const MessageBytes& bytes, std::byte* address);
  ReceivedLayout(const ReceivedLayout&) = delete;
  ReceivedLayout& operator=(const ReceivedLayout&) = delete;
  const Layout& layout() const { return layout_; }

 private:
  handles::DatatypeInfo type_;
  Layout layout_;
};

}  // namespace fencepost::rma
