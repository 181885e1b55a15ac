import { weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { type Bytes, fromInteger, toHex, toInteger } from './bytes.ts'
import { type CurveParameters, curveByOid, curvesOver, standardCurve } from './curves.ts'
import { type DhParameters, standardDhGroup } from './dh-groups.ts'
import { ChipReadError } from './errors.ts'
import { type DataObject, findValue, parseObjects } from './tlv.ts'

/** Where random numbers come from; the worked examples of the standard bring their own. */
export interface Entropy {
  bytes(length: number): Bytes
  /** A private key of a group of this order. */
  scalar(order: bigint): bigint
}

/**
 * A group in which keys are agreed on: an elliptic curve, or integers modulo a prime.
 * Elements are passed encoded, as the chip sends them; an element that is not of the group is refused.
 */
export interface Group {
  order: bigint
  generator: Bytes
  /** The tag of an element in an authentication token: 86 for points, 84 for integers. */
  elementTag: 0x86 | 0x84
  multiply(element: Uint8Array, scalar: bigint): Bytes
  combine(a: Uint8Array, b: Uint8Array): Bytes
  /** What key derivation takes of an element: the x coordinate, or the integer. */
  secretOf(element: Uint8Array): Bytes
  /** The generator of integrated mapping from a random integer (9303-11, appendix B). */
  encodeInteger(random: bigint): Bytes
  /** The field's prime: integrated mapping draws a number modulo it. */
  prime: bigint
}

export const systemEntropy: Entropy = {
  bytes: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
  scalar: (order) => {
    const surplus = globalThis.crypto.getRandomValues(new Uint8Array(Math.ceil(order.toString(16).length / 2) + 8))
    return (toInteger(surplus) % (order - 1n)) + 1n
  },
}

/** The group of the standardised domain parameters with this number. */
export function standardGroup(id: number): Group | undefined {
  const curve = standardCurve(id)
  if (curve) return curveGroup(curve)
  const dh = standardDhGroup(id)
  return dh && dhGroup(dh)
}

export function curveGroup(parameters: CurveParameters): Group {
  const { p, a, b, n, h } = parameters
  const Point = weierstrass(parameters)
  const length = byteLength(p)
  const read = (element: Uint8Array) => {
    try {
      return Point.fromBytes(element)
    } catch (cause) {
      throw new ChipReadError('BAD_ANSWER', 'the chip sent a point that is not on its curve', { cause })
    }
  }
  const modulo = (value: bigint) => ((value % p) + p) % p
  return {
    order: n,
    prime: p,
    generator: Point.BASE.toBytes(false),
    elementTag: 0x86,
    multiply: (element, scalar) => notNeutral(read(element).multiply(reduced(scalar, n))).toBytes(false),
    combine: (first, second) => notNeutral(read(first).add(read(second))).toBytes(false),
    secretOf: (element) => fromInteger(read(element).toAffine().x, length),
    encodeInteger(t) {
      // Simplified SWU for primes that are 3 modulo 4.
      if (p % 4n !== 3n) throw new ChipReadError('NOT_SUPPORTED', 'integrated mapping is not defined for this curve')
      const alpha = modulo(-(t * t))
      const x2 = modulo(-b * inverse(a, p) * (1n + inverse(modulo(alpha + alpha * alpha), p)))
      const x3 = modulo(alpha * x2)
      const h2 = modulo(x2 ** 3n + a * x2 + b)
      const u = modulo(t ** 3n * h2)
      const root = power(h2, p - 1n - (p + 1n) / 4n, p)
      const square = modulo(root * root * h2) === 1n
      const point = Point.fromAffine(square ? { x: x2, y: modulo(root * h2) } : { x: x3, y: modulo(root * u) })
      point.assertValidity()
      return (h === 1n ? point : point.multiply(h)).toBytes(false)
    },
  }
}

function notNeutral<P extends { is0(): boolean }>(point: P): P {
  if (point.is0()) throw new ChipReadError('BAD_ANSWER', 'the key agreement gave the neutral element')
  return point
}

export function dhGroup({ p, g, q }: DhParameters): Group {
  const length = byteLength(p)
  const read = (element: Uint8Array) => {
    const value = toInteger(element)
    // 1 and p - 1 generate the trivial subgroups; the rest must lie in the one of order q.
    if (value <= 1n || value >= p - 1n || power(value, q, p) !== 1n)
      throw new ChipReadError('BAD_ANSWER', 'the chip sent a key that is not of its group')
    return value
  }
  return {
    order: q,
    prime: p,
    generator: fromInteger(g),
    elementTag: 0x84,
    multiply: (element, scalar) => fromInteger(power(read(element), scalar, p)),
    combine: (a, b) => fromInteger((read(a) * read(b)) % p),
    secretOf: (element) => fromInteger(toInteger(element), length),
    encodeInteger: (random) => fromInteger(power(random, (p - 1n) / q, p)),
  }
}

/** The group and the key of a SubjectPublicKeyInfo: named, explicit and standardised parameters alike. */
export function parsePublicKey(info: Uint8Array): { group: Group; key: Bytes } {
  const [algorithm, bits] = parseObjects(info)
  if (algorithm?.tag !== 0x30 || bits?.tag !== 0x03) throw unsupportedKey()
  const [oid, parameters] = parseObjects(algorithm.value)
  if (oid?.tag !== 0x06 || !parameters) throw unsupportedKey()
  const key = bits.value.slice(1)
  switch (toHex(oid.value)) {
    case '04007f00070102': {
      const group = standardGroup(Number(toInteger(parameters.value)))
      if (!group) throw unsupportedKey()
      return { group, key: group.elementTag === 0x84 ? integerIn(key) : key }
    }
    case '2a8648ce3d0201': {
      const curve = parameters.tag === 0x06 ? curveByOid(toHex(parameters.value)) : explicitCurve(parameters)
      if (!curve) throw unsupportedKey()
      return { group: curveGroup(curve), key }
    }
    case '2a8648ce3e0201': {
      const [p, g, q] = parseObjects(parameters.value).map(({ value }) => toInteger(value))
      if (!p || !g || !q) throw unsupportedKey()
      return { group: dhGroup({ p, g, q }), key: integerIn(key) }
    }
    case '2a864886f70d010301': {
      // PKCS #3 states no order: that of a safe prime is taken, and holds or the key is refused.
      const [p, g] = parseObjects(parameters.value).map(({ value }) => toInteger(value))
      if (!p || !g) throw unsupportedKey()
      const known = [0, 1, 2].map(standardDhGroup).find((group) => group?.p === p && group.g === g)
      return { group: dhGroup(known ?? { p, g, q: (p - 1n) / 2n }), key: integerIn(key) }
    }
    default:
      throw unsupportedKey()
  }
}

/** A curve that is written out has to be one that we know: of another, nobody can say whether it keeps a secret. */
function explicitCurve(parameters: DataObject): CurveParameters {
  const [, field, curve, base, order, cofactor] = parseObjects(parameters.value)
  const [type, prime] = field ? parseObjects(field.value) : []
  const [a, b] = curve ? parseObjects(curve.value) : []
  if (!type || toHex(type.value) !== '2a8648ce3d0101' || !prime || !a || !b || base?.value[0] !== 4 || !order)
    throw unsupportedKey()
  const half = (base.value.length - 1) / 2
  const generator = [base.value.slice(1, 1 + half), base.value.slice(1 + half)]
  const [p, ...stated] = [prime.value, a.value, b.value, ...generator, order.value].map(toInteger)
  const known = curvesOver(p ?? 0n).find((each) =>
    [each.a, each.b, each.Gx, each.Gy, each.n].every((value, index) => value === stated[index]),
  )
  if (!known || !cofactor || toInteger(cofactor.value) !== known.h)
    throw new ChipReadError('BAD_ANSWER', 'the chip has a key on a curve of its own')
  return known
}

function integerIn(der: Uint8Array): Bytes {
  const value = findValue(parseObjects(der), 0x02)
  if (!value) throw unsupportedKey()
  return fromInteger(toInteger(value))
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let factor = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus
    factor = (factor * factor) % modulus
  }
  return result
}

/** By Fermat: the modulus is prime. */
const inverse = (value: bigint, prime: bigint) => power(((value % prime) + prime) % prime, prime - 2n, prime)

function reduced(scalar: bigint, order: bigint): bigint {
  const rest = scalar % order
  if (rest === 0n) throw new ChipReadError('BAD_ANSWER', 'the key agreement gave the neutral element')
  return rest
}

const byteLength = (value: bigint) => Math.ceil(value.toString(16).length / 2)

const unsupportedKey = () => new ChipReadError('NOT_SUPPORTED', 'the chip has a key of a kind that is not supported')
