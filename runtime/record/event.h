// The structs of all events and definitions (events.def lists them with their meaning).
//
// An event is a plain value. Text and lists are views: when writing, of the caller's memory (the writer
// copies it before it returns); when reading, of memory that the reader keeps alive as its header says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "record/event_facts.h"

namespace fencepost {

// A buffer argument as the program gave it: `count` elements of a Datatype definition. All zero: none.
struct Buffer {
  std::uint64_t address = 0;
  std::int64_t count = 0;
  std::uint64_t datatype = 0;
  friend bool operator==(const Buffer&, const Buffer&) = default;
};

namespace field {
using U = std::uint64_t;
using I = std::int64_t;
using ADDRESS = std::uint64_t;
using BUFFER = Buffer;
using TEXT = std::string_view;
using LIST_U = std::span<const std::uint64_t>;
using LIST_I = std::span<const std::int64_t>;
using LIST_BUFFER = std::span<const Buffer>;
}  // namespace field

enum class EventKind : std::uint8_t {
  kEndOfBlock = 0,
#define EVENT_BEGIN(name, number, ...) k##name = number,
#define FIELD(type, name)
#define EVENT_END(name)
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
};

namespace event {
using namespace fact;  // the words of the column
#define EVENT_BEGIN(name, number, ...)                     \
  struct name {                                            \
    static constexpr EventKind kKind = EventKind::k##name; \
    static constexpr EventFacts kFacts = fact::facts(__VA_ARGS__);
#define FIELD(type, name) field::type name{};
#define EVENT_END(name) \
  }                     \
  ;
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
}  // namespace event

}  // namespace fencepost
