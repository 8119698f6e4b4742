#include "read/event_decoder.h"

#include <new>

#include "record/encode.h"
#include "record/fields.h"

namespace fencepost::read {

namespace {

// Reads values one after another. After a failure `ok` is false and everything read is 0.
struct FieldReader {
  const std::uint8_t* at;
  const std::uint8_t* end;
  std::uint64_t address;
  Block* block;  // null: lists are skipped
  bool ok = true;

  std::uint64_t varint() {
    if (at < end && *at < 0x80) [[likely]]
      return *at++;
    std::uint64_t value = 0;
    for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
      const std::uint8_t byte = *at++;
      if (shift == 63 && byte > 1) break;
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    ok = false;
    at = end;
    return 0;
  }
  std::int64_t signed_varint() { return encoding::unzigzag(varint()); }
  std::uint64_t address_varint() {
    const std::uint64_t difference = varint();
    if (difference == 0) return 0;
    return address += static_cast<std::uint64_t>(encoding::unzigzag(difference - 1));
  }
  Buffer buffer() {
    Buffer result;
    result.address = address_varint();
    result.count = signed_varint();
    result.datatype = varint();
    return result;
  }
  std::string_view text() {
    const std::uint64_t size = varint();
    if (size > static_cast<std::uint64_t>(end - at)) {
      ok = false;
      at = end;
      return {};
    }
    const std::string_view result(reinterpret_cast<const char*>(at), size);
    at += size;
    return result;
  }
  // Each element takes at least `smallest` bytes, so a list is never larger than the event can hold.
  template <class T, class ReadOne>
  std::span<const T> list(std::size_t smallest, ReadOne&& read_one) {
    const std::uint64_t size = varint();
    if (size > static_cast<std::uint64_t>(end - at) / smallest) {
      ok = false;
      at = end;
      return {};
    }
    if (block == nullptr) {
      for (std::uint64_t i = 0; i < size && ok; ++i) read_one();
      return {};
    }
    if (size == 0) return {};
    auto* const elements = static_cast<T*>(block->allocate(size * sizeof(T)));
    for (std::uint64_t i = 0; i < size; ++i) {
      if (at == end) ok = false;  // an element is never left out
      new (elements + i) T(read_one());
    }
    return {elements, size};
  }

  // A field that the writer did not know stays 0.
  bool more() const { return at < end; }
  void operator()(tag::U, const char*, std::uint64_t& value) {
    if (more()) value = varint();
  }
  void operator()(tag::I, const char*, std::int64_t& value) {
    if (more()) value = signed_varint();
  }
  void operator()(tag::ADDRESS, const char*, std::uint64_t& value) {
    if (more()) value = address_varint();
  }
  void operator()(tag::BUFFER, const char*, Buffer& value) {
    if (more()) value = buffer();
  }
  void operator()(tag::TEXT, const char*, field::TEXT& value) {
    if (more()) value = text();
  }
  void operator()(tag::LIST_U, const char*, field::LIST_U& value) {
    if (more()) value = list<std::uint64_t>(1, [this] { return varint(); });
  }
  void operator()(tag::LIST_I, const char*, field::LIST_I& value) {
    if (more()) value = list<std::int64_t>(1, [this] { return signed_varint(); });
  }
  void operator()(tag::LIST_BUFFER, const char*, field::LIST_BUFFER& value) {
    if (more()) value = list<Buffer>(3, [this] { return buffer(); });
  }

  // Fields of a later version: only the addresses among them matter, because later addresses build on them.
  void pass_over(const FieldTypes& types) {
    block = nullptr;
    for (const char type : types) {
      if (!more()) return;
      switch (type) {
        case 'A':
          address_varint();
          break;
        case 'B':
          buffer();
          break;
        case 'T':
          text();
          break;
        case 'u':
        case 'i':
          list<std::uint64_t>(1, [this] { return varint(); });
          break;
        case 'b':
          list<Buffer>(3, [this] { return buffer(); });
          break;
        default:
          varint();
      }
    }
  }
};

// Returns whether this version knows the kind.
bool decode_fields(EventKind kind, FieldReader& reader, std::byte* storage) {
  switch (kind) {
#define EVENT_BEGIN(name, number, ...)               \
  case EventKind::k##name: {                         \
    auto* const event = new (storage) event::name{}; \
    for_each_field(*event, reader);                  \
    return true;                                     \
  }
#define FIELD(type, name)
#define EVENT_END(name)
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
    case EventKind::kEndOfBlock:
      break;
  }
  return false;
}

}  // namespace

bool EventDecoder::decode(Block& block, std::size_t available, const UnknownFields* unknown, Position& position,
                          RecordedEvent& event) {
  const std::uint8_t* const payload = block.payload();
  FieldReader reader{payload + position.at, payload + available, position.address, &block};
  if (reader.at == reader.end || *reader.at == 0) return false;
  const std::uint8_t kind = *reader.at++;
  const std::uint64_t length = reader.varint();
  if (!reader.ok || length > static_cast<std::uint64_t>(reader.end - reader.at)) return false;
  const std::uint8_t* const end = reader.at + length;
  reader.end = end;
  if (length == 0) return false;  // the time always exists
  const std::uint64_t elapsed = reader.varint();
  event.kind_ = static_cast<EventKind>(kind);
  event.known_ = decode_fields(event.kind_, reader, event.storage_);
  if (unknown != nullptr) [[unlikely]]
    reader.pass_over((*unknown)[kind]);
  if (!reader.ok) return false;
  position.at = static_cast<std::size_t>(end - payload);
  position.ticks += elapsed;
  position.address = reader.address;
  event.ticks_ = position.ticks;
  return true;
}

void EventDecoder::make_lost(const event::Lost& lost, std::uint64_t ticks, RecordedEvent& event) {
  event.kind_ = EventKind::kLost;
  event.known_ = true;
  event.ticks_ = ticks;
  new (event.storage_) event::Lost(lost);
}

}  // namespace fencepost::read
