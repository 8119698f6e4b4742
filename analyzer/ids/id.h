// A number that names a thing of one kind. Ids of different kinds do not convert to each other or to numbers, so a
// mix-up does not compile. It costs nothing at run time.
#pragma once

#include <compare>
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

template <class T>
inline constexpr bool is_id = false;
template <class Tag, class Value>
inline constexpr bool is_id<Id<Tag, Value>> = true;

}  // namespace fencepost

template <class Tag, class Value>
struct std::hash<fencepost::Id<Tag, Value>> {
  std::size_t operator()(fencepost::Id<Tag, Value> id) const noexcept { return std::hash<Value>()(id.number()); }
};
