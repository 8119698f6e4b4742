// Memory that is given back while it is a window or a buffer of an operation.
#include "memory/watcher.h"

#include "memory/callers.h"
#include "memory/map.h"
#include "memory/tracked.h"
#include "recorder/recorder.h"

namespace fencepost::memory {
namespace {

void freed(const void* address, std::size_t size, const void* caller) {
  if (Map::is_held() || !forget(address, size) || !record::active() || !is_of_program(caller)) return;
  record::write(event::Freed{
      .stack = record::current_stack(), .address = reinterpret_cast<std::uint64_t>(address), .size = size, .how = 0});
}

}  // namespace

const fencepost_memory_watcher* watcher() {
  static const fencepost_memory_watcher instance = {map().shadow().table(), map().shadow().mask(), &freed};
  return &instance;
}

}  // namespace fencepost::memory
