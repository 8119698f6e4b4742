// Memory that is given back while it is a window or a buffer of an operation, and what the C library does to it.
#include "memory/watcher.h"

#include <algorithm>
#include <array>
#include <link.h>

#include "memory/attach.h"
#include "memory/callers.h"
#include "memory/memory_check.h"
#include "record/vocabulary.h"
#include "recorder/recorder.h"
#include "segments/call_order.h"
#include "segments/segment.h"
#include "tracking/map.h"
#include "tracking/tracked.h"

namespace fencepost::memory {
namespace {

// Buffers in a block that its thread is about to resize. If there are more, only what is reported later is known.
struct SetAside {
  std::array<Range, 8> buffers;
  std::size_t count = 0;
};
constinit thread_local SetAside set_aside __attribute__((tls_model("initial-exec")));

std::uint64_t about_to_free(const void* address, std::size_t size) {
  set_aside.count = 0;
  if (!several_threads() || Map::is_held() || !record::active()) return 0;
  const Range block{reinterpret_cast<std::uintptr_t>(address), reinterpret_cast<std::uintptr_t>(address) + size};
  map().each_buffer(block, [&](Range buffer) {
    if (set_aside.count < set_aside.buffers.size())
      set_aside.buffers[set_aside.count++] = {std::max(buffer.begin, block.begin), std::min(buffer.end, block.end)};
  });
  if (set_aside.count > 0) map().forget(block);
  return record::next_order();
}

// What was set aside of a block whose bytes from `address` on are gone. True: some of it is.
bool take_back(std::uintptr_t address) {
  bool gone = false;
  for (std::size_t i = 0; i < set_aside.count; ++i) {
    const Range buffer = set_aside.buffers[i];
    gone |= buffer.end > address;
    if (buffer.begin < address) map().add_buffer({buffer.begin, std::min(buffer.end, address)});
  }
  set_aside.count = 0;
  return gone;
}

void freed(const void* address, std::size_t size, const void* caller, std::uint64_t order) {
  if (Map::is_held()) return;
  // (After about_to_free others may already have buffers here, which are theirs: only windows are looked for.)
  const bool known = order != 0 ? take_back(reinterpret_cast<std::uintptr_t>(address)) || is_tracked(address, size)
                                : forget(address, size);
  if (!known || !record::active() || !is_of_program(caller)) {
    if (order != 0) record::write(event::MemoryOrder{.order = order});
    return;
  }
  const OrderedEvent here;
  record::write(event::Freed{.stack = record::current_stack(),
                             .address = reinterpret_cast<std::uint64_t>(address),
                             .size = size,
                             .how = static_cast<std::uint64_t>(GivenBack::kByAllocator),
                             .order = order != 0 ? order : order_among_threads()});
}

// One interval, by the instruction after the call and the caller of its function, which unwinding finds, or by a
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
      map().shadow().table(), map().shadow().mask(), own.begin,          own.end, &about_to_free, &freed, &touched,
      record::kPrintFile,     &record::take_printed, &detail::unmappings};
  return &instance;
}

}  // namespace fencepost::memory
