#include "record/fields.h"

namespace fencepost {

std::string_view name_of(EventKind kind) {
  switch (kind) {
#define EVENT_BEGIN(name, number, ...) \
  case EventKind::k##name:             \
    return #name;
#define FIELD(type, name)
#define EVENT_END(name)
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
    case EventKind::kEndOfBlock:
      break;
  }
  return {};
}

std::string_view schema_text() {
  static constexpr char kSchema[] =
#define EVENT_BEGIN(name, number, ...) #name " " #number
#define FIELD(type, name) " " #type ":" #name
#define EVENT_END(name) "\n"
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
      ;
  return {kSchema, sizeof kSchema - 1};
}

}  // namespace fencepost
