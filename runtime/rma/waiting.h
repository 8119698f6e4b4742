// How a thread of the runtime waits for another process: a short spin, then sleep in the kernel until a bell rings,
// with time-outs in which the MPI library makes progress. It never spins for long if there are more ranks than
// processors, and never stays in the kernel forever (the process that should ring may have been killed).
#pragma once

#include <atomic>
#include <cstdint>

namespace fencepost::rma {

// What others may ask of this process while one of its threads waits: `serve` is called when `asked` is not 0.
void set_attention(const std::atomic<std::uint32_t>& asked, void (*serve)());
// Between two looks of a wait.
inline void pay_attention();

// Lives in shared memory. A process that changes state for which somebody may wait rings afterwards; one that waits
// re-reads that state after it has announced itself as a sleeper. So no wake-up is lost, and ringing for nobody, or
// again before anybody has gone back to sleep, is a look at two words.
class Bell {
 public:
  void ring() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_relaxed) != 0 && rung_.load(std::memory_order_relaxed) == 0) wake();
  }

  // Returns when `ready()` holds. `ready` may be called any number of times; it must only read, or be idempotent.
  // `pauses`: of the processor, between two looks of a wait that does not sleep.
  template <class Ready>
  void wait(Ready&& ready, int pauses = 1) {
    for (int i = spin_limit(); i > 0; i -= pauses) {
      if (ready()) return;
      pay_attention();
      for (int p = 0; p < pauses; ++p) pause();
    }
    for (int i = 0; i < kYields; ++i) {
      if (ready()) return;
      pay_attention();
      yield();
    }
    for (Sleep sleep(*this); !ready(); sleep.sleep()) {
    }
  }

 private:
  // Giving the processor away a few times is cheaper than sleeping if the other side only waits for the processor.
  static constexpr int kYields = 16;

  // Announces a sleeper for as long as it lives.
  class Sleep {
   public:
    explicit Sleep(Bell& bell);
    ~Sleep();
    Sleep(const Sleep&) = delete;
    Sleep& operator=(const Sleep&) = delete;
    void sleep();  // until the bell rings, or a time-out

   private:
    void listen();

    Bell& bell_;
    std::uint32_t heard_ = 0;
    int rounds_ = 0;
  };

  static void pause() { __builtin_ia32_pause(); }
  static void yield();
  static int spin_limit();
  void wake();

  std::atomic<std::uint32_t> value_{0};
  std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<std::uint32_t> rung_{0};  // since somebody last listened
};

namespace detail {
extern std::atomic<const std::atomic<std::uint32_t>*> asked;
void serve();
}  // namespace detail

inline void pay_attention() {
  if (detail::asked.load(std::memory_order_acquire)->load(std::memory_order_relaxed) != 0) detail::serve();
}

// Of a clock that all processes of the machine share.
std::uint64_t now_nanoseconds();

// Spinning is only for ranks that each have a processor. Called when the number of ranks on this machine is known.
void set_ranks_on_node(int ranks);
bool everybody_has_a_processor();

// What to call between sleeps so that the MPI library and the message transport continue: registered by the runtime.
void set_progress(void (*progress)());
void make_progress();
// For calls that do not wait themselves but that programs use to wait in loops of their own: lets the library continue
// every so often.
inline void make_progress_now_and_then();

namespace detail {
inline constinit thread_local unsigned calls_without_progress __attribute__((tls_model("initial-exec"))) = 0;
}
inline void make_progress_now_and_then() {
  constexpr unsigned kCallsPerProgress = 64;
  if (++detail::calls_without_progress % kCallsPerProgress == 0) make_progress();
}

// Futex on a word in shared memory: sleeps while it has `expected`, at most `microseconds`.
void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected, long microseconds);
void futex_wake_all(std::atomic<std::uint32_t>& word);

}  // namespace fencepost::rma
