#include "rma/message_service.h"

#include <algorithm>
#include <list>
#include <optional>

#include "recorder/recorder.h"
#include "rma/element_types.h"
#include "rma/execute.h"
#include "rma/post_office.h"
#include "rma/window.h"

namespace fencepost::rma {
namespace {

// Only the thread that makes progress touches these.
struct WaitingForLock {
  Window* window;
  int origin;
  Lock type;
  std::uint32_t number;
  std::uint64_t token;
};
std::list<WaitingForLock>& waiting() {
  static auto* made = new std::list<WaitingForLock>;
  return *made;
}
std::list<MessageBytes>& kept() {
  static auto* made = new std::list<MessageBytes>;
  return *made;
}

void answer(Window& window, int origin, MessageHeader header, MessageKind kind, const MessageBytes* data = nullptr) {
  Target& target = window.target(origin);
  header.kind = kind;
  header.from = window.rank;
  header.window = target.remote_window;
  MessageBytes bytes = make_message(header, nullptr, data ? data->size() : 0);
  if (data && !data->empty()) std::memcpy(data_of(bytes), data->data(), data->size());
  post_office().send(target.process, std::move(bytes));
}

// Where the operation's target layout begins (absolute datatypes: at address 0); none if it is not all within the
// memory of the window.
std::optional<std::byte*> place_of(Window& window, const MessageHeader& header, const MessageBytes& bytes) {
  if (header.runs == 0 && header.count == 0) return std::nullopt;
  const bool whole = header.runs == 0;  // the displacement is that of the first byte
  const std::int64_t length = header.hull_end - header.hull_first;
  const std::int64_t first = header.displacement + (whole ? 0 : header.hull_first);
  if (window.dynamic()) {
    const auto address = static_cast<std::uint64_t>(first);
    auto* const place = reinterpret_cast<std::byte*>(header.displacement);
    const LockGuard lock(window.attached_mutex);
    const bool in_one = std::ranges::any_of(window.attached, [&](const Region& region) {
      return region.holds(address, static_cast<std::uint64_t>(length));
    });
    if (in_one || hold_pieces(window.attached, ReceivedLayout(bytes, place).layout())) return place;
    return std::nullopt;
  }
  if (first < 0 || first + length > window.predefined.bytes) return std::nullopt;
  return static_cast<std::byte*>(window.predefined.base) + header.displacement;
}

void serve_atomic(Window& window, const MessageHeader& header, MessageBytes& bytes, std::byte* place) {
  const ReceivedLayout target(bytes, place);
  const handles::DatatypeInfo& element = element_type(header.basic);
  std::byte* const data = data_of(bytes);
  Operation operation;
  operation.kind = header.operation;
  operation.op = header.op;
  operation.basic = header.basic;
  operation.at_target = target.layout();
  MessageBytes result;
  if (header.fetches) {
    result.resize(static_cast<std::size_t>(element_bytes(target.layout())));
    operation.result = {result.data(), static_cast<std::int64_t>(result.size()) / element.size, &element};
  }
  std::size_t size = header.data;
  if (header.operation == Kind::kCompareAndSwap) {
    size /= 2;
    operation.compare = data + size;
  }
  if (size != 0) operation.origin = {data, static_cast<std::int64_t>(size) / element.size, &element};
  ProcessBlock& block = own_block();
  MessageHeader reply = header;
  block.atomics.lock();
  reply.sequence = ++block.sequence;
  const Combined combined = combine_in_place(operation);
  reply.differs = combined.differs;
  reply.wrote = combined.wrote;
  if (combined.changed) block.changed_at = reply.sequence;
  block.atomics.unlock();
  answer(window, header.from, reply, MessageKind::kData, &result);
}

void serve_operation(Window& window, const MessageHeader& header, MessageBytes& bytes) {
  const std::optional<std::byte*> place = place_of(window, header, bytes);
  if (!place) {
    MessageHeader reply = header;
    reply.failed = 1;
    if (header.kind != MessageKind::kPut) {
      answer(window, header.from, reply, MessageKind::kData);
    } else {
      record::blind_spot(kNotAttached);
    }
    return;
  }
  if (header.kind == MessageKind::kAtomic) {
    serve_atomic(window, header, bytes, *place);
    return;
  }
  const ReceivedLayout target(bytes, *place);
  if (header.kind == MessageKind::kPut) {
    unpack(target.layout(), data_of(bytes), static_cast<std::int64_t>(header.data));
    return;
  }
  MessageBytes data(static_cast<std::size_t>(target.layout().bytes()));
  pack(data.data(), target.layout(), static_cast<std::int64_t>(data.size()));
  answer(window, header.from, header, MessageKind::kData, &data);
}

void unlock(Window& window, const MessageHeader& header) {
  MessageHeader reply = header;
  LockQueue& queue = window.control.own->lock;
  reply.sequence = header.lock == Lock::kExclusive ? queue.unlock_exclusive() : queue.unlock_shared();
  answer(window, header.from, reply, MessageKind::kUnlocked);
}

void tell_regions(Window& window, const MessageHeader& header) {
  MessageBytes data;
  {
    const LockGuard lock(window.attached_mutex);
    data.resize(window.attached.size() * sizeof(Region));
    if (!data.empty()) std::memcpy(data.data(), window.attached.data(), data.size());
  }
  answer(window, header.from, header, MessageKind::kAttached, &data);
}

void count(Window& window, const MessageHeader& header) {
  PairCounters& counters = window.control.own_counters[header.from];
  auto& counter = header.kind == MessageKind::kPost ? counters.posts : counters.completes;
  counter.fetch_add(1, std::memory_order_release);
  own_block().bell.ring();
}

void serve_window(Window& window, const MessageHeader& header, MessageBytes& bytes) {
  switch (header.kind) {
    case MessageKind::kPut:
    case MessageKind::kGet:
    case MessageKind::kAtomic:
      serve_operation(window, header, bytes);
      break;
    case MessageKind::kFlush:
      answer(window, header.from, header, MessageKind::kFlushed);
      break;
    case MessageKind::kLock:
      waiting().push_back({&window, header.from, header.lock, window.control.own->lock.take_number(), header.token});
      break;
    case MessageKind::kUnlock:
      unlock(window, header);
      break;
    case MessageKind::kRegions:
      tell_regions(window, header);
      break;
    case MessageKind::kPost:
    case MessageKind::kComplete:
      count(window, header);
      break;
    default:
      break;
  }
}

}  // namespace

void serve(MessageBytes&& bytes) {
  const MessageHeader header = header_of(bytes);
  const bool others_wait = std::any_of(kept().begin(), kept().end(), [&](const MessageBytes& other) {
    return header_of(other).window == header.window;
  });
  Window* const window = others_wait ? nullptr : window_by_id(header.window);
  if (window == nullptr) {
    kept().push_back(std::move(bytes));
    return;
  }
  serve_window(*window, header, bytes);
}

bool grant_locks() {
  bool worked = false;
  for (auto it = kept().begin(); it != kept().end();) {
    const MessageHeader header = header_of(*it);
    Window* const window = window_by_id(header.window);
    if (window == nullptr) {
      ++it;
      continue;
    }
    serve_window(*window, header, *it);
    it = kept().erase(it);
    worked = true;
  }
  for (auto it = waiting().begin(); it != waiting().end();) {
    LockQueue& queue = it->window->control.own->lock;
    const bool exclusive = it->type == Lock::kExclusive;
    MessageHeader reply;
    reply.token = it->token;
    reply.sequence = exclusive ? queue.enter_exclusive(it->number) : queue.enter_shared(it->number);
    if (reply.sequence == 0) {
      ++it;
      continue;
    }
    answer(*it->window, it->origin, reply, MessageKind::kLocked);
    it = waiting().erase(it);
    worked = true;
  }
  return worked;
}

}  // namespace fencepost::rma
