// The origin's side of the message transport, and the answers that come back to it. What a process does for others is
// in message_service.cpp.
//
// Messages between two processes are handled in the order they were sent. So a put needs no answer of its own: a flush
// after it is answered when it has taken effect. The answer to an atomic operation is its place in the order of its
// target's operations, the answer to a get is the data.
#include "rma/message_transport.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "recorder/looks.h"
#include "recorder/recorder.h"
#include "rma/element_types.h"
#include "rma/execute.h"
#include "rma/message_service.h"
#include "rma/post_office.h"
#include "rma/requests.h"

namespace fencepost::rma {
namespace {

// What waits for an answer.
struct Question {
  Target* target = nullptr;
  Operation operation;
  std::shared_ptr<const handles::DatatypeInfo> origin_type, result_type;
  std::shared_ptr<Request> request;
  bool is_operation = false;
  bool answered = false;  // questions that somebody waits for: the answer is kept until it is taken
  std::uint64_t sequence = 0;
  std::vector<Region> regions;
};

Mutex questions_mutex;
std::uint64_t last_token FENCEPOST_GUARDED_BY(questions_mutex) = 0;
std::unordered_map<std::uint64_t, Question>& questions() FENCEPOST_REQUIRES(questions_mutex) {
  static auto* made = new std::unordered_map<std::uint64_t, Question>;
  return *made;
}

std::uint64_t ask(Question question) {
  const LockGuard lock(questions_mutex);
  questions().emplace(++last_token, std::move(question));
  return last_token;
}

// Waits for the answer to a question that is not an operation.
bool is_answered(std::uint64_t token) {
  const LockGuard lock(questions_mutex);
  return questions().at(token).answered;
}
Question take_question(std::uint64_t token) {
  const LockGuard lock(questions_mutex);
  return std::move(questions().extract(token).mapped());
}
std::uint64_t take_answer(std::uint64_t token) {
  return take_question(token).sequence;
}

// Receiving oneself is faster than waiting for the helper; after some rounds the processor is given away.
template <class Ready>
void wait_for(Ready&& ready) {
  for (int round = 0; round < 100; ++round) {
    post_office().progress();
    if (ready()) return;
  }
  own_block().bell.wait(ready);
}

std::uint64_t wait_for_answer(std::uint64_t token) {
  wait_for([&] { return is_answered(token); });
  return take_answer(token);
}

MessageHeader header_to(const Window& window, const Target& target, MessageKind kind) {
  MessageHeader header;
  header.kind = kind;
  header.from = window.rank;
  header.window = target.remote_window;
  return header;
}

// The target layout in the header; the runs to send along, or null if it has no holes.
const std::vector<handles::Run>* describe_target(MessageHeader& header, const Layout& target, bool atomic) {
  const Layout::Hull hull = target.hull();
  header.hull_first = hull.first;
  header.hull_end = hull.end;
  header.extent = target.type->extent;
  header.count = target.count;
  if (!target.contiguous()) return atomic ? &target.type->runs : &target.type->blocks;
  // From its first byte on.
  const std::int64_t bytes = target.bytes();
  const bool elements = atomic && element_bytes(target) == bytes;
  if (atomic && !elements) return &target.type->runs;
  header.displacement = target.type->blocks[0].displacement;
  header.count = atomic ? bytes / static_cast<std::int64_t>(size_of(header.basic)) : bytes;
  return nullptr;
}

class MessageTransport final : public Transport {
 public:
  void execute(Window& window, Target& target, Operation& operation, const std::shared_ptr<Request>& request) override {
    MessageHeader header = header_to(window, target, kind_of(operation));
    header.operation = operation.kind;
    header.op = operation.op;
    header.basic = operation.basic;
    header.fetches = operation.fetches();
    const auto* const runs = describe_target(header, operation.at_target, operation.atomic());
    // Bytes from the base of the target's part (dynamic windows: its address).
    header.displacement += operation.displacement * target.displacement_unit;
    if (operation.kind == Kind::kPut) {
      const std::int64_t size = std::min(operation.origin.bytes(), operation.at_target.bytes());
      MessageBytes bytes = make_message(header, runs, static_cast<std::size_t>(size));
      pack(data_of(bytes), operation.origin, size);
      target.under_way.add_put();
      post_office().send(target.process, std::move(bytes));
      if (request) request->complete();
      throttle(window, target);
      return;
    }
    Question question;
    question.target = &target;
    question.operation = operation;
    if (operation.origin.type) question.origin_type = operation.origin.type->weak_from_this().lock();
    if (operation.result.type) question.result_type = operation.result.type->weak_from_this().lock();
    question.is_operation = true;
    MessageBytes bytes;
    std::size_t data = 0;
    if (operation.atomic() && operation.op != ReduceOp::kNoOp) {
      data = static_cast<std::size_t>(element_bytes(operation.origin));
      if (operation.kind == Kind::kCompareAndSwap) data *= 2;
    }
    const bool locally_complete = !operation.fetches();
    if (!locally_complete) question.request = request;
    target.under_way.add(operation.fetches());
    header.token = ask(std::move(question));
    bytes = make_message(header, runs, data);
    if (data != 0) {
      pack_elements(data_of(bytes), operation.origin, operation.basic);
      if (operation.kind == Kind::kCompareAndSwap) {
        std::memcpy(data_of(bytes) + data / 2, operation.compare, data / 2);
      }
    }
    post_office().send(target.process, std::move(bytes));
    if (locally_complete && request) request->complete();
    throttle(window, target);
  }

  void finish(Window& window, Target& target) override {
    const std::uint64_t puts = target.under_way.puts();
    if (!target.under_way.are_flushed(puts)) {
      Question question;
      question.target = &target;
      MessageHeader header = header_to(window, target, MessageKind::kFlush);
      header.token = ask(std::move(question));
      post_office().send(target.process, make_message(header, nullptr, 0));
      wait_for_answer(header.token);
      target.under_way.note_flushed(puts);
    }
    if (target.under_way.are_answered()) return;
    wait_for([&] { return target.under_way.are_answered(); });
  }

  void finish_locally(Window&, Target& target) override {
    if (target.under_way.fetches_are_answered()) return;
    wait_for([&] { return target.under_way.fetches_are_answered(); });
  }

  std::uint32_t lock(Window& window, Target& target, Lock type) override {
    if (target.lock.ticket == 0) request_lock(window, target, type);
    const std::uint64_t ticket = std::exchange(target.lock.ticket, 0);
    return static_cast<std::uint32_t>(wait_for_answer(ticket));
  }

  // Asks at the first attempt; the grant is looked for at this and later ones.
  std::uint32_t try_lock(Window& window, Target& target, Lock type) override {
    if (target.lock.ticket == 0) request_lock(window, target, type);
    post_office().progress();
    if (!is_answered(target.lock.ticket)) return 0;
    return static_cast<std::uint32_t>(take_answer(std::exchange(target.lock.ticket, 0)));
  }

  std::uint32_t unlock(Window& window, Target& target, Lock type) override {
    Question question;
    question.target = &target;
    MessageHeader header = header_to(window, target, MessageKind::kUnlock);
    header.lock = type;
    header.token = ask(std::move(question));
    post_office().send(target.process, make_message(header, nullptr, 0));
    return static_cast<std::uint32_t>(wait_for_answer(header.token));
  }

  // Asks the owner if its last answer does not have the memory. (If it had, and the owner has detached it since, the
  // owner drops the operation.)
  bool is_attached(Window& window, Target& target, const Layout& layout) override {
    const auto known = [&] {
      const LockGuard lock(window.attached_mutex);
      return hold(target.attached, layout);
    };
    if (known()) return true;
    Question question;
    question.target = &target;
    MessageHeader header = header_to(window, target, MessageKind::kRegions);
    header.token = ask(std::move(question));
    post_office().send(target.process, make_message(header, nullptr, 0));
    wait_for([&] { return is_answered(header.token); });
    Question answered = take_question(header.token);
    {
      const LockGuard lock(window.attached_mutex);
      target.attached = std::move(answered.regions);
    }
    return known();
  }

  void post(Window& window, Target& target) override {
    post_office().send(target.process, make_message(header_to(window, target, MessageKind::kPost), nullptr, 0));
  }
  void complete(Window& window, Target& target) override {
    post_office().send(target.process, make_message(header_to(window, target, MessageKind::kComplete), nullptr, 0));
  }

 private:
  // If a program never flushes, that must not fill the memory of its targets with messages.
  void throttle(Window& window, Target& target) {
    constexpr std::uint64_t kMost = 1000;
    if (target.under_way.count() > kMost) finish(window, target);
    post_office().throttle();
  }

  static MessageKind kind_of(const Operation& operation) {
    if (operation.kind == Kind::kPut) return MessageKind::kPut;
    return operation.kind == Kind::kGet ? MessageKind::kGet : MessageKind::kAtomic;
  }

  static void request_lock(Window& window, Target& target, Lock type) {
    Question question;
    question.target = &target;
    MessageHeader header = header_to(window, target, MessageKind::kLock);
    header.lock = type;
    header.token = ask(std::move(question));
    target.lock.ticket = header.token;
    post_office().send(target.process, make_message(header, nullptr, 0));
  }
};

// An operation of ours has been executed.
void finish_operation(Question& question, const MessageHeader& header, const std::byte* data) {
  Operation& operation = question.operation;
  if (header.failed) {
    record::blind_spot(kNotAttached);
  } else if (operation.kind == Kind::kGet) {
    unpack(operation.origin, data, static_cast<std::int64_t>(header.data));
  } else {
    if (operation.fetches()) unpack_elements(operation.result, data, operation.basic);
    if (operation.recorded) {
      if (header.differs != 0) record::has_changed_something();
      record::write(event::Executed{operation.thread, operation.number, header.sequence, header.wrote != 0});
    }
  }
  if (question.request) question.request->complete();
  question.target->under_way.note_answered(operation.fetches());
  own_block().bell.ring();
}

void note_answer(Question& question, const MessageHeader& header, MessageBytes& bytes) {
  question.sequence = header.sequence;
  if (header.kind == MessageKind::kAttached) {
    question.regions.resize(header.data / sizeof(Region));
    if (header.data != 0) std::memcpy(question.regions.data(), data_of(bytes), header.data);
  }
  question.answered = true;
}

void answered(const MessageHeader& header, MessageBytes& bytes) {
  std::optional<Question> operation;
  {
    const LockGuard lock(questions_mutex);
    const auto found = questions().find(header.token);
    if (found == questions().end()) return;
    if (found->second.is_operation) {
      operation = std::move(found->second);
      questions().erase(found);
    } else {
      note_answer(found->second, header, bytes);
    }
  }
  if (operation) {
    finish_operation(*operation, header, data_of(bytes));
  } else {
    own_block().bell.ring();
  }
}

void receive(MessageBytes&& bytes) {
  const MessageHeader header = header_of(bytes);
  switch (header.kind) {
    case MessageKind::kData:
    case MessageKind::kFlushed:
    case MessageKind::kLocked:
    case MessageKind::kUnlocked:
    case MessageKind::kAttached:
      answered(header, bytes);
      break;
    default:
      serve(std::move(bytes));
  }
}

}  // namespace

bool start_message_transport() {
  return post_office().open(receive, grant_locks);
}
void stop_message_transport() {
  post_office().close();
}

Transport& message_transport() {
  static MessageTransport transport;
  return transport;
}

}  // namespace fencepost::rma
