#include "facts/type_rules.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace fencepost {
namespace {

// One element of a datatype: its signature as merged runs of one basic type.
struct SignatureRun {
  BasicType basic = BasicType::kUnknown;
  std::int64_t count = 0;
};

std::vector<SignatureRun> signature_of(const Datatype& type) {
  std::vector<SignatureRun> runs;
  for (const TypeRun& run : type.runs) {
    const std::int64_t count = run.elements * run.repetitions;
    if (count == 0) continue;
    if (!runs.empty() && runs.back().basic == run.basic) {
      runs.back().count += count;
    } else {
      runs.push_back({run.basic, count});
    }
  }
  return runs;
}

// Walks the signature of many elements without writing it out.
class SignatureWalk {
 public:
  SignatureWalk(std::vector<SignatureRun> runs, std::int64_t count) : runs_(std::move(runs)), elements_(count) {
    if (runs_.empty() || elements_ <= 0) elements_ = 0;
    // Only one type: a single run.
    if (elements_ > 0 && runs_.size() == 1) {
      runs_[0].count *= elements_;
      elements_ = 1;
    }
    load();
  }
  bool done() const { return elements_ == 0; }
  const SignatureRun& run() const { return current_; }
  void advance(std::int64_t count) {
    current_.count -= count;
    while (elements_ > 0 && current_.count == 0) {
      if (++at_ == runs_.size()) {
        at_ = 0;
        --elements_;
      }
      load();
    }
  }

 private:
  void load() {
    if (elements_ > 0) current_ = runs_[at_];
  }
  std::vector<SignatureRun> runs_;
  std::int64_t elements_ = 0;
  std::size_t at_ = 0;
  SignatureRun current_;
};

bool similar(BasicType a, BasicType b) {
  if (size_of(a) != size_of(b)) return false;
  const auto whole = [](TypeClass type) {
    return type == TypeClass::kCInteger || type == TypeClass::kFortranInteger || type == TypeClass::kMultiLanguage ||
           type == TypeClass::kByte || type == TypeClass::kNone;
  };
  const TypeClass x = class_of(a), y = class_of(b);
  return x == y || (whole(x) && whole(y));
}

bool is_bytes(const Datatype& type) {
  return type.uniform == BasicType::kByte || type.uniform == BasicType::kPacked;
}

}  // namespace

SignatureMatch match_signatures(const Datatype& a, std::int64_t count_a, const Datatype& b, std::int64_t count_b) {
  const auto bytes = [](const Datatype& type, std::int64_t count) { return count > 0 ? type.size * count : 0; };
  const bool same_bytes = bytes(a, count_a) == bytes(b, count_b);
  if (a.uniform != BasicType::kUnknown && a.uniform == b.uniform)  // the usual case, without a walk
    return same_bytes ? SignatureMatch::kSame : SignatureMatch::kDifferent;
  auto runs_a = signature_of(a), runs_b = signature_of(b);
  for (const auto* runs : {&runs_a, &runs_b})
    for (const SignatureRun& run : *runs)
      if (run.basic == BasicType::kUnknown) return SignatureMatch::kUnknown;
  if ((is_bytes(a) || is_bytes(b)) && same_bytes && a.uniform != b.uniform)
    return a.uniform == BasicType::kPacked || b.uniform == BasicType::kPacked ? SignatureMatch::kSame
                                                                              : SignatureMatch::kSameBytes;
  SignatureMatch match = SignatureMatch::kSame;
  SignatureWalk x(std::move(runs_a), count_a), y(std::move(runs_b), count_b);
  // Structured types of millions of elements: if the beginnings match and the sizes agree, the rest matches, too.
  for (int steps = 0; !x.done() && !y.done(); ++steps) {
    if (steps == 100'000) return same_bytes ? match : SignatureMatch::kDifferent;
    if (x.run().basic != y.run().basic) {
      if (!similar(x.run().basic, y.run().basic)) return SignatureMatch::kDifferent;
      match = SignatureMatch::kSameBytes;
    }
    const std::int64_t common = std::min(x.run().count, y.run().count);
    x.advance(common);
    y.advance(common);
  }
  return x.done() && y.done() ? match : SignatureMatch::kDifferent;
}

bool overlaps_itself(const Datatype& type, std::int64_t count) {
  if (count <= 0 || type.size == 0) return false;
  if (type.runs.size() == 1 && type.runs[0].repetitions == 1)  // contiguous elements
    return count > 1 && (type.extent < 0 ? -type.extent : type.extent) < type.true_extent;
  // Elements further apart than their own length cannot overlap, and all pairs at one distance are alike.
  const std::int64_t step = type.extent < 0 ? -type.extent : type.extent;
  if (step == 0 && count > 1) return true;
  const std::int64_t elements = count == 1 ? 1 : std::min(count, type.true_extent / step + 2);
  std::vector<std::pair<std::int64_t, std::int64_t>> blocks;
  constexpr std::size_t kLimit = 1u << 18;  // beyond that the answer is not worth the time: say nothing
  for (std::int64_t element = 0; element < elements; ++element)
    for (const TypeRun& run : type.by_address.empty() ? type.runs : type.by_address) {
      const std::int64_t length = run.elements * static_cast<std::int64_t>(size_of(run.basic));
      if (length == 0) continue;
      if (blocks.size() + static_cast<std::size_t>(run.repetitions) > kLimit) return false;
      for (std::int64_t i = 0; i < run.repetitions; ++i) {
        const std::int64_t begin = element * type.extent + run.displacement + i * run.stride;
        blocks.emplace_back(begin, begin + length);
      }
    }
  std::ranges::sort(blocks);
  for (std::size_t i = 1; i < blocks.size(); ++i)
    if (blocks[i].first < blocks[i - 1].second) return true;
  return false;
}

}  // namespace fencepost
