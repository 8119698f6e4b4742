// The trace on disk. Written by runtime/recorder, read by analyzer/read; both include this and neither repeats it.
//
// A run gives one directory. Each process has a folder `rank-N` in it with
//   definitions.fpt    one trace of definitions (events 1–31), written by all its threads under a lock
//   thread-T.fpt       one trace per thread that has written anything, by that thread alone, without locks
//
// A trace file is a FileHeader followed by the schema (kFileHeaderSize bytes in all), followed by blocks. A block is
// one unit of kBlockSize bytes, or several where an event needs more; it is a BlockHeader and then events, back to
// back. No event crosses a block's end. The file is mapped shared and written in place, so what was committed survives
// the death of the process. It may end in zeros (space that was allocated and not used yet) or right after its last
// event.
//
// An event is: kind (1 byte, never 0), length of the rest in bytes (varint), time
// (varint: ticks since the previous event of this block; in the block's first event since
// FileHeader::start_ticks), then its fields in the order of events.def:
//   U        varint (LEB128)
//   I        varint of the zigzag value
// ADDRESS  0 for address 0; else varint of 1 + the zigzag difference to the last address in this block that was
//            not 0 (first: to 0), of an ADDRESS or a BUFFER
//   BUFFER   ADDRESS, I count, U datatype
//   TEXT     varint length, bytes
//   LIST_*   varint length, elements (LIST_BUFFER: each a BUFFER)
// An event of unknown kind is skipped by its length; extra bytes after the known fields are ignored; missing ones are
// 0, and U and I fields at the end of an event that are 0 are left out. An event longer than kLargestEvent is not
// written; a Lost event stands in its place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::format {

inline constexpr char kMagic[8] = {'F', 'E', 'N', 'C', 'E', 'P', 'T', '\n'};
inline constexpr std::uint32_t kTraceVersion = 6;
inline constexpr std::uint32_t kByteOrderMark = 0x01020304;
inline constexpr std::size_t kFileHeaderSize = 8192;
inline constexpr std::size_t kBlockSize = 64 * 1024;

enum class TraceKind : std::uint32_t { kDefinitions = 1, kThread = 2 };

struct FileHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint32_t kind;  // TraceKind
  std::uint32_t rank;
  std::uint32_t thread;
  std::uint32_t block_size;
  std::uint64_t job;  // same in all processes of a run, to tell traces of different runs apart
  std::uint64_t start_ticks;
  std::uint32_t closed;  // 0: the writer was killed or still runs; else it ended in order (MPI_Finalize, thread end),
                         // and this is the size of all its blocks, in units of kBlockSize
  std::uint32_t
      schema_size;           // bytes of text, after this header: "name number type:field …\n" for each event (fields.h)
  std::uint32_t schema_crc;  // CRC-32C of that text
  std::uint32_t header_crc;  // CRC-32C of all header bytes before this field except `closed` (taken as 0)
};
static_assert(sizeof(FileHeader) == 64);

struct BlockHeader {
  std::uint32_t magic;   // kBlockMagic
  std::uint32_t index;   // position in the file, in units of kBlockSize after the file header
  std::uint32_t used;    // payload bytes committed; stored with release order after each event
  std::uint32_t crc;     // CRC-32C of payload[0, used), then of index, used, units, events; valid only if sealed
  std::uint32_t sealed;  // 1: the block is complete and crc holds
  std::uint32_t events;  // events in it, valid only if sealed
  std::uint32_t units;   // size of the block in units of kBlockSize
  std::uint32_t reserved;
};
static_assert(sizeof(BlockHeader) == 32);
inline constexpr std::uint32_t kBlockMagic = 0x4b4c4246;                        // "FBLK"
inline constexpr std::size_t kBlockPayload = kBlockSize - sizeof(BlockHeader);  // of a block of one unit
inline constexpr std::size_t kLargestEvent = std::size_t{64} << 20;

}  // namespace fencepost::format
