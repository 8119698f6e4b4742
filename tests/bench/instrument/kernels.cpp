// The same in C++, whose language features give different code: containers, iterators, algorithms, all in memory that
// is passed in.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

extern "C" {
#include "kernels.h"
}

namespace {

// Distributes the memory of a kernel, piece by piece.
char* next_free = nullptr;
template <class T>
struct Given {
  using value_type = T;
  Given() = default;
  template <class U>
  explicit(false) Given(const Given<U>&) {}
  T* allocate(std::size_t count) {
    char* const at = next_free;
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer, as any other type
    next_free += (count * sizeof(T) + 15) / 16 * 16;
    return reinterpret_cast<T*>(at);
  }
  void deallocate(T*, std::size_t) {}
  bool operator==(const Given&) const = default;
};
template <class T>
using Vector = std::vector<T, Given<T>>;

std::uint64_t next_random(std::uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

// ---- vector triad ----
constexpr std::size_t kTriad = 16384;
struct Triad {
  Vector<double> a = Vector<double>(kTriad, 0.0), b = Vector<double>(kTriad, 1.0), c = Vector<double>(kTriad, 2.0);
};
std::optional<Triad> the_triad;
void triad_prepare(void* m) {
  next_free = static_cast<char*>(m);
  the_triad.emplace();
}
double triad(void*) {
  Triad& t = *the_triad;
  std::transform(t.b.begin(), t.b.end(), t.c.begin(), t.a.begin(), [](double b, double c) { return b + 1.5 * c; });
  return t.a[7];
}

// ---- sparse matrix times vector ----
constexpr int kRows = 2000;
constexpr int kPerRow = 9;
struct Sparse {
  Vector<int> begin, column;
  Vector<double> value, x, y;
  void times() {
    for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
      double sum = 0;
      for (int k = begin[i]; k < begin[i + 1]; ++k) {
        sum += value[static_cast<std::size_t>(k)] * x[static_cast<std::size_t>(column[static_cast<std::size_t>(k)])];
      }
      y[i] = sum;
    }
  }
};
std::optional<Sparse> the_sparse;
void sparse_prepare(void* m) {
  next_free = static_cast<char*>(m);
  the_sparse.emplace();
  std::uint64_t state = 42;
  the_sparse->begin.reserve(kRows + 1);
  the_sparse->column.reserve(kRows * kPerRow);
  for (int i = 0; i <= kRows; ++i) the_sparse->begin.push_back(i * kPerRow);
  for (int k = 0; k < kRows * kPerRow; ++k) the_sparse->column.push_back(static_cast<int>(next_random(state) % kRows));
  the_sparse->value.resize(kRows * kPerRow, 0.5);
  the_sparse->x.resize(kRows, 1.0);
  the_sparse->y.resize(kRows);
}
double sparse(void*) {
  the_sparse->times();
  return the_sparse->y[5];
}

// ---- std::sort ----
constexpr std::size_t kSorted = 6000;
void sort_prepare(void*) {}
double sort(void* m) {
  next_free = static_cast<char*>(m);
  Vector<int> a(kSorted);
  std::uint64_t state = 77;
  std::generate(a.begin(), a.end(), [&] { return static_cast<int>(next_random(state) % 100000); });
  std::sort(a.begin(), a.end());
  return a[100];
}

// ---- std::unordered_map ----
double hash(void* m) {
  next_free = static_cast<char*>(m);
  std::unordered_map<std::uint64_t, int, std::hash<std::uint64_t>, std::equal_to<>,
                     Given<std::pair<const std::uint64_t, int>>>
      counts(2000);
  std::uint64_t state = 1234567;
  for (int i = 0; i < 4000; ++i) ++counts[next_random(state) % 1500];
  return static_cast<double>(counts.size());
}

// ---- std::map ----
double tree(void* m) {
  next_free = static_cast<char*>(m);
  std::map<std::uint64_t, int, std::less<>, Given<std::pair<const std::uint64_t, int>>> counts;
  std::uint64_t state = 99;
  for (int i = 0; i < 3000; ++i) ++counts[next_random(state) % 500];
  return counts.begin()->second;
}

}  // namespace

extern "C" const kernel kernels[] = {
    {"std::transform", 3 * kTriad * 8 + 64, triad_prepare, triad},
    {"sparse matrix, std::vector", 1 << 18, sparse_prepare, sparse},
    {"std::sort", kSorted * 4 + 64, sort_prepare, sort},
    {"std::unordered_map", 1 << 18, sort_prepare, hash},
    {"std::map", 1 << 16, sort_prepare, tree},
    {nullptr, 0, nullptr, nullptr},
};
