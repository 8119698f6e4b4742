// Memory that is given back while it is a window or a buffer of an operation, and what the C library does to such.
#include "memory/watcher.h"

#include <link.h>

#include "memory/call_order.h"
#include "memory/callers.h"
#include "memory/map.h"
#include "memory/segment.h"
#include "memory/tracked.h"
#include "record/vocabulary.h"
#include "recorder/recorder.h"

namespace fencepost::memory {
namespace {

void freed(const void* address, std::size_t size, const void* caller) {
  if (Map::is_held() || !forget(address, size) || !record::active() || !is_of_program(caller)) return;
  const OrderedEvent here;
  record::write(event::Freed{.stack = record::current_stack(),
                             .address = reinterpret_cast<std::uint64_t>(address),
                             .size = size,
                             .how = static_cast<std::uint64_t>(GivenBack::kByAllocator),
                             .order = order_among_threads()});
}

// One interval, by the instruction behind the call and the caller of its function, which unwinding finds, or by a
// statement that is interpreted.
void touched(const void* address, std::size_t size, int written, int hooked, const void* caller) {
  if (Map::is_held() || !record::active()) return;
  const Caller by = caller_at(caller);
  if (by == Caller::kOther || (by == Caller::kInstrumented && hooked != 0)) return;
  const auto kind = static_cast<std::uint32_t>(written != 0 ? AccessKind::kStore : AccessKind::kLoad);
  if (record::in_interpreter()) {  // which of its statements that is, is known now
    record::write(event::Access{.kind = kind,
                                .address = reinterpret_cast<std::uint64_t>(address),
                                .size = 1,
                                .stride = 1,
                                .count = size,
                                .pc = 0,
                                .stack = record::current_stack()});
    return;
  }
  const auto pc = reinterpret_cast<std::uintptr_t>(caller);
  add_grid({.address = reinterpret_cast<std::uintptr_t>(address),
            .size = 1,
            .kind = kind,
            .stride = 1,
            .count = size,
            .row_stride = 0,
            .rows = 1,
            .pc = pc,
            .frame = Segment::kUnwound,
            .site = 0});
}

// Where the shared object with this function lies.
Range own_object() {
  Range own{reinterpret_cast<std::uintptr_t>(&freed), 0};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        Range& range = *static_cast<Range*>(data);
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& part = object->dlpi_phdr[i];
          const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
          if (part.p_type != PT_LOAD || range.begin < begin || range.begin >= begin + part.p_memsz) continue;
          range = {begin, begin + part.p_memsz};
          return 1;
        }
        return 0;
      },
      &own);
  return own.end != 0 ? own : Range{};
}

}  // namespace

const fencepost_memory_watcher* watcher() {
  static const Range own = own_object();
  static const fencepost_memory_watcher instance = {
      map().shadow().table(), map().shadow().mask(), own.begin, own.end, &freed, &touched,
      record::kPrintFile,     &record::take_printed};
  return &instance;
}

}  // namespace fencepost::memory
