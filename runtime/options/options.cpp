#include "options/options.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "options/shown.h"

namespace fencepost::options {
namespace {

void complain(const char* name, const char* value, const char* wanted) {
  std::fprintf(stderr, "fencepost: %s=%s is not %s; using the default\n", name, shown(value).c_str(), wanted);
}

const char* value_of(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

// One reader per type of option.
template <class Type>
Type read(const char* name, Type standard);

template <>
[[maybe_unused]]
std::string_view read(const char* name, std::string_view standard) {
  const char* value = value_of(name);
  return value != nullptr ? std::string_view(value) : standard;
}

template <>
[[maybe_unused]]
std::int64_t read(const char* name, std::int64_t standard) {
  const char* value = value_of(name);
  if (value == nullptr) return standard;
  char* end = nullptr;
  const long long number = std::strtoll(value, &end, 10);
  if (*end == '\0') return number;
  complain(name, value, "a number");
  return standard;
}

template <>
[[maybe_unused]]
bool read(const char* name, bool standard) {
  const char* value = value_of(name);
  if (value == nullptr) return standard;
  if (std::strcmp(value, "0") == 0) return false;
  if (std::strcmp(value, "1") == 0) return true;
  complain(name, value, "0 or 1");
  return standard;
}

}  // namespace

#define OPTION(name, kind, standard, description)                                                            \
  type::kind name() {                                                                                        \
    static const type::kind value = read<type::kind>("FENCEPOST_" #name, static_cast<type::kind>(standard)); \
    return value;                                                                                            \
  }
#include "options/options.def"
#undef OPTION

std::span<const Description> all() {
  static constexpr Description kAll[] = {
#define OPTION(name, kind, standard, description) {"FENCEPOST_" #name, #kind, #standard, description},
#include "options/options.def"
#undef OPTION
  };
  return kAll;
}

}  // namespace fencepost::options
