/** A grey picture, row by row. */
export interface Grey {
  width: number
  height: number
  data: Uint8Array
}

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Luma of RGBA pixels (BT.601). */
export function toGrey(pixels: { width: number; height: number; data: ArrayLike<number> }): Grey {
  const { width, height, data } = pixels
  const grey = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4)
    grey[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8
  return { width, height, data: grey }
}

export function meanOf(picture: Grey, area: Area): number {
  let sum = 0
  let count = 0
  forEachPixel(picture, area, (value) => {
    sum += value
    count += 1
  })
  return count ? sum / count : 0
}

const BLOCK = 4
const SATURATED = 250

/** The share of small blocks in which nearly every pixel is overexposed: a reflection hides what is under it. */
export function washedOutShare(picture: Grey, area: Area): number {
  let blocks = 0
  let washed = 0
  forEachBlock(picture, area, (_x, _y, burnt) => {
    blocks += 1
    if (burnt) washed += 1
  })
  return blocks ? washed / blocks : 0
}

/** The bounding box of all overexposed blocks. */
export function washedOutPart(picture: Grey, area: Area): Area | undefined {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  forEachBlock(picture, area, (x, y, burnt) => {
    if (!burnt) return
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + BLOCK)
    bottom = Math.max(bottom, y + BLOCK)
  })
  return right > left ? { x: left, y: top, width: right - left, height: bottom - top } : undefined
}

function forEachBlock(picture: Grey, area: Area, visit: (x: number, y: number, burnt: boolean) => void): void {
  for (let y = Math.floor(area.y); y + BLOCK <= area.y + area.height; y += BLOCK) {
    for (let x = Math.floor(area.x); x + BLOCK <= area.x + area.width; x += BLOCK) {
      let burnt = 0
      forEachPixel(picture, { x, y, width: BLOCK, height: BLOCK }, (value) => {
        if (value >= SATURATED) burnt += 1
      })
      visit(x, y, burnt > 0.9 * BLOCK * BLOCK)
    }
  }
}

/** The mean difference of grey values between two frames. */
export function motionBetween(now: Grey, before: Grey): number {
  if (now.data.length !== before.data.length) return Number.POSITIVE_INFINITY
  let sum = 0
  for (let at = 0; at < now.data.length; at += 3) sum += Math.abs((now.data[at] ?? 0) - (before.data[at] ?? 0))
  return sum / Math.ceil(now.data.length / 3)
}

/**
 * The steepness of the steepest edges relative to the contrast: 0 (blurred) … about 1 (black to white in one pixel).
 */
export function sharpnessOf({ width, height, data }: Grey): number {
  const steps = new Uint32Array(256)
  let darkest = 255
  let lightest = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 1; x < width; x += 1) {
      const value = data[y * width + x] ?? 0
      const step = Math.abs(value - (data[y * width + x - 1] ?? 0))
      steps[step] = (steps[step] ?? 0) + 1
      if (value < darkest) darkest = value
      if (value > lightest) lightest = value
    }
  }
  const contrast = lightest - darkest
  return contrast < 24 ? 0 : quantile(steps, 0.995) / contrast
}

function quantile(histogram: Uint32Array, share: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (let value = 0; value < histogram.length; value += 1) {
    seen += histogram[value] ?? 0
    if (seen >= share * total) return value
  }
  return histogram.length - 1
}

function forEachPixel({ width, height, data }: Grey, area: Area, visit: (value: number) => void): void {
  const right = Math.min(width, Math.floor(area.x + area.width))
  const bottom = Math.min(height, Math.floor(area.y + area.height))
  for (let y = Math.max(0, Math.floor(area.y)); y < bottom; y += 1)
    for (let x = Math.max(0, Math.floor(area.x)); x < right; x += 1) visit(data[y * width + x] ?? 0)
}
