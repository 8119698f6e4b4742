#include "support/sample_findings.h"

#include <utility>

#include "model/source_lines.h"

namespace fencepost::test {
namespace {

std::string source() {
  return sample_source_directory() + "/halo.c";
}

SourceLocation at(int line, int column, std::string function) {
  return {.file = source(),
          .line = line,
          .column = column,
          .function = std::move(function),
          .module = "/home/ada/halo/halo",
          .address = 0x401000u + static_cast<std::uint64_t>(line) * 16};
}

TimelineEvent event(int rank, std::uint64_t order, std::string label, SourceLocation location, int access = -1) {
  return {.rank = rank,
          .thread = 0,
          .order = order,
          .label = std::move(label),
          .location = std::move(location),
          .access = access};
}

Finding race() {
  Finding finding;
  finding.rule = "FP-RACE-001";
  finding.family = Family::kRace;
  finding.severity = Severity::kUndefined;
  finding.title = "A put and a load access the same window memory, unordered";
  finding.message =
      "Rank 1 loads 4,096 bytes of its window while MPI_Put of rank 0 may still be writing them: the put is complete "
      "at the "
      "target only at MPI_Win_unlock_all (halo.c:21), which comes after the barrier.";
  finding.section = "MPI-4.1, 12.7";
  finding.suggestion =
      "Complete the put at the target before the barrier: call MPI_Win_flush_all(win) instead of "
      "MPI_Win_flush_local_all(win) "
      "at halo.c:19.";
  Fix fix;
  fix.kind = FixKind::kReplaceCall;
  fix.tried = true;
  fix.text = "Call MPI_Win_flush_all(grid->win) instead of MPI_Win_flush_local_all(grid->win) at halo.c:19.";
  fix.patch = {{.file = source(),
                .checksum = SourceLines().checksum(source()),
                .line = 19,
                .removed = {"  MPI_Win_flush_local_all(grid->win);"},
                .added = {"  MPI_Win_flush_all(grid->win);"}}};
  finding.fixes = {fix};
  finding.why = {"The last synchronization that both ranks have seen before the accesses is MPI_Barrier at halo.c:20.",
                 "MPI_Win_flush_local_all at halo.c:19 completes the put at the origin only.",
                 "MPI_Win_unlock_all at halo.c:21 completes it at the target; nothing orders that before the load."};
  finding.count = 396;
  finding.ranks = {0, 1, 2, 3};
  finding.fingerprint = "b6f1c2f1a07d4e55";
  Epoch epoch;
  epoch.kind = EpochType::kLockAll;
  epoch.window = "grid (MPI_Win_allocate at halo.c:40)";
  epoch.opened = at(14, 3, "exchange");
  epoch.opened_call = "MPI_Win_lock_all";
  epoch.closed = at(21, 3, "exchange");
  epoch.closed_call = "MPI_Win_unlock_all";
  epoch.origin_completion = "complete at the origin by MPI_Win_flush_local_all at halo.c:19";
  epoch.target_completion = "complete at the target by MPI_Win_unlock_all at halo.c:21";
  epoch.completion = epoch.origin_completion + "; " + epoch.target_completion;
  epoch.complete_at_origin = epoch.complete_at_target = true;
  Access put;
  put.rank = 0;
  put.role = Role::kTarget;
  put.kind = AccessVerb::kPut;
  put.call = "MPI_Put";
  put.location = at(18, 3, "exchange");
  put.stack = {put.location, at(42, 5, "main")};
  put.window = "grid (MPI_Win_allocate at halo.c:40)";
  put.target = Rank(1);
  put.first_byte = 0;
  put.end_byte = 4096;
  put.bytes_part = Rank(1);
  put.bytes_of = "window memory of rank 1, cells[1..511]";
  put.description = "512 MPI_DOUBLE at displacement 0 (unit 8)";
  put.epoch = epoch;
  put.locks = {"shared lock of all ranks on window grid"};
  Access load;
  load.rank = 1;
  load.role = Role::kLocal;
  load.kind = AccessVerb::kLoad;
  load.location = at(29, 56, "relax");
  load.stack = {load.location, at(43, 5, "main")};
  load.window = put.window;
  load.first_byte = 8;
  load.end_byte = 4088;
  load.bytes_part = Rank(1);
  load.bytes_of = "window memory of rank 1, cells[1..511]";
  load.variable = VariableAround{.name = "cells", .first = -64, .end = 65'536};
  load.description = "510 loads of 8 bytes";
  finding.accesses = {put, load};
  finding.timeline.events = {event(0, 1, "MPI_Barrier", at(20, 3, "exchange")),
                             event(1, 1, "MPI_Barrier", at(20, 3, "exchange")),
                             event(0, 2, "MPI_Win_lock_all", at(14, 3, "exchange")),
                             event(1, 2, "MPI_Win_lock_all", at(14, 3, "exchange")),
                             event(0, 3, "MPI_Put → 1", at(18, 3, "exchange"), 0),
                             event(0, 4, "MPI_Win_flush_local_all", at(19, 3, "exchange")),
                             event(0, 5, "MPI_Barrier", at(20, 3, "exchange")),
                             event(1, 5, "MPI_Barrier", at(20, 3, "exchange")),
                             event(0, 7, "MPI_Win_unlock_all", at(21, 3, "exchange"), 0),
                             event(1, 6, "MPI_Win_unlock_all", at(21, 3, "exchange")),
                             event(1, 8, "load", at(29, 56, "relax"), 1),
                             event(1, 9, "MPI_Win_lock_all", at(14, 3, "exchange")),
                             event(0, 9, "MPI_Win_lock_all", at(14, 3, "exchange"))};
  finding.timeline.edges = {{0, 1, "MPI_Barrier"}, {6, 7, "MPI_Barrier"}};
  return finding;
}

Finding epoch_error() {
  Finding finding;
  finding.rule = "FP-EPOCH-001";
  finding.family = Family::kEpoch;
  finding.severity = Severity::kError;
  finding.title = "RMA operation outside an epoch";
  finding.message = "Rank 2 calls MPI_Put on window grid to rank 3, but no access epoch of that window is open.";
  finding.section = "MPI-4.1, 12.5";
  finding.suggestion =
      "Open an epoch before it, for instance MPI_Win_lock_all before halo.c:17, and close it after it.";
  finding.why = {
      "The epoch before it, opened by MPI_Win_lock_all at halo.c:14, was closed by MPI_Win_unlock_all at halo.c:21."};
  finding.ranks = {2};
  finding.fingerprint = "0c1d2e3f40516273";
  Access put;
  put.rank = 2;
  put.role = Role::kCall;
  put.kind = AccessVerb::kPut;
  put.call = "MPI_Put";
  put.location = at(17, 3, "exchange");
  put.stack = {put.location, at(42, 5, "main")};
  put.window = "grid (MPI_Win_allocate at halo.c:40)";
  put.target = Rank(3);
  put.first_byte = 528384;
  put.end_byte = 532480;
  put.bytes_part = Rank(3);
  put.bytes_of = "window memory of rank 3";
  put.description = "512 MPI_DOUBLE at displacement 66048 (unit 8)";
  finding.accesses = {put};
  return finding;
}

Finding hang() {
  Finding finding;
  finding.rule = "FP-MATCH-004";
  finding.family = Family::kMatch;
  finding.severity = Severity::kError;
  finding.title = "The job hangs: ranks wait for each other";
  finding.message = "Ranks 0, 1 and 2 wait for each other and none can continue.";
  finding.section = "MPI-4.1, 12.5.2";
  finding.suggestion = "Call MPI_Win_post on rank 1 before its MPI_Win_start.";
  finding.why = {"Rank 0 waits in MPI_Win_complete for MPI_Win_post of rank 1.",
                 "Rank 1 waits in MPI_Barrier for rank 2.",
                 "Rank 2 waits in MPI_Win_wait for MPI_Win_complete of rank 0."};
  finding.ranks = {0, 1, 2};
  finding.fingerprint = "77aa77aa77aa77aa";
  const std::pair<const char*, int> calls[] = {{"MPI_Win_complete", 19}, {"MPI_Barrier", 20}, {"MPI_Win_wait", 21}};
  for (int rank = 0; rank < 3; ++rank) {
    Access access;
    access.rank = rank;
    access.role = Role::kCall;
    access.kind = AccessVerb::kCall;
    access.call = calls[rank].first;
    access.location = at(calls[rank].second, 3, "exchange");
    access.stack = {access.location, at(42, 5, "main")};
    finding.timeline.events.push_back(event(rank, 5, calls[rank].first, access.location, rank));
    finding.accesses.push_back(std::move(access));
  }
  return finding;
}

Finding note() {
  Finding finding;
  finding.rule = "FP-RACE-009";
  finding.family = Family::kRace;
  finding.severity = Severity::kNote;
  finding.title = "Ordered only by this run's lock order";
  finding.message = "Two exclusive locks of rank 0 came in this order by chance.";
  finding.section = "MPI-4.1, 12.5.3";
  finding.count = 3;
  finding.ranks = {1, 3};
  finding.fingerprint = "1111222233334444";
  Access access;
  access.rank = 3;
  access.role = Role::kTarget;
  access.kind = AccessVerb::kAccumulate;
  access.call = "MPI_Accumulate";
  access.location = {.file = "/nowhere/missing.f90",
                     .line = 12,
                     .function = "queue::push",
                     .module = "/nowhere/missing",
                     .called = "_send"};
  access.target = Rank(0);
  finding.accesses = {access};
  return finding;
}

}  // namespace

std::string sample_source_directory() {
  return FENCEPOST_SAMPLE_SOURCES;
}

namespace {

// Ten rounds of an exchange under lock_all, each after a barrier.
RunOverview overview() {
  RunOverview run;
  run.slot = 1'000'000;
  run.nanoseconds = 400'000'000;
  run.operations = 800;
  run.names = {"put", "MPI_Barrier"};
  for (int rank = 0; rank < 4; ++rank) {
    OverviewLane lane{.first = rank, .last = rank};
    for (std::uint64_t slot = 0; slot < 400; ++slot) {
      lane.operations.push_back(slot % 40 < 20 ? 1 : 0);
      lane.epochs.push_back(slot % 40 < 30 ? std::uint64_t{1} << static_cast<unsigned>(EpochBar::kLockAll) : 0);
    }
    run.lanes.push_back(lane);
    for (std::uint64_t round = 0; round < 10; ++round) {
      run.bars.lane.push_back(static_cast<std::uint64_t>(rank));
      run.bars.kind.push_back(static_cast<std::uint64_t>(EpochBar::kLockAll));
      run.bars.window.push_back(0);
      run.bars.begin.push_back(round * 40'000'000);
      run.bars.end.push_back(round * 40'000'000 + 30'000'000);
    }
  }
  for (std::uint64_t round = 0; round < 10; ++round) {
    run.lines.time.push_back(round * 40'000'000 + 35'000'000);
    run.lines.name.push_back(1);
    run.lines.group.push_back(round % 2);
  }
  run.groups = {{0, 3}, {0, 0, 2, 2}};
  WindowOverview window;
  window.name = "grid (MPI_Win_allocate at halo.c:40)";
  window.memory = "allocated as grid->cells";
  window.flavor = "allocate";
  window.model = "unified";
  window.ranks = 4;
  window.smallest = window.largest = 65'536;
  window.total = 4 * window.largest;
  window.displacement_unit = 8;
  window.created = 2'000'000;
  window.freed = 398'000'000;
  window.lock_alls = 40;
  window.flushes = 80;
  window.operations = 800;
  window.bytes = 800 * 4096;
  window.traffic = {.origin = {0, 1, 1, 2, 2, 3},
                    .target = {1, 0, 2, 1, 3, 2},
                    .operations = {100, 150, 150, 150, 150, 100},
                    .bytes = {409'600, 614'400, 614'400, 614'400, 614'400, 409'600}};
  window.cells = 256;
  window.who = {{}, {}, {1, 3}, {0}, {1}, {2}, {3}};
  for (int rank = 0; rank < 4; ++rank) {
    OverviewBytes part{.rank = rank, .size = window.largest};
    part.written.assign(16, 200);
    part.written_by.assign(16, 2);
    part.local.assign(256, 10);
    part.local_by.assign(256, static_cast<std::uint64_t>(3 + rank));
    window.parts.push_back(part);
  }
  run.windows = {window};
  return run;
}

}  // namespace

Findings sample_findings() {
  Findings findings;
  findings.status = RunStatus::kFindings;
  findings.program = {.command = "./halo 128",
                      .directory = sample_source_directory(),
                      .mpi_library = "MPICH Version: 4.0.2",
                      .ranks = 4,
                      .schedule = "eager",
                      .rma = "fencepost",
                      .exit_status = 0,
                      .started = "2025-03-04T09:15:00Z",
                      .milliseconds = 400};
  findings.blind_spots = {"Loads and stores of libsolver.so are not recorded: it was not compiled with fencepost-cc."};
  findings.findings = {epoch_error(), hang(), race(), note()};
  for (std::size_t i = 0; i < findings.findings.size(); ++i)
    for (std::size_t k = 0; k < findings.findings[i].accesses.size(); ++k)
      findings.findings[i].accesses[k].time = (40 * i + 3 * k + 10) * 1'000'000;
  findings.overviews = {overview()};
  findings.statistics = {.events = 12'840, .operations = 800, .memory_accesses = 26'112'000, .trace_bytes = 1'310'720};
  return findings;
}

reports::RuleTexts sample_rule_texts() {
  return [](std::string_view rule) -> std::optional<reports::RuleText> {
    if (rule != "FP-RACE-001") return std::nullopt;
    return reports::RuleText{
        .title = "Unordered operations on the same memory",
        .page = R"(Two processes access the same bytes of a window, at least one of them writes, and nothing
makes one operation complete before the other one starts.

## Why

A put has no effect that others can rely on before `MPI_Win_flush`, `MPI_Win_unlock` or the closing fence:

- a barrier orders processes, not operations;
- `MPI_Win_flush_local` frees the origin buffer, no more.

## Wrong

```c
if (rank == 0) MPI_Put(&a, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
MPI_Barrier(comm);  // the put may still be on its way
```

## Right

```c
MPI_Win_flush(2, win);  /* complete at the target, */
MPI_Barrier(comm);      // then tell the others
```
)"};
  };
}

Findings findings_full_of(const std::string& text) {
  SourceLocation place{
      .file = text, .line = 1, .column = 1, .function = text, .module = text, .address = 1, .called = text};
  Findings findings;
  findings.status = RunStatus::kFindings;
  findings.program = {.command = text,
                      .directory = text,
                      .mpi_library = text,
                      .ranks = 2,
                      .schedule = text,
                      .rma = text,
                      .exit_status = std::nullopt,
                      .started = text};
  findings.blind_spots = {text, text};
  Finding finding;
  finding.rule = finding.title = finding.message = finding.section = finding.suggestion = finding.fingerprint = text;
  finding.fixes = {{.text = text, .patch = {{.file = text, .line = 1, .removed = {text}, .added = {text, text}}}}};
  finding.why = {text, text};
  finding.ranks = {0, 1};
  Epoch epoch;
  epoch.window = epoch.opened_call = epoch.closed_call = text;
  epoch.origin_completion = epoch.target_completion = epoch.completion = text;
  epoch.opened = epoch.closed = place;
  Access access;
  access.rank = 0;
  access.call = access.window = access.bytes_of = access.description = text;
  access.location = place;
  access.stack = {place, place};
  access.epoch = epoch;
  access.locks = {text};
  access.end_byte = 8;
  finding.accesses = {access, access};
  finding.timeline.events = {event(0, 1, text, place, 0), event(1, 2, text, place, 1)};
  finding.timeline.edges = {{0, 1, text}};
  findings.findings = {finding};
  return findings;
}

}  // namespace fencepost::test
