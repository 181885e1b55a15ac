/**
 * Reads the kernels and the weights one after the other, in the order in which tools/convert/corner-net.mjs wrote them.
 */
export interface WeightsFile {
  /** Eight bits each with one scale for all inputs of an output: the inputs of each output. */
  bytes(outputs: number, inputs: number): Float32Array
  /** Half precision. */
  halves(count: number): Float32Array
  floats(count: number): Float32Array
  /** A WebAssembly module, preceded by its length. */
  code(): ArrayBuffer
  /** Throws if any bytes are left. */
  end(): void
}

export function openWeights(file: ArrayBuffer): WeightsFile {
  let at = 0
  const take = (bytes: number): ArrayBuffer => {
    if (at + bytes > file.byteLength) throw new Error('the weights are too short')
    at += bytes
    return file.slice(at - bytes, at)
  }
  const floats = (count: number) => new Float32Array(take(4 * count))
  return {
    bytes(outputs, inputs) {
      const scales = floats(outputs)
      return Float32Array.from(new Int8Array(take(outputs * inputs)), (value, index) => {
        return value * (scales[Math.floor(index / inputs)] as number)
      })
    },
    halves: (count) => Float32Array.from(new Uint16Array(take(2 * count)), fromHalf),
    floats,
    code() {
      const [bytes = 0] = new Uint32Array(take(4))
      if (bytes === 0) throw new Error('the weights are too short: they have no kernels')
      return take(bytes)
    },
    end() {
      if (at !== file.byteLength) throw new Error('the weights are too long')
    },
  }
}

/** IEEE 754 half precision; no weight is infinite. */
function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 0x1f
  const fraction = half & 0x3ff
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
