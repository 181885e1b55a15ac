import type { Picture, Size } from './picture.ts'

/** Scales to exactly this size. Shrinking averages, so fine print and moiré do not alias. */
export function resize(picture: Picture, size: Size): Picture {
  if (picture.width === size.width && picture.height === size.height) return picture
  const factor = Math.floor(Math.min(picture.width / size.width, picture.height / size.height) / 2)
  return resample(factor > 1 ? averageBlocks(picture, factor) : picture, size)
}

/** Shrinks so that the longer side is at most `side`; smaller pictures pass as they are. */
export function fitWithin(picture: Picture, side: number): { picture: Picture; scale: number } {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  if (scale === 1) return { picture, scale }
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
  return { picture: resize(picture, size), scale }
}

/** Averages blocks of `factor` × `factor` pixels; the odd rows and columns at the far edges are left out. */
export function averageBlocks(picture: Picture, factor: number): Picture {
  const width = Math.floor(picture.width / factor)
  const height = Math.floor(picture.height / factor)
  const data = new Uint8Array(width * height * 3)
  const sums = new Uint32Array(width * 3)
  const area = factor * factor
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (let row = 0; row < factor; row++) {
      let at = (y * factor + row) * picture.width * 3
      for (let x = 0; x < width * 3; x += 3) {
        for (let column = 0; column < factor; column++, at += 3) {
          sums[x] = (sums[x] as number) + (picture.data[at] as number)
          sums[x + 1] = (sums[x + 1] as number) + (picture.data[at + 1] as number)
          sums[x + 2] = (sums[x + 2] as number) + (picture.data[at + 2] as number)
        }
      }
    }
    const to = y * width * 3
    for (let i = 0; i < width * 3; i++) data[to + i] = (sums[i] as number) / area + 0.5
  }
  return { width, height, data }
}

/** Separable triangle filter: bilinear when enlarging, averaging over the covered pixels when shrinking. */
function resample(picture: Picture, { width, height }: Size): Picture {
  const across = weightsOf(picture.width, width)
  const down = weightsOf(picture.height, height)
  const half = new Float32Array(width * picture.height * 3)
  for (let y = 0; y < picture.height; y++) {
    const row = y * picture.width * 3
    for (let x = 0; x < width; x++) {
      const { first, taps } = across[x] as Taps
      let r = 0
      let g = 0
      let b = 0
      for (let i = 0, at = row + first * 3; i < taps.length; i++, at += 3) {
        const w = taps[i] as number
        r += w * (picture.data[at] as number)
        g += w * (picture.data[at + 1] as number)
        b += w * (picture.data[at + 2] as number)
      }
      const to = (y * width + x) * 3
      half[to] = r
      half[to + 1] = g
      half[to + 2] = b
    }
  }

  const data = new Uint8Array(width * height * 3)
  const line = new Float32Array(width * 3)
  for (let y = 0; y < height; y++) {
    const { first, taps } = down[y] as Taps
    line.fill(0.5)
    for (let i = 0; i < taps.length; i++) {
      const w = taps[i] as number
      const from = (first + i) * width * 3
      for (let x = 0; x < line.length; x++) line[x] = (line[x] as number) + w * (half[from + x] as number)
    }
    data.set(line, y * width * 3)
  }
  return { width, height, data }
}

interface Taps {
  first: number
  taps: Float32Array
}

function weightsOf(from: number, to: number): Taps[] {
  const scale = from / to
  const reach = Math.max(1, scale)
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * scale - 0.5
    const first = Math.max(0, Math.ceil(centre - reach))
    const last = Math.min(from - 1, Math.floor(centre + reach))
    const taps = new Float32Array(last - first + 1)
    let sum = 0
    for (let at = first; at <= last; at++) {
      const w = Math.max(0, 1 - Math.abs(at - centre) / reach)
      taps[at - first] = w
      sum += w
    }
    return { first, taps: taps.map((w) => w / sum) }
  })
}
