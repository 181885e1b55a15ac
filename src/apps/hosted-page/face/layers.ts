/**
 * A layer's values, row by row, the channels of a pixel next to each other. Double precision throughout: a JavaScript
 * engine computes in it anyway, and converting every number it reads takes a quarter of the time.
 */
export interface Plane {
  width: number
  height: number
  channels: number
  data: Float64Array
}

/** Weights in TensorFlow Lite's order: the inputs of each output, then one bias per output. */
export interface Weights {
  kernel: Float64Array
  bias: Float64Array
}

/** A 5 × 5 convolution with stride 2 and ReLU; at an even side the padding is 1 before and 2 after. */
export function convolveFirst(input: Plane, weights: Weights): Plane {
  const { channels, data, width } = padded(input, 1, 2)
  const output = plane(input.width / 2, input.height / 2, weights.bias.length)
  const line = output.width * output.channels
  const patches = new Float64Array(output.width * 25 * channels)
  for (let y = 0; y < output.height; y += 1) {
    for (let x = 0, at = 0; x < output.width; x += 1)
      for (let row = 0; row < 5; row += 1, at += 5 * channels) {
        const from = ((2 * y + row) * width + 2 * x) * channels
        patches.set(data.subarray(from, from + 5 * channels), at)
      }
    multiply(patches, output.width, weights, output.data.subarray(y * line, (y + 1) * line))
  }
  for (let at = 0; at < output.data.length; at += 1) if ((output.data[at] as number) < 0) output.data[at] = 0
  return output
}

/**
 * A depthwise 3 × 3 convolution; with stride 2 the padding is only after. It goes along a row channel by channel and
 * keeps the columns it has read, so that each number is read three times and not nine.
 */
export function convolveDepthwise(input: Plane, { kernel, bias }: Weights, step: 1 | 2): Plane {
  const { channels, data, width } = padded(input, step === 1 ? 1 : 0, step)
  const output = plane(input.width / step, input.height / step, channels)
  const row = width * channels
  for (let channel = 0; channel < channels; channel += 1) {
    const k0 = kernel[channel] as number
    const k1 = kernel[channel + channels] as number
    const k2 = kernel[channel + 2 * channels] as number
    const k3 = kernel[channel + 3 * channels] as number
    const k4 = kernel[channel + 4 * channels] as number
    const k5 = kernel[channel + 5 * channels] as number
    const k6 = kernel[channel + 6 * channels] as number
    const k7 = kernel[channel + 7 * channels] as number
    const k8 = kernel[channel + 8 * channels] as number
    const start = bias[channel] as number
    for (let y = 0; y < output.height; y += 1) {
      let from = y * step * row + channel
      let to = y * output.width * channels + channel
      let left0 = data[from] as number
      let left1 = data[from + row] as number
      let left2 = data[from + 2 * row] as number
      let middle0 = data[from + channels] as number
      let middle1 = data[from + channels + row] as number
      let middle2 = data[from + channels + 2 * row] as number
      from += 2 * channels
      for (let x = 0; x < output.width; x += 1, to += channels) {
        const right0 = data[from] as number
        const right1 = data[from + row] as number
        const right2 = data[from + 2 * row] as number
        output.data[to] =
          start +
          left0 * k0 +
          middle0 * k1 +
          right0 * k2 +
          left1 * k3 +
          middle1 * k4 +
          right1 * k5 +
          left2 * k6 +
          middle2 * k7 +
          right2 * k8
        from += channels
        if (step === 1) {
          left0 = middle0
          left1 = middle1
          left2 = middle2
          middle0 = right0
          middle1 = right1
          middle2 = right2
        } else {
          left0 = right0
          left1 = right1
          left2 = right2
          middle0 = data[from] as number
          middle1 = data[from + row] as number
          middle2 = data[from + 2 * row] as number
          from += channels
        }
      }
    }
  }
  return output
}

/** A 1 × 1 convolution. */
export function convolvePointwise({ width, height, data }: Plane, weights: Weights): Plane {
  const output = plane(width, height, weights.bias.length)
  multiply(data, width * height, weights, output.data)
  return output
}

/** Adds the shortcut to a block's result and applies ReLU; missing channels of the shortcut count as zero. */
export function addShortcut(result: Plane, shortcut: Plane): Plane {
  const { data, channels } = result
  for (let at = 0, from = 0; at < data.length; at += channels - shortcut.channels)
    for (const end = from + shortcut.channels; from < end; from += 1, at += 1)
      data[at] = (data[at] as number) + (shortcut.data[from] as number)
  for (let at = 0; at < data.length; at += 1) if ((data[at] as number) < 0) data[at] = 0
  return result
}

/** 2 × 2 max pooling. */
export function halve({ width, height, channels, data }: Plane): Plane {
  const output = plane(width / 2, height / 2, channels)
  const row = width * channels
  for (let y = 0, at = 0; y < output.height; y += 1)
    for (let x = 0; x < output.width; x += 1)
      for (let channel = 0; channel < channels; channel += 1, at += 1) {
        const from = 2 * y * row + 2 * x * channels + channel
        output.data[at] = Math.max(
          data[from] as number,
          data[from + channels] as number,
          data[from + row] as number,
          data[from + row + channels] as number,
        )
      }
  return output
}

const plane = (width: number, height: number, channels: number): Plane => ({
  width,
  height,
  channels,
  data: new Float64Array(width * height * channels),
})

/** Pads with zeros before and after, horizontally and vertically. */
function padded({ width, height, channels, data }: Plane, before: number, behind: number): Plane {
  const wide = plane(width + before + behind, height + before + behind, channels)
  for (let y = 0; y < height; y += 1) {
    const line = data.subarray(y * width * channels, (y + 1) * width * channels)
    wide.data.set(line, ((y + before) * wide.width + before) * channels)
  }
  return wide
}

/**
 * Multiplies each of `pixels` rows of inputs by the kernel. Four pixels and four outputs at once, so that each value
 * read is used four times: memory reads take most of the time.
 */
function multiply(input: Float64Array, pixels: number, { kernel, bias }: Weights, output: Float64Array): void {
  const outputs = bias.length
  const inputs = kernel.length / outputs
  const blocks = outputs - (outputs % 4)
  for (let next = 0; next < pixels; next += 4) {
    const pixel = Math.min(next, pixels - 4) // the last four may be computed again
    const from = pixel * inputs
    for (let out = 0; out < blocks; out += 4) {
      let a = out * inputs
      let b = a + inputs
      let c = b + inputs
      let d = c + inputs
      let a0 = 0
      let b0 = 0
      let c0 = 0
      let d0 = 0
      let a1 = 0
      let b1 = 0
      let c1 = 0
      let d1 = 0
      let a2 = 0
      let b2 = 0
      let c2 = 0
      let d2 = 0
      let a3 = 0
      let b3 = 0
      let c3 = 0
      let d3 = 0
      for (let at = from; at < from + inputs; at += 1) {
        const x0 = input[at] as number
        const x1 = input[at + inputs] as number
        const x2 = input[at + 2 * inputs] as number
        const x3 = input[at + 3 * inputs] as number
        const ka = kernel[a++] as number
        const kb = kernel[b++] as number
        const kc = kernel[c++] as number
        const kd = kernel[d++] as number
        a0 += x0 * ka
        a1 += x1 * ka
        a2 += x2 * ka
        a3 += x3 * ka
        b0 += x0 * kb
        b1 += x1 * kb
        b2 += x2 * kb
        b3 += x3 * kb
        c0 += x0 * kc
        c1 += x1 * kc
        c2 += x2 * kc
        c3 += x3 * kc
        d0 += x0 * kd
        d1 += x1 * kd
        d2 += x2 * kd
        d3 += x3 * kd
      }
      put(output, pixel * outputs + out, bias, out, a0, b0, c0, d0)
      put(output, (pixel + 1) * outputs + out, bias, out, a1, b1, c1, d1)
      put(output, (pixel + 2) * outputs + out, bias, out, a2, b2, c2, d2)
      put(output, (pixel + 3) * outputs + out, bias, out, a3, b3, c3, d3)
    }
  }
  for (let out = blocks; out < outputs; out += 1)
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      let sum = bias[out] as number
      for (let at = 0; at < inputs; at += 1)
        sum += (input[pixel * inputs + at] as number) * (kernel[out * inputs + at] as number)
      output[pixel * outputs + out] = sum
    }
}

function put(
  output: Float64Array,
  at: number,
  bias: Float64Array,
  out: number,
  a: number,
  b: number,
  c: number,
  d: number,
): void {
  output[at] = a + (bias[out] as number)
  output[at + 1] = b + (bias[out + 1] as number)
  output[at + 2] = c + (bias[out + 2] as number)
  output[at + 3] = d + (bias[out + 3] as number)
}
