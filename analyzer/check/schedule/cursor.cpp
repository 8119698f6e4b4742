#include "schedule/cursor.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace fencepost::schedule {

namespace {

template <class T>
concept View = std::is_same_v<T, field::TEXT> || std::is_same_v<T, field::LIST_U> || std::is_same_v<T, field::LIST_I> ||
               std::is_same_v<T, field::LIST_BUFFER>;

// Calls visit for each text and list of an event.
template <class Event, class Visit>
void each_view(Event& event, Visit&& visit) {
  const auto look = [&](auto& value) {
    if constexpr (View<std::decay_t<decltype(value)>>) visit(value);
  };
#define EVENT_BEGIN(name, number, ...) if constexpr (std::is_same_v<Event, event::name>) {
#define FIELD(type, name) look(event.name);
#define EVENT_END(name) }
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
}

template <class T>
std::size_t words_of(const T& view) {
  return (view.size() * sizeof(*view.data()) + 7) / 8;
}

}  // namespace

void OwnedEvent::assign(const TimedEvent& event) {
  event_ = event;
  std::visit(
      [this](auto& one) {
        std::size_t words = 0;
        each_view(one, [&](const auto& view) { words += words_of(view); });
        if (words == 0) return;
        if (memory_.size() < words) memory_.resize(words);
        std::uint64_t* to = memory_.data();
        each_view(one, [&](auto& view) {
          if (view.empty()) return;
          using T = std::remove_cvref_t<decltype(*view.data())>;
          std::memcpy(to, view.data(), view.size() * sizeof(T));
          const std::size_t taken = words_of(view);
          view = {reinterpret_cast<const T*>(to), view.size()};
          to += taken;
        });
      },
      event_.event);
}

OwnedEvent& Cursor::append() {
  FENCEPOST_ASSERT(direct_ == nullptr, "what is in hand straight from the source is alone");
  if (count_ == ring_.size()) {
    // In order from the beginning, with room at the end.
    std::rotate(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(first_), ring_.end());
    first_ = 0;
    const std::size_t more = std::max<std::size_t>(2, ring_.size());
    for (std::size_t i = 0; i < more; ++i) ring_.push_back(std::make_unique<OwnedEvent>());
  }
  return at(count_++);
}

const TimedEvent* Cursor::own() {
  if (front() == nullptr) return nullptr;
  if (direct_ != nullptr) {
    const TimedEvent* const event = direct_;
    direct_ = nullptr;
    append().assign(*event);
  }
  return &at(0).get();
}

const TimedEvent* Cursor::ahead(std::size_t n) {
  if (own() == nullptr) return nullptr;
  while (count_ <= n) {
    const TimedEvent* next = source_->next();
    if (next == nullptr) return nullptr;
    append().assign(*next);
  }
  return &at(n).get();
}

}  // namespace fencepost::schedule
