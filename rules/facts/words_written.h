// Elements of windows that operations write: which of them an atomic call changes, and whether several processes write
// one. Advice asks whether a word announces another one, and whether anybody else can change a value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>

#include "job/operation.h"

namespace fencepost {

class WordsWritten {
 public:
  // Receives each operation when it is issued.
  void issued(const Operation& operation);

  // Whether another process may write the element that this operation writes. (Loads and stores are not known here.)
  bool has_other_writer(const Operation& update) const;
  // Whether the atomic call at this place has changed elements, and surely not that of an operation.
  bool changes_others_only(const Place& call, const Operation& operation) const;

 private:
  struct Word {
    WindowKey window;
    Rank target;
    std::int64_t displacement = 0;
    friend bool operator==(const Word&, const Word&) = default;
  };
  struct HashOfWord {
    std::size_t operator()(const Word& word) const {
      constexpr std::size_t kFactor = 0x9e3779b97f4a7c15;
      std::size_t hash = std::hash<WindowKey>()(word.window) * kFactor;
      hash = (hash ^ static_cast<std::size_t>(word.target.number())) * kFactor;
      return (hash ^ static_cast<std::size_t>(word.displacement)) * kFactor;
    }
  };
  struct Changed {
    static constexpr std::size_t kMost = 4;
    std::array<Word, kMost> words{};
    std::size_t count = 0;
    bool more = false;
  };
  struct Writer {
    ProcessId process;
    bool several = false;
  };
  using Key = std::tuple<ProcessId, StackId, std::uint64_t, MpiCall>;
  static Key key(const Place& place) { return {place.process, place.stack, place.pc, place.call}; }
  static Word word_of(const Operation& operation) {
    return {operation.window, operation.target, operation.target_buffer.displacement};
  }
  std::unordered_map<Word, Writer, HashOfWord> writers_;  // of the first words
  std::map<Key, Changed> changed_;                        // by atomic calls
};

}  // namespace fencepost
