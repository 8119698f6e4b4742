// Memory of large objects that come and go all the time, as in recycled.h, for objects whose memory is no longer in the
// caches when it is used again. A list next to the objects names the free ones, so taking one reads none of them, and
// the memory of the next one is prefetched meanwhile.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace fencepost {

template <class T>
class RecycledAhead {
 public:
  static void* take() {
    List& list = list_;
    if (list.free.empty()) return ::operator new(sizeof(T));
    void* const place = list.free.back();
    list.free.pop_back();
    if (!list.free.empty()) call_for(list.free.back());
    return place;
  }
  static void give_back(void* place) {
    List& list = list_;
    if (list.over || list.free.size() == kMost) {
      ::operator delete(place);
      return;
    }
    try {
      list.free.push_back(place);
    } catch (const std::bad_alloc&) {
      ::operator delete(place);  // called by destructors: if the list has no memory left, the analysis says so
    }
  }

 private:
  struct List {
    std::vector<void*> free;
    bool over = false;
    ~List() {
      for (void* const place : free) ::operator delete(place);
      over = true;  // objects that are freed now go directly
    }
  };
  static void call_for(void* place) {
    constexpr std::size_t kLine = 64;
    for (std::size_t at = 0; at < sizeof(T); at += kLine) __builtin_prefetch(static_cast<char*>(place) + at, 1);
  }
  // As much as a barrier of a thousand ranks frees at once.
  static constexpr std::size_t kMost = (std::size_t{1} << 26) / sizeof(T);
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  static inline thread_local List list_;
};

template <class T>
struct RecyclingAheadAllocator {
  using value_type = T;
  RecyclingAheadAllocator() = default;
  template <class Other>
  RecyclingAheadAllocator(const RecyclingAheadAllocator<Other>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(count == 1 ? RecycledAhead<T>::take() : ::operator new(count * sizeof(T)));
  }
  void deallocate(T* place, std::size_t count) {
    if (count == 1) {
      RecycledAhead<T>::give_back(place);
    } else {
      ::operator delete(place);
    }
  }
  friend bool operator==(const RecyclingAheadAllocator&, const RecyclingAheadAllocator&) { return true; }
};

// std::make_shared in such memory.
template <class T, class... Arguments>
std::shared_ptr<T> make_recycled_ahead(Arguments&&... arguments) {
  return std::allocate_shared<T>(RecyclingAheadAllocator<T>(), std::forward<Arguments>(arguments)...);
}

}  // namespace fencepost
