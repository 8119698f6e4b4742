#include "rma/schedule.h"

#include <charconv>

namespace fencepost::rma {

bool Schedule::parse(std::string_view text) {
  if (text == "eager") {
    kind_ = Kind::kEager;
    return true;
  }
  if (text == "lazy") {
    kind_ = Kind::kLazy;
    return true;
  }
  constexpr std::string_view kRandom = "random:";
  if (!text.starts_with(kRandom)) return false;
  text.remove_prefix(kRandom.size());
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  kind_ = Kind::kRandom;
  seed_ = seed;
  state_ = seed;
  return true;
}

std::string Schedule::text() const {
  if (kind_ == Kind::kEager) return "eager";
  if (kind_ == Kind::kLazy) return "lazy";
  return "random:" + std::to_string(seed_);
}

void Schedule::seed_for_rank(int rank) {
  state_ = seed_ * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(rank) + 1;
}

// splitmix64
std::uint64_t Schedule::mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace fencepost::rma
