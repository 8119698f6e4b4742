// The cost of recording for the checked program, and of reading for the analyzer.
#include <cstdint>
#include <filesystem>
#include <vector>

#include <benchmark/benchmark.h>

#include "read/event_stream.h"
#include "record/vocabulary.h"
#include "recorder/recorder.h"
#include "recorder/stacks.h"
#include "support/trace_samples.h"

namespace fencepost {
namespace {

namespace fs = std::filesystem;

constexpr auto kPut = static_cast<std::uint64_t>(MpiCall::kPut);

event::Transfer put(std::uint64_t i) {
  return {.stack = 40,
          .call = kPut,
          .window = 9,
          .target = static_cast<std::int64_t>(i % 4),
          .origin = {0x7ffd'1234'0000 + 64 * (i % 4096), 8, 12},
          .displacement = static_cast<std::int64_t>(8 * (i % 4096)),
          .target_count = 8,
          .target_datatype = 12};
}

// Records into a separate folder during one benchmark.
class Run {
 public:
  Run() {
    event::Process process;
    process.size = 1;
    record::start({.directory = (folder_.path() / "trace").string(), .job = 1}, process);
  }
  ~Run() { record::stop(); }
  fs::path trace() const { return folder_.path() / "trace" / "rank-0" / "thread-0.fpt"; }

 private:
  test::TemporaryFolder folder_;
};

template <class WriteOne>
void measure_writing(benchmark::State& state, WriteOne&& write_one) {
  // Enough for many mappings, not enough to fill the page cache: the program's side is measured.
  constexpr std::uint64_t kEvents = 2'000'000;
  double bytes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    {
      const Run run;
      state.ResumeTiming();
      for (std::uint64_t i = 0; i < kEvents; ++i) write_one(i);
      state.PauseTiming();
      record::stop();
      bytes = static_cast<double>(fs::file_size(run.trace()) - format::kFileHeaderSize);
    }
    state.ResumeTiming();
  }
  state.counters["time/event"] = benchmark::Counter(
      static_cast<double>(kEvents), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["bytes/event"] = bytes / static_cast<double>(kEvents);
}

void write_put(benchmark::State& state) {
  measure_writing(state, [](std::uint64_t i) { record::write(put(i)); });
}
void write_put_with_stack(benchmark::State& state) {
  measure_writing(state, [](std::uint64_t i) {
    auto event = put(i);
    event.stack = record::current_stack();
    record::write(event);
  });
}
void write_flush(benchmark::State& state) {
  measure_writing(state, [](std::uint64_t) {
    record::write(event::FlushBegin{.stack = 41, .call = kPut, .window = 9, .target = 1});
    record::write(event::FlushEnd{});
  });
}
void write_access(benchmark::State& state) {
  measure_writing(state, [](std::uint64_t i) {
    record::write(event::Access{.kind = 1,
                                .address = 0x7ffd'1234'0000 + 64 * (i % 4096),
                                .size = 8,
                                .stride = 8,
                                .count = 500,
                                .pc = 0x40'1234});
  });
}
BENCHMARK(write_put)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(write_put_with_stack)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(write_flush)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(write_access)->Unit(benchmark::kMillisecond)->Iterations(3);

void write_when_inactive(benchmark::State& state) {
  for (auto _ : state) record::write(event::FlushEnd{});
}
BENCHMARK(write_when_inactive);

void read_clock(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(record::now_ticks());
}
BENCHMARK(read_clock);

__attribute__((noinline)) std::uint64_t stack_at(std::int64_t depth) {
  const std::uint64_t id = depth == 0 ? record::current_stack() : stack_at(depth - 1);
  asm volatile("" ::: "memory");
  return id;
}

// The same stack again and again, `depth` frames above the benchmark's own.
void same_stack(benchmark::State& state) {
  const Run run;
  for (auto _ : state) benchmark::DoNotOptimize(stack_at(state.range(0)));
}
BENCHMARK(same_stack)->Arg(0)->Arg(10)->Arg(40);

// Stacks seen for the first time: unwound and defined.
template <int I>
__attribute__((noinline)) std::uint64_t one_of_many() {
  const std::uint64_t id = record::current_stack();
  asm volatile("" ::: "memory");
  return id;
}
void new_stacks(benchmark::State& state) {
  const Run run;
  for (auto _ : state) {
    record::detail::forget_stacks();
    benchmark::DoNotOptimize(stack_at(state.range(0)));
  }
}
BENCHMARK(new_stacks)->Arg(0)->Arg(10)->Iterations(2000);

// Many call sites one after another in one function.
void many_call_sites(benchmark::State& state) {
  const Run run;
  for (auto _ : state) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (benchmark::DoNotOptimize(one_of_many<I>()), ...);
    }(std::make_integer_sequence<int, 64>{});
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 64);
}
BENCHMARK(many_call_sites);

template <class MakeOne>
void measure_reading(benchmark::State& state, MakeOne&& make_one) {
  constexpr std::uint64_t kEvents = 1'000'000;
  const Run run;
  for (std::uint64_t i = 0; i < kEvents; ++i) make_one(i);
  record::stop();
  std::uint64_t sum = 0;
  std::uint64_t events = 0;
  for (auto _ : state) {
    read::Problem problem;
    auto stream = read::EventStream::open(run.trace(), problem);
    while (const auto* const recorded = stream->next()) {
      ++events;
      visit(*recorded, [&](const auto& event) {
        if constexpr (requires { event.window; }) sum += event.window;
      });
    }
  }
  benchmark::DoNotOptimize(sum);
  state.SetItemsProcessed(static_cast<std::int64_t>(events));
}
void read_puts(benchmark::State& state) {
  measure_reading(state, [](std::uint64_t i) { record::write(put(i)); });
}
void read_flushes(benchmark::State& state) {
  measure_reading(state, [](std::uint64_t) {
    record::write(event::FlushBegin{.stack = 41, .call = kPut, .window = 9, .target = 1});
    record::write(event::FlushEnd{});
  });
}
BENCHMARK(read_puts)->Unit(benchmark::kMillisecond);
BENCHMARK(read_flushes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fencepost

BENCHMARK_MAIN();
