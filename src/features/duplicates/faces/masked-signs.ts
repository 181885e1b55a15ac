import { hkdfSync } from 'node:crypto'
import type { Mode } from '../../../kernel/session/session-words.ts'
import { countSigns, placeOfSign } from '../../../vision/face/face-signs.ts'

/** How many signs a row of `face_vector` has; faces with more numbers are not in it. */
export const ROW_SIGNS = 704

/** Faces that are compared with each other. */
export interface FaceGroupOf {
  tenant: string
  mode: Mode
  model: string
}

/** Signs as PostgreSQL reads them: a bit string in hexadecimal. Undefined for a face with too many numbers. */
export type MaskSigns = (packed: Buffer) => string | undefined

const ORDER_BYTES = ROW_SIGNS * 4
const ROW_BYTES = ROW_SIGNS / 8

/**
 * Puts the signs of a group's faces into a secret order and turns over a secret half of them. As many of two faces
 * differ as before, and rows of two groups cannot be compared. See docs/security.md for what this does not hide.
 */
export function openMask(secret: Uint8Array, { tenant, mode, model }: FaceGroupOf): MaskSigns {
  const bytes = Buffer.from(
    hkdfSync('sha256', secret, '', JSON.stringify(['face vectors', tenant, mode, model]), ORDER_BYTES + ROW_BYTES),
  )
  const order = Array.from({ length: ROW_SIGNS }, (_, at) => ({ at, rank: bytes.readUInt32LE(at * 4) }))
  const places = order.toSorted((a, b) => a.rank - b.rank).map(({ at }) => placeOfSign(at))
  const fromByte = Uint16Array.from(places, ({ byte }) => byte)
  const fromBit = Uint8Array.from(places, ({ bit }) => bit)
  const turned = bytes.subarray(ORDER_BYTES)
  return (packed) => {
    if (countSigns(packed) > ROW_SIGNS) return undefined
    const row = Buffer.from(turned)
    for (let at = 0; at < ROW_SIGNS; at += 1) {
      // Of a face with fewer numbers, the missing signs are alike in the whole group.
      const sign = ((packed[fromByte[at] as number] ?? 0) >> (fromBit[at] as number)) & 1
      row[at >> 3] = (row[at >> 3] as number) ^ (sign << (at & 7))
    }
    return `x${row.toString('hex')}`
  }
}
