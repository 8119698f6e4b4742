#include "read/dump.h"

#include <iterator>
#include <ostream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "read/job_folders.h"
#include "read/trace_directory.h"
#include "record/fields.h"
#include "record/vocabulary.h"

namespace fencepost::read {

namespace {

// Writes bytes that a terminal would obey as \xNN, and a backslash before each of `special`.
void append_escaped(fmt::memory_buffer& line, std::string_view text, std::string_view special) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    const auto byte = static_cast<unsigned char>(character);
    // U+0080 to U+009F
    const bool begins_control =
        byte == 0xc2 && i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xe0U) == 0x80;
    if (special.find(character) != std::string_view::npos) {
      line.push_back('\\');
      line.push_back(character);
    } else if (character == '\n') {
      line.append(std::string_view("\\n"));
    } else if (byte < 0x20 || byte == 0x7f || begins_control) {
      fmt::format_to(std::back_inserter(line), "\\x{:02x}", byte);
    } else {
      line.push_back(character);
    }
  }
}

void append_quoted(fmt::memory_buffer& line, std::string_view text) {
  line.push_back('"');
  append_escaped(line, text, "\"\\");
  line.push_back('"');
}

std::string plain(std::string_view text) {
  fmt::memory_buffer line;
  append_escaped(line, text, "");
  return fmt::to_string(line);
}

// Appends " name=value" for each field.
struct FieldPrinter {
  fmt::memory_buffer& line;
  EventKind kind;

  auto out() { return std::back_inserter(line); }
  bool is_code(std::string_view name) const {
    return name == "frames" || name == "pc" || name == "begin" || name == "end";
  }

  void operator()(tag::U, std::string_view name, std::uint64_t value) {
    if (name == "call") {
      const auto known =
          value < static_cast<std::uint64_t>(MpiCall::kCount) ? name_of(static_cast<MpiCall>(value)) : "";
      if (!known.empty()) {
        fmt::format_to(out(), " call={}", known);
        return;
      }
    }
    if (name == "op" && value <= static_cast<std::uint64_t>(ReduceOp::kUserDefined)) {
      fmt::format_to(out(), " op={}",
                     static_cast<ReduceOp>(value) == ReduceOp::kUserDefined ? "user-defined"
                                                                            : name_of(static_cast<ReduceOp>(value)));
      return;
    }
    if (is_code(name) || (kind == EventKind::kModule && name == "bias")) {
      fmt::format_to(out(), " {}={:#x}", name, value);
    } else {
      fmt::format_to(out(), " {}={}", name, value);
    }
  }
  void operator()(tag::I, std::string_view name, std::int64_t value) { fmt::format_to(out(), " {}={}", name, value); }
  void operator()(tag::ADDRESS, std::string_view name, std::uint64_t value) {
    fmt::format_to(out(), " {}={:#x}", name, value);
  }
  void print(const Buffer& buffer) {
    fmt::format_to(out(), "{{{:#x} count={} datatype={}}}", buffer.address, buffer.count, buffer.datatype);
  }
  void operator()(tag::BUFFER, std::string_view name, const Buffer& buffer) {
    fmt::format_to(out(), " {}=", name);
    print(buffer);
  }
  void operator()(tag::TEXT, std::string_view name, std::string_view text) {
    fmt::format_to(out(), " {}=", name);
    if (kind == EventKind::kTouchedElements) {
      for (const char byte : text) fmt::format_to(out(), "{:02x}", static_cast<unsigned char>(byte));
      return;
    }
    append_quoted(line, text);
  }
  template <class List, class PrintOne>
  void print_list(std::string_view name, const List& list, PrintOne&& print_one) {
    fmt::format_to(out(), " {}=[", name);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) line.push_back(' ');
      print_one(list[i]);
    }
    line.push_back(']');
  }
  void operator()(tag::LIST_U, std::string_view name, field::LIST_U list) {
    const bool code = is_code(name);
    print_list(name, list, [&](std::uint64_t value) {
      if (code) {
        fmt::format_to(out(), "{:#x}", value);
      } else {
        fmt::format_to(out(), "{}", value);
      }
    });
  }
  void operator()(tag::LIST_I, std::string_view name, field::LIST_I list) {
    print_list(name, list, [&](std::int64_t value) { fmt::format_to(out(), "{}", value); });
  }
  void operator()(tag::LIST_BUFFER, std::string_view name, field::LIST_BUFFER list) {
    print_list(name, list, [&](const Buffer& buffer) { print(buffer); });
  }
};

void dump_stream(EventStream& stream, std::ostream& out, const DumpOptions& options, double ticks_per_second) {
  fmt::memory_buffer line;
  while (const RecordedEvent* const recorded = stream.next()) {
    line.clear();
    line.append(std::string_view("  "));
    if (options.times) {
      const double seconds =
          static_cast<double>(static_cast<std::int64_t>(recorded->ticks() - stream.header().start_ticks)) /
          ticks_per_second;
      fmt::format_to(std::back_inserter(line), "{:+.9f} ", seconds);
    }
    const bool known = visit(*recorded, [&](const auto& event) {
      line.append(name_of(recorded->kind()));
      for_each_field(event, FieldPrinter{line, recorded->kind()});
    });
    if (!known) fmt::format_to(std::back_inserter(line), "(unknown kind {})", static_cast<int>(recorded->kind()));
    line.push_back('\n');
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
  }
  if (!stream.header().closed) out << "  (not closed)\n";
}

}  // namespace

namespace {

bool dump_job(const std::filesystem::path& path, std::ostream& out, const DumpOptions& options) {
  Problem problem;
  auto directory = TraceDirectory::open(path, problem);
  if (!directory) {
    out << plain(problem.sentence) << '\n';
    return false;
  }
  for (const Problem& known : directory->problems()) out << "problem: " << plain(known.sentence) << '\n';
  for (const std::uint64_t rank : directory->ranks()) {
    const auto* const process = directory->definitions(rank).process();
    const double ticks_per_second =
        process != nullptr && process->ticks_per_second > 0 ? static_cast<double>(process->ticks_per_second) : 1e9;
    out << "rank " << rank << ", definitions\n";
    if (auto stream = EventStream::open(path / fmt::format("rank-{}", rank) / "definitions.fpt", problem)) {
      dump_stream(*stream, out, options, ticks_per_second);
    }
    for (const std::uint64_t thread : directory->threads(rank)) {
      out << "rank " << rank << ", thread " << thread << '\n';
      if (auto stream = directory->events(rank, thread, problem)) {
        dump_stream(*stream, out, options, ticks_per_second);
      } else {
        out << "  problem: " << plain(problem.sentence) << '\n';
      }
    }
    for (const std::uint64_t thread : directory->missing_threads(rank)) {
      directory->events(rank, thread, problem);
      out << "rank " << rank << ", thread " << thread << "\n  problem: " << plain(problem.sentence) << '\n';
    }
  }
  return true;
}

}  // namespace

bool dump(const std::filesystem::path& path, std::ostream& out, const DumpOptions& options) {
  const std::vector<std::filesystem::path> folders = job_folders(path);
  if (folders.empty()) return dump_job(path, out, options);
  bool all = true;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    if (folders.size() > 1) out << "job " << i + 1 << ", " << plain(folders[i].string()) << '\n';
    all = dump_job(folders[i], out, options) && all;
  }
  return all;
}

}  // namespace fencepost::read
