#include "parts/books.h"

#include "parts/archive.h"

namespace fencepost::parts {

constexpr std::uint64_t kBooksFormat = 2;

template <class A, Is<periods::Meeting> V>
void fields(A& a, V& v) {
  auto& [fence, key, number] = v;
  a(fence, key, number);
}
template <class A, Is<periods::StreamPlace> V>
void fields(A& a, V& v) {
  auto& [event, block, at, ticks, address] = v;
  a(event, block, at, ticks, address);
}
template <class A, Is<periods::Counter> V>
void fields(A& a, V& v) {
  auto& [window, process, target] = v;
  a(window, process, target);
}
template <class A, Is<periods::Sequences> V>
void fields(A& a, V& v) {
  auto& [count, lowest, highest] = v;
  a(count, lowest, highest);
}
template <class A, Is<periods::Stretch> V>
void fields(A& a, V& v) {
  auto& [plain, account, events, kinds, locked, sequences] = v;
  a(plain, account, events, kinds, locked, sequences);
}
template <class A, Is<periods::ThreadBook::Cut> V>
void fields(A& a, V& v) {
  auto& [meeting, place, operations] = v;
  a(meeting, place, operations);
}
template <class A, Is<periods::ThreadBook::Result> V>
void fields(A& a, V& v) {
  auto& [indivisible, exposed, cuts, stretches] = v;
  a(indivisible, exposed, cuts, stretches);
}
template <class A, Is<Books> V>
void fields(A& a, V& v) {
  auto& [job, threads, counts, of] = v;
  a(job, threads, counts, of);
}

std::string books_to_bytes(const Books& books) {
  Writer writer;
  writer(kBooksFormat, books);
  return std::move(writer.bytes);
}

std::optional<Books> books_from_bytes(std::string_view bytes) {
  Reader reader(bytes);
  std::uint64_t format = 0;
  Books books;
  reader(format);
  if (format != kBooksFormat) return std::nullopt;
  reader(books);
  if (!reader.good() || !reader.at_end()) return std::nullopt;
  return books;
}

std::string strings_to_bytes(const std::vector<std::string>& strings) {
  Writer writer;
  writer(strings);
  return std::move(writer.bytes);
}

std::vector<std::string> strings_from_bytes(std::string_view bytes, std::size_t wanted) {
  Reader reader(bytes);
  std::vector<std::string> strings;
  reader(strings);
  if (!reader.good() || !reader.at_end() || strings.size() != wanted) strings.assign(wanted, "");
  return strings;
}

}  // namespace fencepost::parts
