// What the threads of a process look at again and again: a file beside its traces (rank-N/looks), mapped and written in
// place, so that the watch of the job sees which threads poll, although the traces do not say it.
//
// A thread's calls are a stretch of looks as long as each of them only asks (has the request completed, is there a
// message, what is the value) and gets the same answer as before. A call that does anything else, or that learns
// something, ends the stretch. The thread itself writes the numbers, without locks; a reader may see some of them
// newer than others, and looks twice.
#pragma once

#include <cstdint>

namespace fencepost::format {

inline constexpr const char* kLooksFile = "looks";
inline constexpr std::uint32_t kLooksMagic = 0x4b4c4650;  // "PFLK"
inline constexpr std::uint32_t kLooksVersion = 1;
inline constexpr std::uint32_t kMostLookers = 64;  // threads of a process
inline constexpr std::uint32_t kMostPlaces = 48;   // of a stretch; whoever looks at more is searching, not waiting
inline constexpr std::uint32_t kMostRequests = 4;
inline constexpr std::uint32_t kMostSeen = 16;

enum class LooksFor : std::uint32_t {
  kNothing = 0,
  kRequests = 1,  // a test: their completion
  kMessage = 2,   // a probe
  kExposure = 3,  // MPI_Win_test: the end of its exposure epoch
  kValue = 4,     // a fetch or get: that of memory in a window
  kMemory = 5,    // MPI_Win_sync, MPI_Win_flush…: what came into memory that the program itself can load
  kWord = 6,      // no call: an atomic or volatile word, by loading it, with a pause each time
};

// One call of the program that looks, and what it looks at, with numbers of this process as in the call's event.
struct LookPlace {
  std::uint64_t key;       // of all that follows up to `seen`; only for the writer
  std::uint64_t recorded;  // operations of the thread when the look was last recorded, plus one; only for the writer
  std::uint64_t times;     // in this stretch
  std::uint64_t stack;
  std::uint32_t call;  // MpiCall
  LooksFor what;
  std::uint64_t window;  // id
  std::int64_t target;
  std::int64_t displacement;   // of a word: its address
  std::uint64_t communicator;  // id
  std::int64_t source, tag;
  std::uint32_t requests, needs_one;  // how many; whether one of them is enough
  std::uint64_t request[kMostRequests];
  std::uint32_t seen_size;
  std::uint8_t seen[kMostSeen];  // the value that was fetched last
};

struct ThreadLooks {
  std::uint64_t thread_and_one;  // 0: nobody's
  std::uint64_t stretch;         // how many there were
  std::uint64_t looks;           // of this stretch; 0: the thread does not look
  std::uint64_t since, until;    // when it began and when one of the last looks was, in ticks
  std::uint64_t busy;            // nanoseconds of processor time that the thread has used between these looks
  std::uint64_t pauses;          // how often it slept or yielded between them
  std::uint64_t times_asked;     // how often it asked for the time
  std::uint32_t places, reserved;
  LookPlace place[kMostPlaces];
};

struct LooksPage {
  std::uint32_t magic, version;
  std::uint32_t threads;  // entries that may be in use
  std::uint32_t reserved;
  ThreadLooks thread[kMostLookers];
};

}  // namespace fencepost::format
