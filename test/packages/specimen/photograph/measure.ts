/** Mean absolute difference of two pictures of one size. */
export function difference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new Error('pictures of two sizes')
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += Math.abs((one[i] as number) - (other[i] as number))
  return sum / one.length
}

/** Mean square of the second difference along the rows of the green channel. */
export function sharpness(rgb: Uint8Array, width: number): number {
  let sum = 0
  let count = 0
  for (let i = 1; i < rgb.length / 3 - 1; i++) {
    if (i % width === 0 || i % width === width - 1) continue
    const second = (rgb[i * 3 - 2] as number) + (rgb[i * 3 + 4] as number) - 2 * (rgb[i * 3 + 1] as number)
    sum += second * second
    count++
  }
  return sum / count
}

/** How much the hue varies over the picture: the deviation of red minus blue. The colour of the light does not count. */
export function hueSpread(rgb: Uint8Array): number {
  let sum = 0
  let squares = 0
  for (let i = 0; i < rgb.length; i += 3) {
    const hue = (rgb[i] as number) - (rgb[i + 2] as number)
    sum += hue
    squares += hue * hue
  }
  const count = rgb.length / 3
  return Math.sqrt(squares / count - (sum / count) ** 2)
}
