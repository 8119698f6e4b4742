#include "chapters/processes.h"

#include <fmt/format.h>

#include "ids/format.h"

namespace fencepost::check {

void ProcessChapter::apply(Thread& thread, const event::InitEnd&) {
  job_.process(thread.name.process).initialized = true;
}

void ProcessChapter::apply(Thread& thread, const event::FinalizeBegin&) {
  job_.process(thread.name.process).finalizing = true;
}

void ProcessChapter::apply(Thread& thread, const event::FinalizeEnd&) {
  job_.process(thread.name.process).finalized = true;
}

void ProcessChapter::apply(Thread& thread, const event::Lost& event) {
  losses_.note_damage(thread.name.process);
  losses_.note(
      event.events == 0
          ? fmt::format("Rank {}, thread {}: events were lost ({}).", thread.name.process, thread.name.thread.number(),
                        event.reason)
          : fmt::format("Rank {}, thread {}: {} lost ({}).", thread.name.process, thread.name.thread.number(),
                        event.events == 1 ? std::string("one event was") : fmt::format("{} events were", event.events),
                        event.reason));
}

void ProcessChapter::apply(Thread& thread, const event::SharedMapping& event) {
  job_.process(thread.name.process).addresses.map(event.address, event.size, event.segment, event.offset);
}

void ProcessChapter::apply(Thread& thread, const event::SharedUnmapping& event) {
  job_.process(thread.name.process).addresses.unmap(event.address, event.size);
}

void ProcessChapter::apply(Thread& thread, const event::DatatypeGone& event) {
  definitions_.datatype_gone(thread, clocks_.time(), event.id);
}

}  // namespace fencepost::check
