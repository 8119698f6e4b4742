// Data about each process on each window, by the window's key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ids/ids.h"

namespace fencepost::check {

template <class T>
class ByWindow {
 public:
  explicit ByWindow(std::size_t processes) : processes_(processes) {}

  T& of(ProcessId process, WindowKey window) {
    OfProcess& windows = processes_[process];
    if (windows.last == nullptr || windows.last_key != window) {  // in most cases the same again
      windows.last = &windows.all[window];
      windows.last_key = window;
    }
    return *windows.last;
  }
  // Null: there is none.
  T* find(ProcessId process, WindowKey window) {
    OfProcess& windows = processes_[process];
    const auto at = windows.all.find(window);
    return at == windows.all.end() ? nullptr : &at->second;
  }
  const T* find(ProcessId process, WindowKey window) const {
    return const_cast<ByWindow*>(this)->find(process, window);
  }
  void forget(ProcessId process, WindowKey window) {
    OfProcess& windows = processes_[process];
    windows.all.erase(window);
    windows.last = nullptr;
  }
  template <class Visit>
  void each(Visit&& visit) {
    for (OfProcess& windows : processes_) {
      for (auto& [key, kept] : windows.all) visit(kept);
    }
  }
  template <class Visit>
  void each(Visit&& visit) const {
    for (const OfProcess& windows : processes_) {
      for (const auto& [key, kept] : windows.all) visit(kept);
    }
  }

 private:
  struct OfProcess {
    std::unordered_map<WindowKey, T> all;
    WindowKey last_key;
    T* last = nullptr;
  };
  PerProcess<OfProcess> processes_;
};

}  // namespace fencepost::check
