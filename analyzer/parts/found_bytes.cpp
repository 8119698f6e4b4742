#include "parts/found_bytes.h"

#include <type_traits>
#include <utility>

#include "parts/archive.h"

namespace fencepost::parts {

constexpr std::uint64_t kFormat = 9;

// The members of each type that is sent, for both directions. If a type gets a member that is missing here, this does
// not compile: the binding then has too few names.
template <class A, Is<Place> V>
void fields(A& a, V& v) {
  auto& [process, thread, call, stack, pc, at_volatile] = v;
  a(process, thread, call, stack, pc, at_volatile);
}
template <class A, Is<PlaceInRun> V>
void fields(A& a, V& v) {
  static_assert(sizeof(PlaceInRun) == sizeof(Place) + sizeof(v.order), "a field is missing");
  using Base = std::conditional_t<std::is_const_v<V>, const Place, Place>;
  a(static_cast<Base&>(v), v.order);
}
template <class A, Is<Moment> V>
void fields(A& a, V& v) {
  auto& [process, thread, stream, tick, event, time, order] = v;
  a(process, thread, stream, tick, event, time, order);
}
template <class A, Is<Buffer> V>
void fields(A& a, V& v) {
  auto& [address, count, datatype] = v;
  a(address, count, datatype);
}
template <class A, Is<Memory> V>
void fields(A& a, V& v) {
  auto& [segment, process] = v;
  a(segment, process);
}
template <class A, Is<ByteRange> V>
void fields(A& a, V& v) {
  auto& [begin, end] = v;
  a(begin, end);
}
template <class A, Is<Strided> V>
void fields(A& a, V& v) {
  auto& [begin, size, stride, count, outer_stride, outer_count] = v;
  a(begin, size, stride, count, outer_stride, outer_count);
}
template <class A, Is<ByteSet> V>
void fields(A& a, V& v) {
  auto& [memory, pieces, elsewhere] = v;
  a(memory, pieces, elsewhere);
}
template <class A, Is<SharedBytes> V>
void fields(A& a, V& v) {
  auto& [set] = v;
  a(set);
}
template <class A, Is<AccessEpoch> V>
void fields(A& a, V& v) {
  auto& [kind, window, process, targets, lock, asserts, opened, opened_at, closed, closed_at, open, operations, updates,
         last_use] = v;
  a(kind, window, process, targets, lock, asserts, opened, opened_at, closed, closed_at, open, operations, updates,
    last_use);
}
template <class A, Is<Operation::Completion> V>
void fields(A& a, V& v) {
  auto& [place, at, by_request] = v;
  a(place, at, by_request);
}
template <class A, Is<TypeRun> V>
void fields(A& a, V& v) {
  auto& [displacement, basic, elements, repetitions, stride] = v;
  a(displacement, basic, elements, repetitions, stride);
}
template <class A, Is<Datatype> V>
void fields(A& a, V& v) {
  auto& [freed, name, description, size, lower_bound, extent, true_lower_bound, true_extent, predefined, uniform, runs,
         by_address] = v;
  a(freed, name, description, size, lower_bound, extent, true_lower_bound, true_extent, predefined, uniform, runs,
    by_address);
}
template <class A, Is<WindowPart> V>
void fields(A& a, V& v) {
  auto& [id, defined, base, size, displacement_unit, segment, segment_offset, info, info_set, allocated, created,
         freed] = v;
  a(id, defined, base, size, displacement_unit, segment, segment_offset, info, info_set, allocated, created, freed);
}
template <class A, Is<Window> V>
void fields(A& a, V& v) {
  auto& [key, number, name, created_by, flavor, model, communicator, processes, parts, freed_by] = v;
  a(key, number, name, created_by, flavor, model, communicator, processes, parts, freed_by);
}
template <class A, Is<Named::Type> V>
void fields(A& a, V& v) {
  auto& [process, id, type] = v;
  a(process, id, type);
}
template <class A, Is<Named> V>
void fields(A& a, V& v) {
  auto& [windows, types] = v;
  a(windows, types);
}
template <class A, Is<TargetBuffer> V>
void fields(A& a, V& v) {
  auto& [displacement, count, datatype] = v;
  a(displacement, count, datatype);
}
template <class A, Is<Operation> V>
void fields(A& a, V& v) {
  auto& [kind, number, place, issued, window, window_number, target, target_process, origin, result, compare,
         target_buffer, op, request, outcome, epoch, target_bytes, target_address, origin_bytes, result_bytes, local,
         remote, named, sequence] = v;
  a(kind, number, place, issued, window, window_number, target, target_process, origin, result, compare, target_buffer,
    op, request, outcome, epoch, target_bytes, target_address, origin_bytes, result_bytes, local, remote, named,
    sequence);
}
template <class A, Is<Attachment> V>
void fields(A& a, V& v) {
  auto& [address, size, attached, at] = v;
  a(address, size, attached, at);
}
template <class A, Is<Conflict::OtherThread> V>
void fields(A& a, V& v) {
  auto& [call, taken] = v;
  a(call, taken);
}
template <class A, Is<HeldLock> V>
void fields(A& a, V& v) {
  auto& [window, target, type, locked] = v;
  a(window, target, type, locked);
}
template <class A, Is<ConflictAccess> V>
void fields(A& a, V& v) {
  auto& [kind, role, place, start, operation, language_atomic, access_size, access_count, access_stride, buffer, window,
         owner, bytes, common, attachment, memory_of, addresses, locks, in_passive_epoch, end] = v;
  a(kind, role, place, start, operation, language_atomic, access_size, access_count, access_stride, buffer, window,
    owner, bytes, common, attachment, memory_of, addresses, locks, in_passive_epoch, end);
}
template <class A, Is<CommonSync> V>
void fields(A& a, V& v) {
  auto& [first, second] = v;
  a(first, second);
}
template <class A, Is<PassedSync> V>
void fields(A& a, V& v) {
  auto& [given, taken] = v;
  a(given, taken);
}
template <class A, Is<TimelinePoint> V>
void fields(A& a, V& v) {
  auto& [place, label, access] = v;
  a(place, label, access);
}
template <class A, Is<TimelineLink> V>
void fields(A& a, V& v) {
  auto& [from, to, label] = v;
  a(from, to, label);
}
template <class A, Is<Conflict::RelaxedFlag> V>
void fields(A& a, V& v) {
  auto& [written, read, released, acquired, written_updates, read_updates, unseen] = v;
  a(written, read, released, acquired, written_updates, read_updates, unseen);
}
template <class A, Is<Conflict::ToldTooEarly> V>
void fields(A& a, V& v) {
  auto& [told, of_first] = v;
  a(told, of_first);
}
template <class A, Is<ThreadName> V>
void fields(A& a, V& v) {
  auto& [process, thread] = v;
  a(process, thread);
}
template <class A, Is<Conflict::Signal::Point> V>
void fields(A& a, V& v) {
  auto& [by, tick] = v;
  a(by, tick);
}
template <class A, Is<Conflict::Signal::Look> V>
void fields(A& a, V& v) {
  auto& [begun, giver, given, taker, taken, known] = v;
  a(begun, giver, given, taker, taken, known);
}
template <class A, Is<Conflict::Signal> V>
void fields(A& a, V& v) {
  auto& [given, taken, certain, awaited, looks] = v;
  a(given, taken, certain, awaited, looks);
}
template <class A, Is<Conflict::Heard> V>
void fields(A& a, V& v) {
  auto& [by_second, by_first, told_since_first, first_told_last, second_told_last] = v;
  a(by_second, by_first, told_since_first, first_told_last, second_told_last);
}
template <class A, Is<Conflict::Remedy> V>
void fields(A& a, V& v) {
  auto& [call, before, needs_synchronization, for_all_targets, after_local] = v;
  a(call, before, needs_synchronization, for_all_targets, after_local);
}
template <class A, Is<Conflict> V>
void fields(A& a, V& v) {
  auto& [kind, unordered, first, second, same_process, same_origin_target, polling, first_may_wait, common, heard,
         wrong_way, too_late, late_at, remedy, first_can_wait, relaxed_flag, told_too_early, other_thread, signal,
         timeline, timeline_links, count, ranks, named] = v;
  a(kind, unordered, first, second, same_process, same_origin_target, polling, first_may_wait, common, heard, wrong_way,
    too_late, late_at, remedy, first_can_wait, relaxed_flag, told_too_early, other_thread, signal, timeline,
    timeline_links, count, ranks, named);
}
template <class A, Is<check::CodePosition> V>
void fields(A& a, V& v) {
  auto& [module, offset] = v;
  a(module, offset);
}
template <class A, Is<check::ConflictKey::Side> V>
void fields(A& a, V& v) {
  auto& [position, kind, role, call] = v;
  a(position, kind, role, call);
}
template <class A, Is<check::ConflictKey> V>
void fields(A& a, V& v) {
  auto& [first, second, kind, unordered, same_process] = v;
  a(first, second, kind, unordered, same_process);
}
template <class A, Is<check::OccurrenceOrder> V>
void fields(A& a, V& v) {
  auto& [both_begun, one_begun, first_process, second_process, first_byte, second_byte, common_byte] = v;
  a(both_begun, one_begun, first_process, second_process, first_byte, second_byte, common_byte);
}
template <class A, Is<check::FoundConflict> V>
void fields(A& a, V& v) {
  auto& [key, order, ranks, conflict, explained] = v;
  a(key, order, ranks, conflict, explained);
}
template <class A, Is<Words> V>
void fields(A& a, V& v) {
  auto& [problem, host, job, events, found] = v;
  a(problem, host, job, events, found);
}

std::string words_to_bytes(const Words& words, const std::string& host) {
  Writer writer;
  writer(kFormat, sizeof(check::FoundConflict), words.problem, host, words.job, words.events, words.found);
  return std::move(writer.bytes);
}

std::optional<Words> words_from_bytes(std::string_view bytes) {
  Reader reader(bytes);
  std::uint64_t format = 0;
  std::size_t size = 0;
  Words words;
  reader(format, size);
  if (format != kFormat || size != sizeof(check::FoundConflict)) return std::nullopt;
  reader(words);
  if (!reader.good() || !reader.at_end()) return std::nullopt;
  return words;
}

}  // namespace fencepost::parts
