// The encoding of one event (format.h says what it looks like). Inline and free of allocation: it runs in the hot path
// of the checked program.
#pragma once

#include <cstdint>
#include <cstring>

#include "record/event.h"
#include "record/fields.h"

namespace fencepost::encoding {

inline constexpr std::size_t kLargestVarint = 10;
inline constexpr std::size_t kLargestBuffer = 3 * kLargestVarint;

inline std::uint8_t* put_varint(std::uint8_t* at, std::uint64_t value) {
  while (value >= 0x80) {
    *at++ = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  }
  *at++ = static_cast<std::uint8_t>(value);
  return at;
}

constexpr std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

// Adds up the most bytes that the fields of an event can take. For events without text and lists it is a constant.
struct Bound {
  std::size_t bytes = 0;
  constexpr void operator()(tag::U, const char*, std::uint64_t) { bytes += kLargestVarint; }
  constexpr void operator()(tag::I, const char*, std::int64_t) { bytes += kLargestVarint; }
  constexpr void operator()(tag::ADDRESS, const char*, std::uint64_t) { bytes += kLargestVarint; }
  constexpr void operator()(tag::BUFFER, const char*, const Buffer&) { bytes += kLargestBuffer; }
  constexpr void operator()(tag::TEXT, const char*, field::TEXT text) { bytes += kLargestVarint + text.size(); }
  constexpr void operator()(tag::LIST_U, const char*, field::LIST_U list) {
    bytes += kLargestVarint + kLargestVarint * list.size();
  }
  constexpr void operator()(tag::LIST_I, const char*, field::LIST_I list) {
    bytes += kLargestVarint + kLargestVarint * list.size();
  }
  constexpr void operator()(tag::LIST_BUFFER, const char*, field::LIST_BUFFER list) {
    bytes += kLargestVarint + kLargestBuffer * list.size();
  }
};

// Not less than what encode() writes for `event`: kind, length, time and fields.
template <class Event>
constexpr std::size_t bound_of(const Event& event) {
  Bound bound{1 + 2 * kLargestVarint};
  for_each_field(event, bound);
  return bound.bytes;
}

struct FieldWriter {
  std::uint8_t* at;
  std::uint64_t address;   // the last one in this block that was not 0
  std::uint8_t* end = at;  // of what has to be written: all later numbers are 0

  void operator()(tag::U, const char*, std::uint64_t value) {
    at = put_varint(at, value);
    if (value != 0) end = at;
  }
  void operator()(tag::I, const char*, std::int64_t value) { (*this)(tag::U{}, "", zigzag(value)); }
  void operator()(tag::ADDRESS, const char*, std::uint64_t value) {
    if (value == 0) {
      *at++ = 0;
    } else {
      at = put_varint(at, 1 + zigzag(static_cast<std::int64_t>(value - address)));
      address = value;
    }
    end = at;
  }
  void operator()(tag::BUFFER, const char*, const Buffer& buffer) {
    (*this)(tag::ADDRESS{}, "", buffer.address);
    (*this)(tag::I{}, "", buffer.count);
    (*this)(tag::U{}, "", buffer.datatype);
    end = at;
  }
  void operator()(tag::TEXT, const char*, field::TEXT text) {
    at = put_varint(at, text.size());
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    at += text.size();
    end = at;
  }
  void operator()(tag::LIST_U, const char*, field::LIST_U list) {
    at = put_varint(at, list.size());
    for (const std::uint64_t value : list) (*this)(tag::U{}, "", value);
    end = at;
  }
  void operator()(tag::LIST_I, const char*, field::LIST_I list) {
    at = put_varint(at, list.size());
    for (const std::int64_t value : list) (*this)(tag::I{}, "", value);
    end = at;
  }
  void operator()(tag::LIST_BUFFER, const char*, field::LIST_BUFFER list) {
    at = put_varint(at, list.size());
    for (const Buffer& buffer : list) (*this)(tag::BUFFER{}, "", buffer);
    end = at;
  }
};

// Writes `event` at `at`, where bound_of(event) bytes are free. `ticks`: since the previous event. `address` is the
// block's running address. Returns one past the last byte.
template <class Event>
inline std::uint8_t* encode(std::uint8_t* at, const Event& event, std::uint64_t ticks, std::uint64_t& address) {
  *at++ = static_cast<std::uint8_t>(Event::kKind);
  std::uint8_t* const length_at = at++;  // one byte is enough for nearly all; the others are moved below
  FieldWriter writer{put_varint(at, ticks), address};
  for_each_field(event, writer);
  address = writer.address;
  const auto length = static_cast<std::size_t>(writer.end - at);
  if (length < 0x80) [[likely]] {
    *length_at = static_cast<std::uint8_t>(length);
    return writer.end;
  }
  std::uint8_t buffer[kLargestVarint];
  const auto extra = static_cast<std::size_t>(put_varint(buffer, length) - buffer) - 1;
  std::memmove(at + extra, at, length);
  std::memcpy(length_at, buffer, extra + 1);
  return writer.end + extra;
}

}  // namespace fencepost::encoding
