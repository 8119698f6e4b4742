// The settings of options.def, read from the environment at first use. Any thread.
//
//   options::TRACE_DIR()  →  std::string_view     options::STACKS()  →  bool
//
// A value that cannot be read (FENCEPOST_STACKS=maybe) gives one sentence on stderr and the default.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fencepost::options {

namespace type {
using TEXT = std::string_view;
using NUMBER = std::int64_t;
using FLAG = bool;
}  // namespace type

#define OPTION(name, kind, standard, description) type::kind name();
#include "options/options.def"
#undef OPTION

struct Description {
  std::string_view name;  // with FENCEPOST_
  std::string_view type;
  std::string_view standard;
  std::string_view description;
};
std::span<const Description> all();

}  // namespace fencepost::options
