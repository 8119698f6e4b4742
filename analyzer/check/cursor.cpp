#include "check/cursor.h"

namespace fencepost::check {

template <class Event>
void OwnedEvent::own(Event& event) {
  const auto keep = [this](auto& value) {
    using T = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<T, field::TEXT>) {
      const auto& text = texts_.emplace_back(value.begin(), value.end());
      value = std::string_view(text.data(), text.size());
    } else if constexpr (std::is_same_v<T, field::LIST_U>) {
      value = unsigned_.emplace_back(value.begin(), value.end());
    } else if constexpr (std::is_same_v<T, field::LIST_I>) {
      value = signed_.emplace_back(value.begin(), value.end());
    } else if constexpr (std::is_same_v<T, field::LIST_BUFFER>) {
      value = buffers_.emplace_back(value.begin(), value.end());
    }
  };
#define EVENT_BEGIN(name, number) if constexpr (std::is_same_v<Event, event::name>) {
#define FIELD(type, name) keep(event.name);
#define EVENT_END(name) }
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
}

OwnedEvent::OwnedEvent(const TimedEvent& event) : event_(event) {
  std::visit([this](auto& one) { own(one); }, event_.event);
}

const TimedEvent* Cursor::front() {
  if (!buffer_.empty()) return &buffer_.front()->get();
  if (direct_ == nullptr) direct_ = source_->next();
  return direct_;
}

void Cursor::pop() {
  if (!buffer_.empty()) {
    buffer_.pop_front();
  } else {
    direct_ = nullptr;
  }
}

const TimedEvent* Cursor::own() {
  if (front() == nullptr) return nullptr;
  if (direct_ != nullptr) {
    buffer_.push_back(std::make_unique<OwnedEvent>(*direct_));
    direct_ = nullptr;
  }
  return &buffer_.front()->get();
}

const TimedEvent* Cursor::ahead(std::size_t n) {
  if (own() == nullptr) return nullptr;
  while (buffer_.size() <= n) {
    const TimedEvent* next = source_->next();
    if (next == nullptr) return nullptr;
    buffer_.push_back(std::make_unique<OwnedEvent>(*next));
  }
  return &buffer_[n]->get();
}

}  // namespace fencepost::check
