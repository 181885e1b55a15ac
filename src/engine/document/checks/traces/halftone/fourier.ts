/** In place, for a whole power of two; frequencies in the usual order. */
export class Fourier {
  private readonly size: number
  private readonly cosines: Float64Array
  private readonly sines: Float64Array
  private readonly mirrored: Uint16Array
  private readonly re: Float64Array
  private readonly im: Float64Array

  constructor(size: number) {
    this.size = size
    this.cosines = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size))
    this.sines = Float64Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size))
    const bits = Math.log2(size)
    this.mirrored = Uint16Array.from({ length: size }, (_, i) =>
      Number.parseInt([...i.toString(2).padStart(bits, '0')].reverse().join(''), 2),
    )
    this.re = new Float64Array(size)
    this.im = new Float64Array(size)
  }

  /** A square of numbers with a real and an imaginary part, row by row. */
  square(re: Float64Array, im: Float64Array): void {
    const { size } = this
    for (let row = 0; row < size; row++) this.line(re, im, row * size, 1)
    for (let column = 0; column < size; column++) this.line(re, im, column, size)
  }

  /** Every `step`-th number from `from` on, worked on in a row of its own: to jump about in the square takes twice as long. */
  private line(wholeRe: Float64Array, wholeIm: Float64Array, from: number, step: number): void {
    const { size, cosines, sines, mirrored, re, im } = this
    for (let i = 0, at = from; i < size; i++, at += step) {
      const to = mirrored[i] as number
      re[to] = wholeRe[at] as number
      im[to] = wholeIm[at] as number
    }
    for (let half = 1, turn = size >> 1; half < size; half *= 2, turn >>= 1) {
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0, a = start, b = start + half; k < half; k++, a++, b++) {
          const cosine = cosines[k * turn] as number
          const sine = sines[k * turn] as number
          const x = (re[b] as number) * cosine - (im[b] as number) * sine
          const y = (re[b] as number) * sine + (im[b] as number) * cosine
          re[b] = (re[a] as number) - x
          im[b] = (im[a] as number) - y
          re[a] = (re[a] as number) + x
          im[a] = (im[a] as number) + y
        }
      }
    }
    for (let i = 0, at = from; i < size; i++, at += step) {
      wholeRe[at] = re[i] as number
      wholeIm[at] = im[i] as number
    }
  }
}
