/*
 * The layers of the corner net, four floats at a time. With relaxed SIMD a product and a sum are one instruction.
 * tools/kernels.sh compiles it in both ways.
 */
#include <stdint.h>
#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))
#define PIXELS 4
/* Steps of their own: the compiler would address the four pixels by sums. */
#define KEEP(pointer) __asm__("" : "+r"(pointer))

#ifdef __wasm_relaxed_simd__
#define MULTIPLY_ADD(one, other, sum) wasm_f32x4_relaxed_madd(one, other, sum)
#else
#define MULTIPLY_ADD(one, other, sum) wasm_f32x4_add(wasm_f32x4_mul(one, other), sum)
#endif

/* Four pixels and four or eight outputs at once, so that what is read is used often. */
INLINE const float *block(int vectors, const float *input, int32_t pixels, int32_t inputs, const float *weights,
                          const float *bias, int32_t outputs, float *output, v128_t floor) {
  const float *weight = weights;
  int32_t pixel = 0;
  while (pixel < pixels) {
    const float *at[PIXELS];
    v128_t sums[PIXELS][2];
#pragma unroll
    for (int each = 0; each < PIXELS; each++) {
      at[each] = input + (pixel + each) * inputs;
#pragma unroll
      for (int i = 0; i < vectors; i++) sums[each][i] = wasm_v128_load(bias + 4 * i);
    }
    weight = weights;
#pragma clang loop unroll(disable)
    for (int32_t left = inputs; left; left--, weight += 4 * vectors) {
      v128_t ours[2];
#pragma unroll
      for (int i = 0; i < vectors; i++) ours[i] = wasm_v128_load(weight + 4 * i);
#pragma unroll
      for (int each = 0; each < PIXELS; each++) {
        v128_t value = wasm_v128_load32_splat(at[each]);
        at[each]++;
        KEEP(at[each]);
#pragma unroll
        for (int i = 0; i < vectors; i++) sums[each][i] = MULTIPLY_ADD(value, ours[i], sums[each][i]);
      }
    }
#pragma unroll
    for (int each = 0; each < PIXELS; each++)
#pragma unroll
      for (int i = 0; i < vectors; i++)
        wasm_v128_store(output + (pixel + each) * outputs + 4 * i, wasm_f32x4_max(sums[each][i], floor));
    /* The next four, or the last four again where fewer are left. */
    pixel += PIXELS;
    if (pixel < pixels && pixel > pixels - PIXELS) pixel = pixels - PIXELS;
  }
  return weight;
}

/*
 * Each of `pixels` (at least 4) rows of `inputs` (a multiple of 4) times the weights, plus the bias, at least `floor`.
 * The weights lie in blocks of 8 outputs, the last one of 4 perhaps: of each block, for each input its outputs.
 */
__attribute__((export_name("mix")))
void mix(const float *input, int32_t pixels, int32_t inputs, const float *weights, const float *bias, int32_t outputs,
         float *output, float floor) {
  v128_t least = wasm_f32x4_splat(floor);
  int32_t left = outputs;
  for (; left >= 8; left -= 8, bias += 8, output += 8)
    weights = block(2, input, pixels, inputs, weights, bias, outputs, output, least);
  if (left) block(1, input, pixels, inputs, weights, bias, outputs, output, least);
}

/* Weights and bias lie in blocks of four channels: of each block its taps row by row. */
INLINE void spread(int side, const float *const *rows, int32_t step, int32_t width, int32_t channels, const float *weights,
                   const float *bias, float *output) {
  for (int32_t pixel = 0; pixel < width; pixel++) {
    const float *weight = weights;
    for (int32_t channel = 0; channel < channels; channel += 4, weight += 4 * side * side, output += 4) {
      v128_t sum = wasm_v128_load(bias + channel);
      const float *tap = weight;
      /* Row by row: unrolled, all of it would be loaded before the first sum. */
#pragma clang loop unroll(disable)
      for (int y = 0; y < side; y++, tap += 4 * side) {
        const float *at = rows[y] + pixel * step * channels + channel;
#pragma unroll
        for (int x = 0; x < side; x++) sum = MULTIPLY_ADD(wasm_v128_load(at + x * channels), wasm_v128_load(tap + 4 * x), sum);
      }
      wasm_v128_store(output, wasm_f32x4_max(sum, wasm_f32x4_const_splat(0)));
    }
  }
}

/* A row of a 3 × 3 or 5 × 5 convolution of each channel by itself: `rows` are its input rows. */
__attribute__((export_name("spread3")))
void spread3(const float *const *rows, int32_t step, int32_t width, int32_t channels, const float *weights, const float *bias,
             float *output) {
  spread(3, rows, step, width, channels, weights, bias, output);
}

__attribute__((export_name("spread5")))
void spread5(const float *const *rows, int32_t step, int32_t width, int32_t channels, const float *weights, const float *bias,
             float *output) {
  spread(5, rows, step, width, channels, weights, bias, output);
}

/* `to` += `from`, so many numbers (a multiple of 4). */
__attribute__((export_name("plus")))
void plus(float *to, const float *from, int32_t count) {
  for (int32_t i = 0; i < count; i += 4) wasm_v128_store(to + i, wasm_f32x4_add(wasm_v128_load(to + i), wasm_v128_load(from + i)));
}
