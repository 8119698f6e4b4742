// The trace on disk. Written by writer.cpp, read by analyzer/read; both include this and neither repeats it.
//
// A run gives one directory. Each process has a folder `rank-N` in it with
//   definitions.fpt    one trace of definitions (events 1–31), written by all its threads under a lock
//   thread-T.fpt       one trace per thread, written by that thread alone, without locks
//
// A trace file is a FileHeader (one page) followed by blocks of kBlockSize bytes. A block is a BlockHeader and then
// events, back to back; no event crosses a block's end. The file is mapped shared and written in place, so what was
// committed survives the death of the process.
//
// An event is: kind (1 byte, never 0), length of the rest in bytes (varint), time (varint: ticks since the event before it
// in this block; in the block's first event since FileHeader::start_ticks), then its fields in the order of events.def:
//   U        varint (LEB128)
//   I        varint of the zigzag value
//   ADDRESS  varint of the zigzag difference to the ADDRESS or BUFFER address before it in this block (first: to 0)
//   BUFFER   ADDRESS, I count, U datatype
//   TEXT     varint length, bytes
//   LIST_*   varint length, elements (LIST_BUFFER: each a BUFFER)
// An event of unknown kind is skipped by its length; extra bytes behind the known fields are ignored; missing ones are 0.
// An event longer than a block's payload is written truncated in its last list or text (rare: groups of 10,000 ranks),
// with a Lost event after it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::format {

inline constexpr char kMagic[8] = {'F', 'E', 'N', 'C', 'E', 'P', 'T', '\n'};
inline constexpr std::uint32_t kTraceVersion = 1;
inline constexpr std::uint32_t kByteOrderMark = 0x01020304;
inline constexpr std::size_t kFileHeaderSize = 4096;
inline constexpr std::size_t kBlockSize = 64 * 1024;

enum class TraceKind : std::uint32_t { kDefinitions = 1, kThread = 2 };

struct FileHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint32_t kind;          // TraceKind
  std::uint32_t rank;
  std::uint32_t thread;
  std::uint32_t block_size;
  std::uint64_t job;           // same in all processes of a run, to tell traces of different runs apart
  std::uint64_t start_ticks;
  std::uint32_t closed;        // 1: the writer ended in order (MPI_Finalize, thread end); 0: it was killed or still runs
  std::uint32_t schema_size;   // bytes of text behind this header: "name number type:field …\n" for each event
  std::uint32_t schema_crc;    // CRC-32C of that text
  std::uint32_t header_crc;    // CRC-32C of all header bytes before this field except `closed` (taken as 0)
};
static_assert(sizeof(FileHeader) == 64);

struct BlockHeader {
  std::uint32_t magic;         // kBlockMagic
  std::uint32_t index;         // 0, 1, … in the file
  std::uint32_t used;          // payload bytes committed; stored with release order after each event
  std::uint32_t crc;           // CRC-32C of the payload[0, used), valid only if sealed
  std::uint32_t sealed;        // 1: the block is complete and crc holds
  std::uint32_t events;        // events in it, valid only if sealed
  std::uint64_t reserved;
};
static_assert(sizeof(BlockHeader) == 32);
inline constexpr std::uint32_t kBlockMagic = 0x4b4c4246;  // "FBLK"
inline constexpr std::size_t kBlockPayload = kBlockSize - sizeof(BlockHeader);

}  // namespace fencepost::format
