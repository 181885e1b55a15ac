import { Malformed } from '../../../asn1/element.ts'
import { latinText } from '../../../asn1/values.ts'
import type { MrzReading } from '../../../domain/document/document.ts'
import { parseMrz } from '../../../domain/mrz/parse-mrz.ts'
import { descend, openGroup } from './data-group.ts'

/** Length of one line by the length of the whole: TD3, TD1, TD2. */
const LINE_LENGTHS: Record<number, number> = { 88: 44, 90: 30, 72: 36 }

/** DG1: the machine readable zone. `today` tells which century a birth and an expiry are in. */
export function readDg1(bytes: Uint8Array, today: string): MrzReading {
  const text = latinText(descend(openGroup(1, bytes), 0x5f1f).content)
  const length = LINE_LENGTHS[text.length]
  const lines = length ? (text.match(new RegExp(`.{${length}}`, 'gs')) ?? []) : []
  const parsed = parseMrz(lines, today)
  if (!parsed.ok) throw new Malformed('DG1 holds no machine readable zone')
  return parsed.value.reading
}
