// The info of windows.
#include "rma/hints.h"

#include <cstring>
#include <vector>

namespace fencepost::rma {
namespace {

struct Flag {
  const char* key;
  bool Hints::* value;
};
constexpr Flag kFlags[] = {
    {"no_locks", &Hints::no_locks},
    {"same_size", &Hints::same_size},
    {"same_disp_unit", &Hints::same_disp_unit},
    {"alloc_shared_noncontig", &Hints::alloc_shared_noncontig},
};
struct Text {
  const char* key;
  std::string Hints::* value;
};
constexpr Text kTexts[] = {
    {"accumulate_ordering", &Hints::accumulate_ordering},
    {"accumulate_ops", &Hints::accumulate_ops},
};

// Asking the library about a handle that is none is an error of its own, which would end the program in a call that it
// never made. 0 is a handle in no library.
bool has_keys(MPI_Info info) {
  return info != MPI_INFO_NULL && info != MPI_Info();
}

bool value_of(MPI_Info info, const char* key, std::string& value) {
  int length = 0, found = 0;
  if (PMPI_Info_get_valuelen(info, key, &length, &found) != MPI_SUCCESS || !found) return false;
  std::vector<char> text(static_cast<std::size_t>(length) + 1);
  PMPI_Info_get(info, key, length, text.data(), &found);
  value.assign(text.data());
  return found != 0;
}

}  // namespace

Hints read_hints(MPI_Info info, Hints hints) {
  if (!has_keys(info)) return hints;
  std::string value;
  for (const Flag& flag : kFlags) {
    if (value_of(info, flag.key, value)) hints.*flag.value = value == "true";
  }
  for (const Text& text : kTexts) {
    if (value_of(info, text.key, value)) hints.*text.value = value;
  }
  return hints;
}

std::string text_of(MPI_Info info) {
  std::string text;
  int keys = 0;
  if (!has_keys(info) || PMPI_Info_get_nkeys(info, &keys) != MPI_SUCCESS) return text;
  for (int i = 0; i < keys; ++i) {
    char key[MPI_MAX_INFO_KEY + 1] = "";
    std::string value;
    PMPI_Info_get_nthkey(info, i, key);
    value_of(info, key, value);
    text.append(key).append("=").append(value).append("\n");
  }
  return text;
}

// The layout of memory cannot change any more; the other hints take effect.
void set_info(Window& window, MPI_Info info) {
  const Guard guard(window.mutex);
  const bool noncontiguous = window.hints.alloc_shared_noncontig;
  window.hints = read_hints(info, window.hints);
  window.hints.alloc_shared_noncontig = noncontiguous;
}

int get_info(Window& window, MPI_Info* info) {
  const int error = PMPI_Info_create(info);
  if (error != MPI_SUCCESS) return error;
  const Guard guard(window.mutex);
  for (const Flag& flag : kFlags) {
    const bool shared_only = flag.value == &Hints::alloc_shared_noncontig;
    if (shared_only && window.flavor != WindowFlavor::kAllocateShared) continue;
    PMPI_Info_set(*info, flag.key, window.hints.*flag.value ? "true" : "false");
  }
  for (const Text& text : kTexts) PMPI_Info_set(*info, text.key, (window.hints.*text.value).c_str());
  return MPI_SUCCESS;
}

}  // namespace fencepost::rma
