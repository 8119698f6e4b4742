#include "command/analysis.h"

#include <algorithm>
#include <ctime>
#include <string_view>

#include <fmt/format.h>

#include "check/analysis.h"
#include "checks/check.h"
#include "command/progress.h"
#include "command/trace_source.h"
#include "command/unseen_code.h"
#include "reports/text.h"
#include "symbolize/address_book.h"
#include "symbolize/job_symbolizer.h"

namespace fencepost::command {
namespace {

std::string iso_time(std::uint64_t unix_nanoseconds) {
  if (unix_nanoseconds == 0) return "";
  auto seconds = static_cast<std::time_t>(unix_nanoseconds / 1'000'000'000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

ProgramInfo program_of(read::TraceDirectory& directory) {
  ProgramInfo program;
  program.ranks = static_cast<int>(directory.size());
  for (std::uint64_t rank : directory.ranks()) {
    const event::Process* process = directory.definitions(rank).process();
    if (process == nullptr) continue;
    program.command = process->command;
    program.directory = process->directory;
    program.mpi_library = process->mpi_library;
    program.schedule = process->schedule;
    program.rma = process->native_rma != 0 ? "native" : "fencepost";
    program.started = iso_time(process->start_unix_nanoseconds);
    break;
  }
  return program;
}

std::uint64_t size_of(const std::filesystem::path& directory) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory, error)) {
    if (entry.is_regular_file(error)) bytes += entry.file_size(error);
  }
  return bytes;
}

void add_once(std::vector<std::string>& sentences, std::string_view sentence) {
  if (std::ranges::find(sentences, sentence) == sentences.end()) sentences.emplace_back(sentence);
}

}  // namespace

Analysis analyze(const std::filesystem::path& path, const RuleOptions& options) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(path, problem);
  if (!directory) return {.findings = std::nullopt, .problem = problem.sentence, .unfinished = false};

  Counts counts;
  symbolize::AddressBook addresses;
  DirectorySource source(*directory, addresses, counts);
  Progress progress([&] { return fmt::format("fencepost: checking, {} events", reports::grouped(counts.events)); });

  Findings findings;
  findings.program = program_of(*directory);
  symbolize::JobSymbolizer symbolizer(addresses);
  Checks checks(symbolizer, options);
  Observer* const observers[] = {&checks};
  check::AnalysisOptions engine;
  engine.separate_model = options.memory_model == ModelChoice::kSeparate;
  check::Analyzer analyzer(source, engine, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  findings.findings = checks.findings();
  for (const std::string& sentence : analyzer.end().blind_spots) add_once(findings.blind_spots, sentence);

  for (std::uint64_t rank : directory->ranks()) {
    for (std::string_view sentence : directory->definitions(rank).blind_spots())
      add_once(findings.blind_spots, sentence);
    if (std::string sentence = unseen_code(directory->definitions(rank)); !sentence.empty())
      add_once(findings.blind_spots, sentence);
  }
  for (const std::string& sentence : source.blind_spots()) add_once(findings.blind_spots, sentence);
  const std::vector<std::string> endings = source.endings();
  for (const std::string& sentence : endings) add_once(findings.blind_spots, sentence);
  for (const std::string& sentence : addresses.problems()) add_once(findings.blind_spots, sentence);
  findings.statistics = {.events = counts.events,
                         .operations = counts.operations,
                         .memory_accesses = counts.memory_accesses,
                         .trace_bytes = size_of(path)};
  return {.findings = std::move(findings), .problem = "", .unfinished = !endings.empty()};
}

}  // namespace fencepost::command
