// The compilers' functions for single instructions on parts
// of vectors: exactly the requested lanes are recorded.
// only: pass
// needs: avx2 avx512f avx512bw avx512vl
#include <immintrin.h>

#include "probe.h"

static struct {
  double numbers[64];
  int integers[64];  // 512
  char text[64];     // 768
  long odd[5];       // 832: no more than the first three are a window
} window __attribute__((aligned(4096)));
static volatile int sink;
static volatile long some = -1;

#define AVX2 NOINLINE __attribute__((target("avx2")))
#define AVX512 NOINLINE __attribute__((target("avx512f,avx512bw,avx512vl")))

NOINLINE static void streams(void) {
  _mm_stream_pd(window.numbers, _mm_set1_pd(1));  // expect: store 0 16 16
  _mm_stream_si32(&window.integers[1], 3);  // expect: store 516 520 4
}
NOINLINE static void bytes(void) {
  const __m128i mask = _mm_set_epi64x(0, 0x80008000ff000000 | (some & 1));
  _mm_maskmoveu_si128(_mm_set1_epi8('x'), mask, window.text);  // expect: store 771 776 3
}

AVX2 static void masked(void) {
  const __m256i mask = _mm256_set_epi64x(-1, 0, some, 1);
  const __m256d value = _mm256_maskload_pd(window.numbers + 4, mask);  // expect: load 40 64 16
  _mm256_maskstore_pd(window.numbers + 8, mask, value);  // expect: store 72 96 16
  _mm256_maskstore_epi32(window.integers + 8, _mm256_setr_epi32(0, 0, -1, -1, -1, 0, 0, (int)some), mask);  // expect: store 552 576 16
  _mm256_maskstore_pd(window.numbers + 12, _mm256_set1_epi64x(some + 1), value);
}
AVX2 static void gathered(void) {
  const __m128i index = _mm_setr_epi32(20, -1, 23, 33);
  const __m256d value = _mm256_i32gather_pd(window.numbers + 1, index, 8);  // expect: load 0 280 32
  const __m256d few = _mm256_castsi256_pd(_mm256_set_epi64x(0, some, 0, 0));
  sink = (int)_mm256_mask_i32gather_pd(value, window.numbers + 2, index, few, 8)[0];  // expect: load 200 208 8
  sink = _mm_i64gather_epi32(window.integers, _mm_set_epi64x(9, 7), 4)[0] != 0;  // expect: load 540 552 8
}

AVX512 static void scattered(void) {
  const __m512i index = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  _mm512_mask_i32scatter_epi32(window.integers, (__mmask16)(some & 0x8003), index, index, 4);  // expect: store 512 636 12
  const __m512i value = _mm512_mask_i32gather_epi32(index, (__mmask16)(some & 0x11), index, window.integers, 4);  // expect: load 512 548 8
  sink = _mm512_reduce_add_epi32(value);
}
AVX512 static void packed(void) {
  const __mmask8 mask = (__mmask8)(some & 0xa8);
  const __m512d value = _mm512_maskz_expandloadu_pd(mask, window.numbers + 30);  // expect: load 240 264 24
  _mm512_mask_compressstoreu_pd(window.numbers + 40, mask, value);  // expect: store 320 344 24
  _mm512_mask_compressstoreu_pd(window.numbers + 50, (__mmask8)(some + 1), value);
}
AVX512 static void shortened(void) {
  _mm512_mask_cvtepi32_storeu_epi8(window.text + 16, (__mmask16)(some & 0xf00f), _mm512_set1_epi32(7));  // expect: store 784 800 8
}
// Although all of it may be loaded.
AVX512 static void zeroed(void) {
  const __m512i value = _mm512_maskz_loadu_epi32((__mmask16)(some & 0x6), window.integers + 32);  // expect: load 644 652 8
  sink = _mm512_reduce_add_epi32(value);
}
// Beyond the end of the window.
AVX512 static void at_end(void) {
  _mm512_mask_storeu_epi64(window.odd, (__mmask8)(some & 0x1a), _mm512_set1_epi64(3));  // expect: store 840 848 8
}

NOINLINE static void assembly(void) {
  int value = 4;
  __asm__ volatile("movl %1, %0" : "=m"(window.integers[40]) : "r"(value));  // expect: store 672 676 4
  __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(window.integers[41]));  // expect: load 676 680 4
  __asm__ volatile("incl %0" : "+m"(window.integers[42]));  // expect: store 680 684 4
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(window.integers[43]) : : "memory");  // expect: atomic update 684 688 4
  __asm__ volatile("prefetcht0 %0" : : "m"(window.integers[44]));
  __asm__ volatile("" : "+m"(window.integers[45]) : : "memory");
  sink = value;
}

int main(void) {
  track(&window, sizeof window - 2 * sizeof *window.odd);
  event();
  streams();
  event();
  bytes();
  event();
  assembly();
  event();
  masked();
  event();
  gathered();
  event();
  scattered();
  event();
  packed();
  event();
  shortened();
  event();
  zeroed();
  event();
  at_end();
  event();
  return 0;
}
