// Memory of objects that come and go all the time: freed memory is kept for the next object of its type. Each thread
// has its own lists; an object may be freed on another thread than the one that made it.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>

namespace fencepost {

template <class T>
class Recycled {
 public:
  static void* take() {
    List& list = list_;
    if (list.first == nullptr) return ::operator new(kSize);
    Free* const place = list.first;
    list.first = place->next;
    --list.count;
    return place;
  }
  static void give_back(void* place) {
    List& list = list_;
    if (list.count == kMost) {
      ::operator delete(place);
      return;
    }
    list.first = new (place) Free{list.first};
    ++list.count;
  }

 private:
  struct Free {
    Free* next;
  };
  struct List {
    Free* first = nullptr;
    std::size_t count = 0;
    ~List() {
      while (first != nullptr) {
        Free* const next = first->next;
        ::operator delete(first);
        first = next;
      }
      count = kMost;  // objects that are freed now go directly
    }
  };
  static constexpr std::size_t kSize = sizeof(T) < sizeof(Free) ? sizeof(Free) : sizeof(T);
  // As much as a barrier of a thousand ranks frees at once.
  static constexpr std::size_t kMost = (std::size_t{1} << 26) / kSize;
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  static inline thread_local List list_;
};

// The same for the standard library.
template <class T>
struct RecyclingAllocator {
  using value_type = T;
  RecyclingAllocator() = default;
  template <class Other>
  RecyclingAllocator(const RecyclingAllocator<Other>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(count == 1 ? Recycled<T>::take() : ::operator new(count * sizeof(T)));
  }
  void deallocate(T* place, std::size_t count) {
    if (count == 1) {
      Recycled<T>::give_back(place);
    } else {
      ::operator delete(place);
    }
  }
  friend bool operator==(const RecyclingAllocator&, const RecyclingAllocator&) { return true; }
};

template <class Key, class Value>
using RecyclingMap = std::map<Key, Value, std::less<Key>, RecyclingAllocator<std::pair<const Key, Value>>>;

template <class Key, class Value>
using RecyclingHashMap =
    std::unordered_map<Key, Value, std::hash<Key>, std::equal_to<Key>, RecyclingAllocator<std::pair<const Key, Value>>>;

// std::make_shared in such memory.
template <class T, class... Arguments>
std::shared_ptr<T> make_recycled(Arguments&&... arguments) {
  return std::allocate_shared<T>(RecyclingAllocator<T>(), std::forward<Arguments>(arguments)...);
}

}  // namespace fencepost
