#include "interposer/window_attributes.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "interposer/entry.h"

namespace fencepost::interposer {
namespace {

// (No Scope in here: what an attribute's function calls belongs to the program.)
int win_set_attr(MPI_Win handle, int key, void* value) {
  const int code = PMPI_Win_set_attr(handle, key, value);
  if (code == MPI_SUCCESS) attribute_set(handle, key);
  return code;
}

int win_delete_attr(MPI_Win handle, int key) {
  const int code = PMPI_Win_delete_attr(handle, key);
  if (code == MPI_SUCCESS) attribute_deleted(handle, key);
  return code;
}

std::optional<int> last_attribute(rma::Window& window) {
  const rma::Guard guard(window.mutex);
  return window.attributes.empty() ? std::nullopt : std::optional(window.attributes.back());
}

}  // namespace

void attribute_set(MPI_Win handle, int key) {
  rma::Window* const window = rma::find_window(handle);
  if (window == nullptr) return;
  const rma::Guard guard(window->mutex);
  std::erase(window->attributes, key);
  window->attributes.push_back(key);
}

void attribute_deleted(MPI_Win handle, int key) {
  rma::Window* const window = rma::find_window(handle);
  if (window == nullptr) return;
  const rma::Guard guard(window->mutex);
  std::erase(window->attributes, key);
}

int delete_attributes(rma::Window& window) {
  while (const std::optional<int> key = last_attribute(window)) {
    if (const int code = win_delete_attr(window.handle, *key); code != MPI_SUCCESS) return code;
  }
  return MPI_SUCCESS;
}

std::span<const Entry> window_attribute_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Win_set_attr, win_set_attr),
      FENCEPOST_ENTRY(Win_delete_attr, win_delete_attr),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
