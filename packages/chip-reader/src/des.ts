/**
 * Triple DES with two keys, which older chips use for access and secure messaging (ICAO 9303-11, 9.8).
 * Neither Web Crypto nor the libraries we use have it. Checked against OpenSSL in the tests.
 */

const INITIAL = steps([58, 60, 62, 64, 57, 59, 61, 63])
const FINAL = inverse(INITIAL)
const CHOICE_1 = [
  ...[57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36],
  ...[63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4],
]
const CHOICE_2 = [
  ...[14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2],
  ...[41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32],
]
const SHIFTS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]
const PERMUTATION = [
  ...[16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10],
  ...[2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25],
]
/** The eight S-boxes, four rows of sixteen hexadecimal digits each. */
const BOXES = [
  'e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d',
  'f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9',
  'a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c',
  '7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e',
  '2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453',
  'c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d',
  '4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c',
  'd2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b',
].map((text) => text.replace(/ /g, ''))
/** What a box and the permutation after it give for each of its 64 inputs. */
const SUBSTITUTION = BOXES.map((digits, box) =>
  Uint32Array.from({ length: 64 }, (_, input) => {
    const row = ((input >> 4) & 2) | (input & 1)
    const nibble = Number.parseInt(digits[row * 16 + ((input >> 1) & 15)] ?? '0', 16)
    return permuteWord(nibble << (28 - 4 * box))
  }),
)

type Schedule = Uint8Array[]

/** Encrypts or decrypts whole blocks in CBC mode under a two-key triple DES key of 16 bytes. */
export function tripleDesCbc(
  key: Uint8Array,
  iv: Uint8Array,
  data: Uint8Array,
  mode: 'encrypt' | 'decrypt',
): Uint8Array {
  const [first, second] = [schedule(key.subarray(0, 8)), schedule(key.subarray(8, 16))]
  const forward = [first, reversed(second), first]
  const backward = [reversed(first), second, reversed(first)]
  const result = new Uint8Array(data.length)
  let previous = iv
  for (let at = 0; at < data.length; at += 8) {
    const block = data.subarray(at, at + 8)
    if (mode === 'encrypt') {
      const chained = block.map((byte, index) => byte ^ (previous[index] ?? 0))
      previous = transform(chained, forward)
      result.set(previous, at)
    } else {
      const plain = transform(block, backward)
      result.set(
        plain.map((byte, index) => byte ^ (previous[index] ?? 0)),
        at,
      )
      previous = block
    }
  }
  return result
}

/** MAC algorithm 3 of ISO/IEC 9797-1 ("retail MAC") over data that is padded already. */
export function retailMac(key: Uint8Array, padded: Uint8Array): Uint8Array {
  const [first, second] = [schedule(key.subarray(0, 8)), schedule(key.subarray(8, 16))]
  let state: Uint8Array = new Uint8Array(8)
  for (let at = 0; at < padded.length; at += 8)
    state = transform(
      state.map((byte, index) => byte ^ (padded[at + index] ?? 0)),
      [first],
    )
  return transform(state, [reversed(second), first])
}

/** Sets each byte's lowest bit so that the byte has an odd number of ones. */
export function adjustParity(key: Uint8Array): Uint8Array {
  return key.map((byte) => {
    let ones = 0
    for (let bit = 1; bit < 8; bit += 1) ones += (byte >> bit) & 1
    return (byte & 0xfe) | (ones % 2 ? 0 : 1)
  })
}

/** The sixteen round keys, eight times six bits each. */
function schedule(key: Uint8Array): Schedule {
  const bits = CHOICE_1.map((place) => bitOf(key, place))
  const [left, right] = [bits.slice(0, 28), bits.slice(28)]
  return SHIFTS.map((_, round) => {
    const turn = SHIFTS.slice(0, round + 1).reduce((sum, shift) => sum + shift, 0) % 28
    const turned = [...left.slice(turn), ...left.slice(0, turn), ...right.slice(turn), ...right.slice(0, turn)]
    const chosen = CHOICE_2.map((place) => turned[place - 1] ?? 0)
    return Uint8Array.from({ length: 8 }, (_, box) =>
      chosen.slice(box * 6, box * 6 + 6).reduce((value, bit) => value * 2 + bit, 0),
    )
  })
}

/** One block through one or three times sixteen rounds; the permutations between them cancel out. */
function transform(block: Uint8Array, stages: readonly Schedule[]): Uint8Array {
  let [left, right] = permute(INITIAL, word(block, 0), word(block, 4))
  for (const keys of stages) {
    for (const key of keys) [left, right] = [right, (left ^ mix(right, key)) >>> 0]
    ;[left, right] = [right, left]
  }
  const [high, low] = permute(FINAL, left, right)
  return Uint8Array.of(high >>> 24, high >>> 16, high >>> 8, high, low >>> 24, low >>> 16, low >>> 8, low)
}

function mix(half: number, key: Uint8Array): number {
  let result = 0
  for (let box = 0; box < 8; box += 1) {
    const six =
      box === 0
        ? ((half & 1) << 5) | (half >>> 27)
        : box === 7
          ? ((half & 31) << 1) | (half >>> 31)
          : half >>> (27 - 4 * box)
    result |= SUBSTITUTION[box]?.[(six & 63) ^ (key[box] ?? 0)] ?? 0
  }
  return result
}

function permute(table: readonly number[], high: number, low: number): [number, number] {
  const take = (place: number) => (place <= 32 ? (high >>> (32 - place)) & 1 : (low >>> (64 - place)) & 1)
  let [newHigh, newLow] = [0, 0]
  for (let at = 0; at < 32; at += 1) {
    newHigh = (newHigh << 1) | take(table[at] ?? 1)
    newLow = (newLow << 1) | take(table[at + 32] ?? 1)
  }
  return [newHigh >>> 0, newLow >>> 0]
}

function permuteWord(value: number): number {
  return PERMUTATION.reduce((result, place) => ((result << 1) | ((value >>> (32 - place)) & 1)) >>> 0, 0)
}

const word = (bytes: Uint8Array, at: number) =>
  (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0

const bitOf = (bytes: Uint8Array, place: number) => ((bytes[(place - 1) >> 3] ?? 0) >> (7 - ((place - 1) & 7))) & 1

/** Rows that begin at these places and go down by eight. */
function steps(starts: readonly number[]): number[] {
  return starts.flatMap((start) => Array.from({ length: 8 }, (_, at) => start - 8 * at))
}

function inverse(table: readonly number[]): number[] {
  return Array.from({ length: 64 }, (_, at) => table.indexOf(at + 1) + 1)
}

const reversed = (keys: Schedule): Schedule => [...keys].reverse()
