// The events of one trace file in the order they were written.
//
// Damage does not end the stream: a Lost event replaces what cannot be read, and problems() has a sentence about it. If
// a trace is still being written, next() returns null, and poll() looks again. One thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "read/event_decoder.h"
#include "read/problem.h"
#include "read/recorded_event.h"
#include "read/trace_file.h"

namespace fencepost::read {

class EventStream {
 public:
  // Nothing, with `problem` filled in: the file cannot be read as a trace.
  static std::optional<EventStream> open(const std::filesystem::path& path, Problem& problem);

  const TraceHeader& header() const { return file_.header(); }

  // The next event; null: none for now. The pointer is valid until the next call. Text and lists in the event are valid
  // while the stream is in the same block, i.e. at least until the next call, and longer if the caller keeps pin().
  const RecordedEvent* next();

  // The place of the event that next() returned last; and continuing with the event at such a place of a complete file.
  // False: the event is no longer there.
  struct Place {
    std::uint64_t block = 0;
    EventDecoder::Position position;
  };
  Place place() const { return {file_.index(), before_}; }
  bool go_to(const Place& place);

  // Looks whether the writer has written more since next() returned null. True: next() has something.
  bool poll();

  // The writer ended normally, and everything has been read.
  bool is_finished() const { return at_end_ && file_.header().closed; }

  // See TraceFile.
  void set_growing(bool growing) { file_.set_growing(growing); }
  void free_what_is_read(std::shared_ptr<SpareFiles> spares) { file_.free_what_is_read(std::move(spares)); }

  // While this is kept, the text and lists of the event that next() returned last, and of all others of its block, stay
  // valid. The memory of a block is some 64 to 600 KiB.
  std::shared_ptr<const void> pin() const { return file_.block(); }

  // All problems so far.
  const std::vector<Problem>& problems() const { return problems_; }

  struct Counts {
    std::uint64_t events = 0;       // read, without the Lost events for damage
    std::uint64_t lost_events = 0;  // known to be lost to damage
    std::uint64_t damaged_blocks = 0;
    std::uint64_t bytes = 0;
  };
  Counts counts() const;
  std::uint64_t bytes_read() const { return file_.bytes_read(); }

 private:
  explicit EventStream(TraceFile file) : file_(std::move(file)) {}
  bool load();
  void lose(ProblemKind kind, std::uint64_t events, const std::string& sentence);

  TraceFile file_;
  RecordedEvent event_;
  EventDecoder::Position position_, before_;  // now, and before the last event
  std::uint64_t events_of_block_ = 0;         // read so far
  bool block_broken_ = false;                 // the rest of the block cannot be decoded
  bool at_end_ = false;
  bool lost_pending_ = false;  // a Lost event must be returned
  std::uint64_t pending_events_ = 0;
  std::deque<std::string> reasons_;  // texts of Lost events; they stay valid
  std::vector<Problem> problems_;
  Counts counts_;
};

}  // namespace fencepost::read
