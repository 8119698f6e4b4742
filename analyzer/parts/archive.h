// Values as a string of bytes, for another process of the same build. A function template next to each type lists its
// members, for both directions: fields(archive, value).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ids/id.h"
#include "job/definitions.h"
#include "job/memory.h"

namespace fencepost::parts {

template <class V, class T>
concept Is = std::is_same_v<std::remove_const_t<V>, T>;
template <class V>
concept Plain = std::is_arithmetic_v<V> || std::is_enum_v<V> || is_id<V>;

class Writer {
 public:
  std::string bytes;

  template <class... T>
  void operator()(const T&... values) {
    (one(values), ...);
  }

 private:
  template <Plain T>
  void one(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void one(const std::string& text) {
    one(text.size());
    bytes += text;
  }
  template <class T>
  void one(const std::vector<T>& list) {
    one(list.size());
    for (const T& value : list) one(value);
  }
  template <class T>
  void one(const std::set<T>& set) {
    one(std::vector<T>(set.begin(), set.end()));
  }
  void one(const Group& group) { one(group.list()); }
  template <Is<Pieces> T>
  void one(const T& pieces) {
    one(std::vector<Strided>(pieces.begin(), pieces.end()));
  }
  template <class First, class Second>
  void one(const std::pair<First, Second>& pair) {
    one(pair.first);
    one(pair.second);
  }
  template <class T>
  void one(const std::optional<T>& value) {
    one(value.has_value());
    if (value) one(*value);
  }
  // If several pointers share an object, they share it afterwards, too.
  template <class T>
  void one(const std::shared_ptr<T>& pointer) {
    if (!pointer) {
      one(std::uint64_t{0});
      return;
    }
    const auto [at, added] = seen_.emplace(pointer.get(), seen_.size() + 1);
    one(at->second);
    if (added) fields(*this, static_cast<const T&>(*pointer));
  }
  template <class T>
  void one(const T& value)
    requires(std::is_class_v<T> && !Plain<T> && !Is<T, Pieces>)
  {
    fields(*this, value);
  }

  std::map<const void*, std::uint64_t> seen_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

  template <class... T>
  void operator()(T&... values) {
    (one(values), ...);
  }

 private:
  template <Plain T>
  void one(T& value) {
    if (rest_.size() < sizeof value) {
      good_ = false;
      rest_ = {};
      return;
    }
    rest_.copy(reinterpret_cast<char*>(&value), sizeof value);
    rest_.remove_prefix(sizeof value);
  }
  void one(bool& value) {  // most damaged bytes are neither
    std::uint8_t byte = 0;
    one(byte);
    good_ = good_ && byte <= 1;
    value = byte == 1;
  }
  // No list is longer than its bytes.
  std::size_t size() {
    std::size_t count = 0;
    one(count);
    if (count > rest_.size()) {
      good_ = false;
      return 0;
    }
    return count;
  }
  void one(std::string& text) {
    const std::size_t count = size();
    text = rest_.substr(0, count);
    rest_.remove_prefix(count);
  }
  template <class T>
  void one(std::vector<T>& list) {
    const std::size_t count = size();
    for (std::size_t i = 0; i < count && good_; ++i) one(list.emplace_back());
  }
  template <class T>
  void one(std::set<T>& set) {
    std::vector<T> list;
    one(list);
    set = {list.begin(), list.end()};
  }
  void one(Group& group) {
    std::vector<ProcessId> list;
    one(list);
    group = Group(std::move(list));
  }
  template <Is<Pieces> T>
  void one(T& pieces) {
    std::vector<Strided> list;
    one(list);
    for (const Strided& piece : list) pieces.push_back(piece);
  }
  template <class First, class Second>
  void one(std::pair<First, Second>& pair) {
    one(pair.first);
    one(pair.second);
  }
  template <class T>
  void one(std::optional<T>& value) {
    bool there = false;
    one(there);
    if (!there) return;
    value = T{};
    one(*value);
  }
  template <class T>
  void one(std::shared_ptr<T>& pointer) {
    std::uint64_t number = 0;
    one(number);
    if (number == 0 || !good_) return;
    if (const auto at = known_.find(number); at != known_.end()) {
      pointer = std::static_pointer_cast<T>(at->second);
      return;
    }
    auto made = std::make_shared<std::remove_const_t<T>>();
    known_.emplace(number, made);
    fields(*this, *made);
    pointer = std::move(made);
  }
  template <class T>
  void one(T& value)
    requires(std::is_class_v<T> && !Plain<T> && !Is<T, Pieces>)
  {
    fields(*this, value);
  }

  std::string_view rest_;
  bool good_ = true;
  std::map<std::uint64_t, std::shared_ptr<void>> known_;
};

}  // namespace fencepost::parts
