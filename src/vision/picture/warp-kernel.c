/*
 * Rows of a warped picture, identical bit by bit to warp-row.ts. A row begins in the source at (x, y, d) in homogeneous
 * coordinates and advances by the given steps from pixel to pixel. tools/kernels.sh compiles it.
 */
#include <stdint.h>
#include <wasm_simd128.h>

/* Bits of a fraction, as in warp-row.ts. */
#define FRACTION 11
#define ONE (1 << FRACTION)
#define INLINE static inline __attribute__((always_inline))

/* Two adjacent pixels, blended: red, green and blue as whole numbers with FRACTION additional bits. */
INLINE v128_t blend(const uint8_t *pixels, v128_t weights) {
  v128_t bytes = wasm_v128_load64_zero(pixels);
  v128_t nothing = wasm_i32x4_const_splat(0);
  v128_t pairs = wasm_i8x16_shuffle(bytes, nothing, 0, 16, 3, 16, 1, 16, 4, 16, 2, 16, 5, 16, 16, 16, 16, 16);
  return wasm_i32x4_dot_i16x8(pairs, weights);
}

INLINE v128_t sample(const uint8_t *from, int32_t stride, v128_t place) {
  v128_t whole = wasm_f64x2_floor(wasm_f64x2_mul(place, wasm_f64x2_const_splat(ONE)));
  /* A whole number added to 2^52 is in the lowest bits. */
  v128_t bits = wasm_f64x2_add(whole, wasm_f64x2_const_splat(4503599627370496.0));
  int32_t across = (int32_t)wasm_i64x2_extract_lane(bits, 0);
  int32_t down = (int32_t)wasm_i64x2_extract_lane(bits, 1);
  int32_t right = across & (ONE - 1);
  v128_t weights = wasm_i32x4_splat((right << 16) | (ONE - right));
  const uint8_t *at = from + (down >> FRACTION) * stride + (across >> FRACTION) * 3;
  v128_t above = blend(at, weights);
  v128_t below = blend(at + stride, weights);
  v128_t lower = wasm_i32x4_mul(wasm_i32x4_sub(below, above), wasm_i32x4_splat(down & (ONE - 1)));
  v128_t sum = wasm_i32x4_add(wasm_i32x4_shl(above, FRACTION), lower);
  return wasm_i32x4_shr(wasm_i32x4_add(sum, wasm_i32x4_const_splat(1 << (2 * FRACTION - 1))), 2 * FRACTION);
}

/*
 * One sample per pixel, or the mean of four. `most` is the last place that still has a neighbour to the right and
 * below; `from` is where the source's first pixel is, or would be. Four bytes are written per pixel; the next pixel
 * overwrites the last one. `outside` gets a byte per pixel: 1 where the source has no such place and its edge was used.
 * Their count is stored before it.
 */
INLINE void row(int samples, v128_t *places, double *depths, v128_t step, double stepD, v128_t most, const uint8_t *from,
                int32_t stride, uint8_t *to, int32_t pixels, uint8_t *outside) {
  v128_t nothing = wasm_i32x4_const_splat(0);
  int32_t count = 0;
  for (int32_t pixel = 0; pixel < pixels; pixel++, to += 3) {
    v128_t amiss = nothing;
    v128_t sum = wasm_i32x4_splat(samples == 4 ? 2 : 0);
#pragma unroll
    for (int i = 0; i < samples; i++) {
      v128_t place = wasm_f64x2_mul(places[i], wasm_f64x2_splat(1 / depths[i]));
      v128_t inside = wasm_f64x2_pmin(wasm_f64x2_pmax(nothing, place), most);
      amiss = wasm_v128_or(amiss, wasm_f64x2_ne(place, inside));
      sum = wasm_i32x4_add(sum, sample(from, stride, inside));
      places[i] = wasm_f64x2_add(places[i], step);
      depths[i] += stepD;
    }
    if (samples == 4) sum = wasm_i32x4_shr(sum, 2);
    v128_t bytes = wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(sum, sum), nothing);
    wasm_v128_store32_lane(to, bytes, 0);
    int32_t isOutside = wasm_v128_any_true(amiss);
    outside[pixel] = isOutside;
    count += isOutside;
  }
  ((int32_t *)outside)[-1] = count;
}

__attribute__((export_name("plain")))
void plain(double x, double y, double d, double stepX, double stepY, double stepD, double mostX, double mostY,
           const uint8_t *from, int32_t stride, uint8_t *to, int32_t pixels, uint8_t *outside) {
  v128_t places[] = {wasm_f64x2_make(x, y)};
  double depths[] = {d};
  row(1, places, depths, wasm_f64x2_make(stepX, stepY), stepD, wasm_f64x2_make(mostX, mostY), from, stride, to, pixels, outside);
}

__attribute__((export_name("fourfold")))
void fourfold(double x0, double y0, double d0, double x1, double y1, double d1, double x2, double y2, double d2, double x3,
              double y3, double d3, double stepX, double stepY, double stepD, double mostX, double mostY, const uint8_t *from,
              int32_t stride, uint8_t *to, int32_t pixels, uint8_t *outside) {
  v128_t places[] = {wasm_f64x2_make(x0, y0), wasm_f64x2_make(x1, y1), wasm_f64x2_make(x2, y2), wasm_f64x2_make(x3, y3)};
  double depths[] = {d0, d1, d2, d3};
  row(4, places, depths, wasm_f64x2_make(stepX, stepY), stepD, wasm_f64x2_make(mostX, mostY), from, stride, to, pixels, outside);
}
