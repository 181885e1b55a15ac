import type { IdentityDocument, VisualField } from '../document.ts'
import type { VisualFieldName } from '../vocabulary.ts'
import { dateDistance, nameDistance, numberDistance } from './distances.ts'
import { type CrossCheckField, type Finding, scored, type Used, unknown } from './factor.ts'
import { visualField } from './sources.ts'

/** One value of the other source, and the visual field that should say the same. */
export interface Counterpart {
  field: VisualFieldName
  kind: 'name' | 'number' | 'date' | 'sex'
  /** As the other source states it. A number may stand in either of two places. */
  values: (string | undefined)[]
}

/** Agreement on sex or on one field alone says too little about the holder. */
const LEAST_COMPARED = 2

/**
 * Compares what is printed with what the MRZ or the barcode says.
 * The two worst fields make the score: one that differs may be a misreading and refers to a person, two do not
 * happen by chance.
 */
export function crossCheck(
  document: IdentityDocument | undefined,
  other: string,
  counterparts: Counterpart[],
): Finding {
  const compared = counterparts.flatMap((counterpart) => {
    const printed = visualField(document, counterpart.field)
    return printed ? (compare(printed, counterpart) ?? []) : []
  })
  const telling = compared.filter(({ inputFieldName }) => inputFieldName !== 'sex')
  const used: Used = { compared: compared.map(({ inputFieldName }) => inputFieldName).join(', ') || null }
  if (telling.length < LEAST_COMPARED) {
    return unknown(`Too few fields were read both in the visual zone and in the ${other} to compare them.`, used)
  }

  const [worst = 0, second = 0] = compared.map(({ score }) => score).toSorted((a, b) => a - b)
  const differing = compared.filter(({ distance }) => distance > 0).map(({ inputFieldName }) => words(inputFieldName))
  const reason = differing.length
    ? `The visual zone and the ${other} differ in ${differing.join(', ')}.`
    : `All ${compared.length} fields compared agree between the visual zone and the ${other}.`
  return scored((worst + second) / 2, reason, used, compared)
}

/** Undefined when either side says nothing that can be compared. */
function compare(printed: VisualField, { kind, values }: Counterpart): CrossCheckField | undefined {
  const candidates = values.flatMap((value) => {
    const measured = value ? measure(kind, printed, value) : undefined
    return value && measured ? [{ value, ...measured }] : []
  })
  const best = candidates.toSorted((a, b) => a.distance - b.distance)[0]
  if (!best) return undefined

  return {
    inputFieldName: printed.name,
    ocrTextValue: printed.value,
    otherTextValue: best.value,
    distance: best.distance,
    score: Math.round(100 - (printed.confidence / 100) * (100 - best.agreement)),
  }
}

/** Of a number or a date every character counts: one that differs takes 40 of 100, two 80. */
const PER_CHARACTER = 40

function measure(
  kind: Counterpart['kind'],
  printed: VisualField,
  value: string,
): { distance: number; agreement: number } | undefined {
  switch (kind) {
    case 'name': {
      const distance = nameDistance(printed.value, value)
      return { distance, agreement: Math.max(0, 100 * (1 - distance / Math.max(1, value.length))) }
    }
    case 'number':
      return exact(numberDistance(printed.value, value))
    case 'date':
      return printed.date ? exact(dateDistance(printed.date, value)) : undefined
    case 'sex': {
      const a = sexOf(printed.value)
      const b = sexOf(value)
      return a && b ? exact(a === b ? 0 : 1) : undefined
    }
  }
}

const exact = (distance: number) => ({ distance, agreement: Math.max(0, 100 - PER_CHARACTER * distance) })

/** M, F or X as ICAO 9303 spells them; national words are left alone. */
const sexOf = (text: string): string | undefined => /^[MFX](?![A-Z])/.exec(text.trim().toUpperCase())?.[0]

const words = (name: string): string => name.replaceAll('_', ' ')
