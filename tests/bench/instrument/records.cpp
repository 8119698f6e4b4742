// usage: instrument_records TRACE: of the accesses between the trace's last two events, how many records there are and
// how many instructions they tell of.
#include <cstdint>
#include <iostream>
#include <set>

#include "read/trace_directory.h"

using namespace fencepost;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  read::Problem problem;
  auto directory = read::TraceDirectory::open(argv[1], problem);
  if (!directory) return 1;
  std::uint64_t records = 0;
  std::set<std::uint64_t> instructions;
  for (const std::uint64_t thread : directory->threads(0)) {
    auto stream = directory->events(0, thread, problem);
    bool ended = true;
    while (const read::RecordedEvent* event = stream ? stream->next() : nullptr) {
      const auto* access = event->get_if<event::Access>();
      const auto* touched = event->get_if<event::TouchedElements>();
      if (access == nullptr && touched == nullptr) {
        ended = true;
        continue;
      }
      if (ended) {
        records = 0;
        instructions.clear();
        ended = false;
      }
      ++records;
      instructions.insert(access != nullptr ? access->pc : touched->pc);
    }
  }
  std::cout << records << " " << instructions.size() << "\n";
  return 0;
}
