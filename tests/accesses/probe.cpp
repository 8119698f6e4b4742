// Replaces libfencepost.so and the RMA runtime: records what the hooks of a program without MPI report.
#include <cstdint>
#include <cstdlib>

#include "memory/attach.h"
#include "tracking/tracked.h"
#include "memory/watcher.h"
#include "recorder/recorder.h"
#include "threads/observer.h"

using namespace fencepost;

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {
// Before the program's own constructors attach.
bool start() {
  static const bool started = [] {
    const char* directory = std::getenv("FENCEPOST_PROBE_TRACE");
    if (directory == nullptr || !record::start({.directory = directory, .job = 1}, event::Process{.size = 1}))
      return false;
    memory::start();
    fencepost_observe_threads(threads::observer());
    fencepost_watch_memory(memory::watcher());
    std::atexit([] { record::stop(); });
    return true;
  }();
  return started;
}
}  // namespace

EXPORTED void fencepost_hooks_attach(fencepost_hooks* hooks) {
  if (start()) memory::attach_hooks(hooks);
}
EXPORTED void fencepost_hooks_detach(fencepost_hooks* hooks) {
  memory::detach_hooks(hooks);
}

// This memory is a window from now on.
EXPORTED void probe_track(void* address, std::size_t size) {
  memory::track(address, size);
  record::define(event::Window{.id = 1, .base = reinterpret_cast<std::uint64_t>(address), .size = size});
}
EXPORTED void probe_track_also(void* address, std::size_t size) {
  memory::track(address, size);
}
EXPORTED void probe_untrack(void* address, std::size_t size) {
  memory::untrack(address, size);
}

// An event that ends the segment.
EXPORTED void probe_event() {
  record::write(event::FinalizeBegin{});
}
