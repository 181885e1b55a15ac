/** Just enough of WebAssembly's binary format to write a few functions over one memory, with their loops unrolled. */

export type Code = number[]

/** The types of parameters and locals. */
export const TYPE = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const
type ValueType = (typeof TYPE)[keyof typeof TYPE]

export interface Routine {
  name: string
  /** Parameters, then locals: each is known by its place in the list. */
  parameters: ValueType[]
  locals: ValueType[]
  body: Code
}

const code = (...parts: (number | Code)[]): Code => parts.flat()

export const get = (local: number) => code(0x20, unsigned(local))
export const set = (local: number, value: Code) => code(value, 0x21, unsigned(local))
export const constant = (value: number) => code(0x41, signed(value))
export const add = (one: Code, other: Code) => code(one, other, 0x6a)
export const subtract = (one: Code, other: Code) => code(one, other, 0x6b)
export const multiply = (one: Code, other: Code) => code(one, other, 0x6c)
/** Of integers without a sign. */
export const divide = (one: Code, other: Code) => code(one, other, 0x6e)
export const isLess = (one: Code, other: Code) => code(one, other, 0x49)
/** The second where the condition is 0. */
export const choose = (one: Code, other: Code, condition: Code) => code(one, other, condition, 0x1b)
export const advance = (local: number, by: Code) => set(local, add(get(local), by))

/** Goes round as long as the condition at its end holds, and at least once. */
export const repeat = (body: Code, condition: Code) => code(0x03, 0x40, body, condition, 0x0d, 0x00, 0x0b)
export const when = (condition: Code, body: Code) => code(condition, 0x04, 0x40, body, 0x0b)

/** An instruction for vectors of 128 bits, behind what it takes. */
export const simd =
  (number: number, ...rest: number[]) =>
  (...taken: Code[]): Code =>
    code(...taken, 0xfd, unsigned(number), rest)

/** Four floats at an address. */
export const load = (address: Code, offset = 0) => code(address, 0xfd, 0x00, 0x02, unsigned(offset))
/** One float at an address, four times. */
export const loadEach = (address: Code, offset = 0) => code(address, 0xfd, 0x09, 0x02, unsigned(offset))
export const store = (address: Code, value: Code, offset = 0) =>
  code(address, value, 0xfd, 0x0b, 0x02, unsigned(offset))
export const fourOf = (value: Code) => code(value, 0xfd, 0x13)
export const sumOf = (one: Code, other: Code) => code(one, other, 0xfd, 0xe4, 0x01)
export const largerOf = (one: Code, other: Code) => code(one, other, 0xfd, 0xe9, 0x01)
/** one × other + sum; `fused` is one instruction where the browser has it (relaxed SIMD). */
export const multiplyAdd = (one: Code, other: Code, sum: Code, fused: boolean) =>
  fused ? code(one, other, sum, 0xfd, 0x85, 0x02) : code(one, other, 0xfd, 0xe6, 0x01, sum, 0xfd, 0xe4, 0x01)

/** Eight bytes at an address, as one integer: which bits of two differ, and how many of one are set. */
export const loadLong = (address: Code, offset = 0) => code(address, 0x29, 0x03, unsigned(offset))
export const exclusiveOr = (one: Code, other: Code) => code(one, other, 0x85)
export const countBits = (value: Code) => code(value, 0x7b)
export const sumOfLongs = (one: Code, other: Code) => code(one, other, 0x7c)
/** The lower half of eight bytes. */
export const lowerHalf = (value: Code) => code(value, 0xa7)
/** An integer at an address. */
export const loadWord = (address: Code) => code(address, 0x28, 0x02, 0x00)
export const storeWord = (address: Code, value: Code, offset = 0) => code(address, value, 0x36, 0x02, unsigned(offset))

/** The limits of a memory: of any size, or one that threads share, which must say the most that it may have. */
const ANY_MEMORY: Code = [0x00, 0x01]
const SHARED_MEMORY: Code = [0x03, 0x01, ...unsigned(65_536)]

/** A module that exports the routines and takes its memory as `page.memory`. */
export function assemble(routines: Routine[], isShared = false): Uint8Array<ArrayBuffer> {
  const types = routines.map(({ parameters }) => code(0x60, list(parameters.map((type) => [type])), 0x00))
  const memory = code(text('page'), text('memory'), 0x02, isShared ? SHARED_MEMORY : ANY_MEMORY)
  const exported = routines.map(({ name }, at) => code(text(name), 0x00, unsigned(at)))
  const bodies = routines.map(({ locals, body }) =>
    sized(code(list(locals.map((type) => code(0x01, type))), body, 0x0b)),
  )
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list(types)),
    ...section(2, list([memory])),
    ...section(3, list(routines.map((_, at) => unsigned(at)))),
    ...section(7, list(exported)),
    ...section(10, list(bodies)),
  ])
}

const section = (id: number, content: Code) => code(id, sized(content))
const sized = (content: Code) => code(unsigned(content.length), content)
const list = (items: Code[]) => code(unsigned(items.length), items.flat())
const text = (value: string) => sized([...value].map((letter) => letter.charCodeAt(0)))

function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): Code {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}
