// Loads that the program does not make are not recorded, although the optimizer would consider them harmless: in
// another thread's buffer they would be races that nobody has written.
#include <stdatomic.h>

#include "probe.h"

static struct {
  int values[1024];
} window __attribute__((aligned(4096)));
static int more[64];
static volatile int sink;
static volatile int limit = 50;
static volatile int no = 0;
static atomic_int ready;

NOINLINE static int only_if(const int* flags, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (flags[i]) sum += window.values[7];
  }
  return sum;
}
NOINLINE static int either(int which) {
  int value = 3;
  if (which) value = window.values[9];
  return value * 5;
}
NOINLINE static int once_of_many(int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (i == 20) sum += window.values[11];  // expect: load 44 48 4
    if (i == 100) sum += window.values[12];
  }
  return sum;
}
NOINLINE static int when_ready(int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (atomic_load_explicit(&ready, memory_order_relaxed)) sum += window.values[13];
  }
  return sum;
}
NOINLINE static int until_ready(int count) {
  int tries = 0;
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
    if (++tries == count) return 0;
  }
  return window.values[14];
}
NOINLINE static int chain(int a) {
  return a && window.values[26] == 1 && window.values[27] == 2;
}
NOINLINE static int cases(int which) {
  switch (which) {
    case 0:
      return window.values[30];  // expect: load 120 124 4
    case 1:
      return window.values[31];
    case 2:
      return window.values[32];
    case 3:
      return window.values[33];
    default:
      return 0;
  }
}
NOINLINE static int through_pointer(const int* at, const int* flags, int count) {
  int sum = at[1];  // expect: load 164 168 4
  for (int i = 0; i < count; ++i) {
    if (flags[i]) sum += at[0];
  }
  return sum;
}
NOINLINE static int in_both_or_none(const int* flags, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (flags[i] > 1) {
      sum += window.values[44];
      if (flags[i] > 2) sum -= window.values[44] * 2;
    } else if (flags[i] == 1) {
      sum += 1;
    }
  }
  return flags[0] ? sum + window.values[44] : sum;
}
NOINLINE static void masked(int* restrict to, const int* restrict flags) {
  for (int i = 0; i < 64; ++i) to[i] = flags[i] ? window.values[64 + i] : 0;
}
NOINLINE static int bounded(int count, int most) {
  int sum = 0;
  for (int i = 0; i < count && i < most; ++i) sum += window.values[200];
  return sum;
}
NOINLINE static int nested(int rows, int columns) {
  int sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < columns; ++k) sum += window.values[210];
  }
  return sum;
}
NOINLINE static int searched(const int* flags, int count) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const int value = flags[i] ? window.values[230] : flags[i + 1];
    if (value == 17) found = i;
  }
  return found;
}
NOINLINE static int unswitched(const int* flags, int count, int wanted) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (wanted) sum += window.values[240];
    sum += flags[i];
  }
  return sum;
}
NOINLINE static int stored_if(const int* flags, int count) {
  for (int i = 0; i < count; ++i) {
    if (flags[i]) window.values[250] += i;
  }
  return 0;
}
NOINLINE static void counted_if(const int* flags, int count) {
  for (int i = 0; i < count; ++i) {
    if (flags[i]) window.values[260]++;
  }
}
// What the last call may have changed is not examined any more.
NOINLINE static int asked_each_time(int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (window.values[272] == 0) {  // expect: load 1088 1092 4
      event();
    } else {
      sum += i * 3;
    }
    sum ^= i;
  }
  return sum;
}
NOINLINE static void stored_after(int which) {
  window.values[252] = 1;  // expect: store 1008 1012 4
  if (which) window.values[253] = 2;
}

int main(void) {
  static const int flags[100];
  track(&window, sizeof window);
  event();
  sink = only_if(flags, limit);
  sink = either(no);
  sink = once_of_many(limit);
  sink = when_ready(limit);
  sink = until_ready(limit);
  sink = chain(no);
  sink = cases(no);
  sink = through_pointer(&window.values[40], flags, limit);
  sink = in_both_or_none(flags, limit);
  masked(more, flags);
  sink = bounded(limit, no);
  sink = nested(limit, no);
  sink = searched(flags, limit);
  sink = unswitched(flags, limit, no);
  sink = stored_if(flags, limit);
  counted_if(more, limit);
  stored_after(no);
  event();
  sink = asked_each_time(no + 1);
  event();
  return 0;
}
