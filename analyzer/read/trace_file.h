// One trace file: its header, and its blocks one after another. Tolerates a file that is cut off, damaged, or still
// being written. Keeps no descriptor: a big job has more traces than a process may have open files. It notices when
// another file replaces the one that was opened, and then reads no more.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "read/problem.h"
#include "read/spare_files.h"
#include "record/format.h"

namespace fencepost::read {

// Field types of a kind according to a file's schema: one letter each ("U", "I", "A", "B", "T", and "u", "i", "b" for
// lists).
using FieldTypes = std::string;

// For each kind, the types of the fields that the file has and this version does not know (for an unknown kind: of all
// its fields).
using UnknownFields = std::array<FieldTypes, 256>;

struct TraceHeader {
  format::TraceKind kind{};
  std::uint64_t rank = 0;
  std::uint64_t thread = 0;
  std::uint64_t job = 0;
  std::uint64_t start_ticks = 0;
  bool closed = false;                                  // its writer has ended normally
  std::uint64_t blocks = 0;                             // if so: their size in units of format::kBlockSize
  std::shared_ptr<const UnknownFields> unknown_fields;  // null: none
};

// The payload of a block as far as it could be read, and room for the lists that are decoded from it.
class Block {
 public:
  // `capacity`: the size to which the payload may still grow; it never moves.
  explicit Block(std::size_t capacity) : capacity_(capacity), payload_(new std::uint8_t[capacity]) {}
  std::uint8_t* payload() { return payload_.get(); }
  std::size_t capacity() const { return capacity_; }
  // Uninitialized memory that lives as long as the block, aligned to 8.
  void* allocate(std::size_t bytes);
  // Frees everything that was allocated, to use the block for other content.
  void clear() { used_chunks_ = 0, left_ = 0; }

 private:
  struct Chunk {
    std::unique_ptr<std::uint8_t[]> memory;
    std::size_t size = 0;
  };
  std::size_t capacity_;
  std::unique_ptr<std::uint8_t[]> payload_;
  std::vector<Chunk> chunks_;
  std::size_t used_chunks_ = 0;
  std::uint8_t* at_ = nullptr;
  std::size_t left_ = 0;
};

class TraceFile {
 public:
  // Reads the header of the file at `path`. Nothing, with `problem` filled in: it cannot be read as a trace.
  static std::optional<TraceFile> open(const std::filesystem::path& path, Problem& problem);

  const TraceHeader& header() const { return header_; }
  const std::filesystem::path& path() const { return path_; }
  std::string name() const;  // "rank-3/thread-0.fpt"

  // What read_on() did.
  enum class Step : std::uint8_t {
    kNothing,    // no more for now
    kMore,       // `available` has grown
    kNextBlock,  // another block begins
    kDamage,     // the next part was skipped (or, if it was already read, cannot be trusted): see `damage`
  };
  // Reads more of the current block, or goes to the next one. The caller must have used everything of the current one.
  Step read_on();

  // The next block to read is this one; it must have been the current block before.
  void go_to(std::uint64_t index) { next_index_ = index, complete_ = true; }
  std::uint64_t index() const { return index_; }  // of the current block

  // The current block; null before the first, and after the end of a closed file. kNextBlock replaces it; a caller that
  // shares it keeps its memory.
  const std::shared_ptr<Block>& block() const { return block_; }
  std::size_t available() const { return available_; }       // bytes of its payload that exist
  std::uint64_t events_in_block() const { return events_; }  // if it is sealed, otherwise 0
  // After kDamage.
  const Problem& damage() const { return damage_; }
  std::uint64_t damaged_events() const { return damaged_events_; }  // 0: unknown how many

  // Looks whether the writer has closed the file by now.
  void refresh_header();

  // While the writer is at work, blocks come one after another: if one does not exist yet, later ones are not searched.
  void set_growing(bool growing) { growing_ = growing; }
  // From now on the space of each block is freed when the next one begins. Nobody can read the file again.
  void free_what_is_read(std::shared_ptr<SpareFiles> spares) { spares_ = std::move(spares); }
  // If so, frees the rest of a closed file that was read to its end; once.
  void free_all();
  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  struct Access;  // an open file
  TraceFile() = default;
  Step read_more_of_block(Access& file);
  Step go_to_next_block(Access& file);
  Step begin_block(Access& file, std::uint64_t index, const format::BlockHeader& header);
  void free_until(Access& file, std::uint64_t index) const;
  Step damaged(ProblemKind kind, std::uint64_t events, const std::string& what);
  std::optional<std::uint64_t> find_block_from(Access& file, std::uint64_t index) const;

  std::filesystem::path path_;
  TraceHeader header_;
  bool growing_ = false;
  std::shared_ptr<SpareFiles> spares_;  // null: nothing is freed
  std::shared_ptr<Block> block_;
  std::uint64_t index_ = 0;       // of the current block
  std::uint64_t next_index_ = 0;  // of the one after it
  std::size_t available_ = 0;
  std::uint64_t events_ = 0;
  bool complete_ = true;  // the current block was sealed and has been read
  Problem damage_;
  std::uint64_t damaged_events_ = 0;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace fencepost::read
