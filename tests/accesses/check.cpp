// usage: accesses_check PROGRAM TRACE LEVEL
//
// Marks in the program: `expect: KIND BEGIN END BYTES [from LINE] [records N]`, several separated by `;`. On that line
// the program made accesses of that kind (load, store, atomic load, atomic store, atomic update) to BYTES different
// bytes of the window, the first at offset BEGIN, the last before END; the function was called on LINE; all segments
// together hold them in at most N records. Every access recorded on a line without such a mark is an error, too. A line
// `// stacks: N` says that no more were defined.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "read/touched_runs.h"
#include "read/trace_directory.h"
#include "record/vocabulary.h"
#include "symbolize/address_book.h"

using namespace fencepost;

namespace {

struct Seen {
  std::set<std::uint64_t> bytes;  // of the window
  std::set<int> from;             // lines of the calls
  std::uint64_t records = 0;
};
using ByPlace = std::map<std::pair<int, std::string>, Seen>;  // line and kind

std::string kind_of(const event::Access& access) {
  switch (static_cast<AccessKind>(access.kind)) {
    case AccessKind::kLoad:
      return "load";
    case AccessKind::kStore:
      return "store";
    case AccessKind::kAtomicLoad:
      return "atomic load";
    case AccessKind::kAtomicStore:
      return "atomic store";
    case AccessKind::kAtomicUpdate:
      return "atomic update";
  }
  return "?";
}

struct Defined {
  std::optional<std::uint64_t> base;  // of the one window, as it was defined last; nothing if there is none
  std::uint64_t stacks = 0;
};
Defined read_definitions(const std::filesystem::path& trace) {
  read::Problem problem;
  auto stream = read::EventStream::open(trace / "rank-0" / "definitions.fpt", problem);
  Defined defined;
  while (const read::RecordedEvent* event = stream ? stream->next() : nullptr) {
    if (const auto* window = event->get_if<event::Window>()) defined.base = window->base;
    if (event->get_if<event::Stack>() != nullptr) ++defined.stacks;
  }
  return defined;
}

int read_trace(const std::string& program, const char* path, ByPlace& seen, std::uint64_t& stacks) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(path, problem);
  if (!directory) return std::cout << "FAIL: no trace at " << path << "\n", 1;
  read::Definitions& definitions = directory->definitions(0);
  definitions.poll();
  symbolize::AddressBook book;
  for (const event::Module& module : definitions.modules()) book.define(ProcessId(0), module);
  const Defined defined = read_definitions(path);
  stacks = defined.stacks;
  const auto base = defined.base;
  if (!base) return std::cout << "FAIL: the program tracked nothing\n", 1;
  int failures = 0;
  const auto note = [&](const event::Access& access, std::uint64_t records) {
    if (const event::Stack* stack = definitions.stack(access.stack)) book.define(ProcessId(0), *stack);
    std::vector<SourceLocation> statement = book.statement(ProcessId(0), access.pc, StackId(access.stack));
    // In a library without line numbers: the line of the call into it.
    while (!statement.empty() && statement.front().file.empty()) statement.erase(statement.begin());
    const SourceLocation place = statement.empty() ? SourceLocation{} : statement.front();
    if (place.file.substr(place.file.rfind('/') + 1) != program.substr(program.rfind('/') + 1)) {
      std::cout << "FAIL: a " << kind_of(access) << " in " << place.file << ":" << place.line << "\n";
      ++failures;
      return;
    }
    Seen& here = seen[{place.line, kind_of(access)}];
    here.records += records;
    if (statement.size() > 1) here.from.insert(statement[1].line);
    for (std::uint64_t row = 0; row < std::max<std::uint64_t>(access.rows, 1); ++row) {
      for (std::uint64_t i = 0; i < access.count; ++i) {
        const std::uint64_t first = access.address + row * static_cast<std::uint64_t>(access.row_stride) +
                                    i * static_cast<std::uint64_t>(access.stride) - *base;
        for (std::uint64_t byte = first; byte < first + access.size; ++byte) here.bytes.insert(byte);
      }
    }
  };
  for (const std::uint64_t thread : directory->threads(0)) {
    auto stream = directory->events(0, thread, problem);
    while (const read::RecordedEvent* event = stream ? stream->next() : nullptr) {
      if (const auto* access = event->get_if<event::Access>()) note(*access, 1);
      if (const auto* touched = event->get_if<event::TouchedElements>()) {
        event::Access access;
        read::TouchedRuns runs(*touched);
        for (std::uint64_t records = 1; runs.next(access); records = 0) note(access, records);
      }
    }
  }
  return failures;
}

std::string describe(const Seen& seen) {
  std::ostringstream text;
  text << *seen.bytes.begin() << " " << *seen.bytes.rbegin() + 1 << " " << seen.bytes.size();
  for (const int line : seen.from) text << " from " << line;
  text << " records " << seen.records;
  return text.str();
}

int compare(const std::string& program, ByPlace& seen, std::uint64_t stacks, bool count_records) {
  int failures = 0;
  std::ifstream source(program);
  std::string text;
  const std::regex mark(
      "(atomic load|atomic store|atomic update|load|store) (\\d+) (\\d+) (\\d+)(?: from (\\d+))?(?: records (\\d+))?");
  for (int line = 1; std::getline(source, text); ++line) {
    constexpr std::string_view kStacks = "// stacks: ";
    if (text.starts_with(kStacks) && stacks > std::strtoull(text.c_str() + kStacks.size(), nullptr, 10)) {
      std::cout << "FAIL: line " << line << ": " << stacks << " stacks\n";
      ++failures;
    }
    const std::size_t at = text.find("expect: ");
    if (at == std::string::npos) continue;
    for (std::sregex_iterator it(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), mark), end; it != end;
         ++it) {
      const auto number = [&](std::size_t group) { return std::strtoull((*it)[group].str().c_str(), nullptr, 10); };
      const auto found = seen.find({line, (*it)[1]});
      const auto fail = [&](const std::string& what) {
        std::cout << "FAIL: line " << line << ": wanted " << it->str() << ": " << what << "\n";
        ++failures;
      };
      if (found == seen.end()) {
        fail("nothing recorded");
        continue;
      }
      const Seen& here = found->second;
      if (*here.bytes.begin() != number(2) || *here.bytes.rbegin() + 1 != number(3) || here.bytes.size() != number(4) ||
          ((*it)[5].matched && !here.from.contains(static_cast<int>(number(5)))) ||
          (count_records && (*it)[6].matched && here.records > number(6))) {
        fail("got " + describe(here));
      }
      seen.erase(found);
    }
  }
  for (const auto& [place, here] : seen) {
    std::cout << "FAIL: line " << place.first << ": not wanted: " << place.second << " " << describe(here) << "\n";
    ++failures;
  }
  return failures;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string level = argv[3];
  ByPlace seen;
  std::uint64_t stacks = 0;
  int failures = read_trace(argv[1], argv[2], seen, stacks);
  failures += compare(argv[1], seen, stacks, level == "-O0" || level == "-O1");
  if (failures == 0) std::cout << "ok\n";
  return failures == 0 ? 0 : 1;
}
