// Walking over the fields of an event with their types and names: what encoder, decoder, dump and tests are made from.
#pragma once

#include <concepts>
#include <string>
#include <type_traits>

#include "record/event.h"

namespace fencepost {

// The field types of events.def as types, to overload on (U and ADDRESS are the same C++ type).
namespace tag {
struct U {};
struct I {};
struct ADDRESS {};
struct BUFFER {};
struct TEXT {};
struct LIST_U {};
struct LIST_I {};
struct LIST_BUFFER {};
}  // namespace tag

// Calls visit(tag, name, field) for each field of `event` in the order of events.def.
#define EVENT_BEGIN(name, number, ...)                             \
  template <class Event, class Visitor>                            \
    requires std::same_as<std::remove_const_t<Event>, event::name> \
  constexpr void for_each_field([[maybe_unused]] Event& event, [[maybe_unused]] Visitor&& visit) {
#define FIELD(type, name) visit(tag::type{}, #name, event.name);
#define EVENT_END(name) }
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END

// Numbers below this are definitions.
inline constexpr std::uint8_t kFirstEvent = 32;

// "Transfer" for kTransfer; "" for a number that this version does not know.
std::string_view name_of(EventKind kind);

// The schema of this version as it stands in every trace file: a line "name number type:field …\n" for each kind.
std::string_view schema_text();

}  // namespace fencepost
