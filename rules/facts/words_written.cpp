#include "facts/words_written.h"

#include <algorithm>

namespace fencepost {

void WordsWritten::issued(const Operation& operation) {
  constexpr std::size_t kMostWords = 4096, kMostPlaces = 256;
  if (operation.outcome != 0 || !operation.target_process.known() || !operation.updates()) return;
  const Word word = word_of(operation);
  const auto writer = writers_.find(word);
  if (writer != writers_.end())
    writer->second.several = writer->second.several || writer->second.process != operation.place.process;
  else if (writers_.size() < kMostWords)
    writers_.emplace(word, Writer{operation.place.process});
  if (!operation.atomic()) return;
  auto changed = changed_.find(key(operation.place));
  if (changed == changed_.end()) {
    if (changed_.size() == kMostPlaces) return;
    changed = changed_.emplace(key(operation.place), Changed{}).first;
  }
  auto& [words, count, more] = changed->second;
  const auto known = words.begin() + static_cast<std::ptrdiff_t>(count);
  if (more || std::find(words.begin(), known, word) != known) return;
  if (count == Changed::kMost)
    more = true;
  else
    words[count++] = word;
}

bool WordsWritten::has_other_writer(const Operation& update) const {
  const auto found = writers_.find(word_of(update));
  return found == writers_.end() || found->second.several || found->second.process != update.place.process;
}

bool WordsWritten::changes_others_only(const Place& call, const Operation& operation) const {
  const auto found = changed_.find(key(call));
  if (found == changed_.end() || found->second.more) return false;
  const auto& [words, count, more] = found->second;
  const auto end = words.begin() + static_cast<std::ptrdiff_t>(count);
  return std::find(words.begin(), end, word_of(operation)) == end;
}

}  // namespace fencepost
