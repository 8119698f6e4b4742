// Numbers that name things of one kind. Those of different kinds do not convert to each other or to plain numbers, so a
// mix-up does not compile. It costs nothing at run time.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>

namespace fencepost {

// `Tag` is a separate type for each kind. 0 means none.
template <class Tag, class Value>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(Value number) : number_(number) {}
  // The number in traces and hashes.
  constexpr Value number() const { return number_; }
  constexpr explicit operator bool() const { return number_ != 0; }
  friend constexpr bool operator==(const Id&, const Id&) = default;
  friend constexpr auto operator<=>(const Id&, const Id&) = default;

 private:
  Value number_ = 0;
};

// The same of things that are counted from 0. -1 stands for none.
template <class Tag>
class Ordinal {
 public:
  constexpr Ordinal() = default;
  template <std::integral Number>
  constexpr explicit Ordinal(Number number) : number_(static_cast<int>(number)) {}
  // As traces have it, and as people are told of it.
  constexpr int number() const { return number_; }
  constexpr bool known() const { return number_ >= 0; }
  // Of a known one, where lists of one entry each have it.
  constexpr std::size_t index() const { return static_cast<std::size_t>(number_); }
  friend constexpr bool operator==(const Ordinal&, const Ordinal&) = default;
  friend constexpr auto operator<=>(const Ordinal&, const Ordinal&) = default;

 private:
  int number_ = -1;
};

template <class T>
inline constexpr bool is_id = false;
template <class Tag, class Value>
inline constexpr bool is_id<Id<Tag, Value>> = true;
template <class Tag>
inline constexpr bool is_id<Ordinal<Tag>> = true;

}  // namespace fencepost

template <class Tag, class Value>
struct std::hash<fencepost::Id<Tag, Value>> {
  std::size_t operator()(fencepost::Id<Tag, Value> id) const noexcept { return std::hash<Value>()(id.number()); }
};
template <class Tag>
struct std::hash<fencepost::Ordinal<Tag>> {
  std::size_t operator()(fencepost::Ordinal<Tag> ordinal) const noexcept { return std::hash<int>()(ordinal.number()); }
};
