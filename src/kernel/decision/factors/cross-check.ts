import type { VisualFieldName } from '../../../formats/document-words.ts'
import { comparable, distance, sexOf } from '../../../formats/text/compare.ts'
import { countryNamed, countryOf } from '../../../formats/text/countries.ts'
import { spellingsOf } from '../../../formats/text/spellings.ts'
import { canTransliterate } from '../../../formats/text/transliterate.ts'
import type { VisualField } from '../../../formats/visual-field.ts'
import type { PageReading } from '../../../vision/document/page-reading.ts'
import type { IdentityDocument } from '../../evidence/document/document.ts'
import { visualField } from '../../evidence/document/view.ts'
import { cautious } from '../rule.ts'
import { type Against, type CrossCheckField, type Finding, inWords, scored, type Used, unknown } from './factor.ts'

/** A value of the other source, and the visual field that should state the same. */
export interface Counterpart {
  field: VisualFieldName
  /** Printed after the field on documents that split a name in two. */
  and?: VisualFieldName
  kind: 'name' | 'number' | 'date' | 'sex' | 'country'
  /** As the other source states it, its usual place first. A number may be in either of two places. */
  values: (string | undefined)[]
  /** From a place where some issuers put the same value: it counts if it agrees, and is ignored if it differs. */
  elsewhere?: string | undefined
  /** The other source may have cut the name short. */
  truncated?: boolean
  /** The other source's confidence in the value, if it states one. */
  confidence?: number | undefined
}

/**
 * The default rule of a comparison. 90: one differing digit scores 75 to 86 as measured, higher if its reading is less
 * certain; completely compared genuine documents score 100. 50: two completely different fields score below it, a
 * single one does not.
 */
export const comparison = { ...cautious, high: 90, medium: 50 } as const

/** Agreement only on sex, on a country or on one field says too little about the holder. */
const LEAST_COMPARED = 2

/** Who it is, and which document: what a forger changes. One field of each group is enough. */
const ESSENTIAL: VisualFieldName[][] = [
  ['surname', 'given_name', 'surname_and_given_names'],
  ['document_number'],
  ['date_of_birth'],
]

/** What was not compared was not seen to agree: this is below the default policy's HIGH of 90, and far from its LOW. */
const MOST_WHEN_NOT_COMPARED = 80

/**
 * Compares what is printed with the MRZ or the barcode. The two worst fields make the score: one that differs may be a
 * misreading and refers to a person, two do not differ by chance.
 */
export function crossCheck(
  document: IdentityDocument | undefined,
  other: string,
  counterparts: Counterpart[],
): Finding {
  const compared = comparedFields(document, counterparts)
  const fields = compared.map(({ field }) => field)
  const used: Used = { compared: fields.map(({ inputFieldName }) => inputFieldName).join(', ') || null }
  const distinguishing = compared.filter(({ kind }) => kind !== 'sex' && kind !== 'country')
  if (distinguishing.length < LEAST_COMPARED) {
    return unknown(`Too few fields were read both in the visual zone and in the ${other} to compare them.`, used)
  }

  const [worst = 0, second = 0] = fields.map(({ score }) => score).toSorted((a, b) => a - b)
  const differing = fields.filter((field) => field.distance > 0).map(({ inputFieldName }) => inWords(inputFieldName))
  const reason = differing.length
    ? `The visual zone and the ${other} differ in ${differing.join(', ')}.`
    : `All ${fields.length} fields compared agree between the visual zone and the ${other}.`
  const missed = notCompared(counterparts, fields)
  if (!missed.length) return scored((worst + second) / 2, reason, used, fields)
  return scored(
    Math.min(MOST_WHEN_NOT_COMPARED, (worst + second) / 2),
    `${reason} Not read in the visual zone, so not compared: ${missed.map(inWords).join(', ')}.`,
    { ...used, notCompared: missed.join(', ') },
    fields,
  )
}

/** The fields that both sources state, each with how well they agree. */
export const comparedFields = (document: IdentityDocument | undefined, counterparts: readonly Counterpart[]) =>
  counterparts.flatMap((counterpart) => compare(document, counterpart) ?? [])

/** Essential values of the other source that have no printed counterpart, whatever the field is called there. */
function notCompared(counterparts: Counterpart[], fields: CrossCheckField[]): string[] {
  return ESSENTIAL.flatMap((group) => {
    const stated = counterparts.filter(({ field }) => group.includes(field)).map(({ values: [first] }) => first)
    const found = fields.some(
      ({ inputFieldName, otherTextValue }) =>
        group.some((name) => name === inputFieldName) || stated.includes(otherTextValue),
    )
    return found || !stated.some(Boolean) ? [] : group.slice(0, 1)
  })
}

/** Undefined if either side has nothing that can be compared. */
function compare(
  document: IdentityDocument | undefined,
  counterpart: Counterpart,
): { kind: Counterpart['kind']; field: CrossCheckField } | undefined {
  const { kind, values, elsewhere } = counterpart
  const issued = document?.pages[0]
  const candidates = printedForms(document, counterpart).flatMap((printed) =>
    [...values, elsewhere].flatMap((value, at) => {
      const agreement = value ? agreementOf(printed, value, counterpart, issued) : undefined
      const speaks = agreement && (at < values.length || agreement.distance === 0)
      return value && speaks ? [{ printed, value, ...agreement }] : []
    }),
  )
  const best = candidates.toSorted((a, b) => a.distance - b.distance)[0]
  if (!best) return undefined

  // A contradiction counts only as much as the confidence of the other source.
  const other = Math.max(LEAST_CONTRADICTION, counterpart.confidence ?? 100)
  const score = Math.round(100 - (Math.min(best.printed.confidence, other) / 100) * (100 - best.agreement))
  return {
    kind,
    field: {
      inputFieldName: best.printed.name,
      ocrTextValue: best.printed.value,
      otherTextValue: best.value,
      distance: best.distance,
      score,
    },
  }
}

/** The field as printed, with the field that follows it, and each of the spellings separated by a slash. */
export function printedForms(
  document: IdentityDocument | undefined,
  { field, and, kind }: Pick<Counterpart, 'field' | 'and' | 'kind'>,
): VisualField[] {
  const printed = visualField(document, field)
  if (!printed) return []
  const next = and && visualField(document, and)
  const confidence = Math.min(printed.confidence, next?.confidence ?? 100)
  const joined = next ? [{ ...printed, value: `${printed.value} ${next.value}`, confidence }] : []
  const forms = [...joined, printed]
  return kind === 'name' ? forms.flatMap((form) => spellingsOf(form.value).map((value) => ({ ...form, value }))) : forms
}

/**
 * The minimum, however uncertain the other source is: half, so that two fields that differ are still referred to a
 * person.
 */
const LEAST_CONTRADICTION = 50

/** In a number or a date every character counts: one that differs takes half, two take all. */
const PER_CHARACTER = 50

function agreementOf(
  printed: VisualField,
  value: string,
  { kind, truncated = false }: Counterpart,
  issued: PageReading | undefined,
): { distance: number; agreement: number } | undefined {
  if (kind === 'date' && !printed.date) return undefined
  if (kind === 'sex' && !(sexOf(printed.value, issued) && sexOf(value, issued))) return undefined
  if (kind === 'country' && !(namesCountry(printed.value) && namesCountry(value))) return undefined
  if (kind === 'name' && !canTransliterate(printed.value)) return undefined

  const text = kind === 'date' && printed.date ? printed.date : printed.value
  const apart = distance(text, value, { kind, truncated })
  const agreement = kind === 'name' ? nameAgreement(apart, text, value) : Math.max(0, 100 - PER_CHARACTER * apart)
  return { distance: apart, agreement }
}

/** In a name, the share of letters that agree. */
export function nameAgreement(apart: number, ...names: string[]): number {
  return apart === 0 ? 100 : Math.max(0, 100 * (1 - apart / Math.max(...names.map((name) => comparable(name).length))))
}

/** A word such as "DEUTSCH" names a people, not a country, and is not used. */
const namesCountry = (text: string): boolean =>
  text.split('/').some((part) => (countryNamed(part) ?? countryOf(part.trim())) !== undefined)

/** The name in one line, for documents that do not print its parts separately. */
export const wholeName = (fields: { primary_identifier?: string; secondary_identifier?: string }): string | undefined =>
  [fields.primary_identifier, fields.secondary_identifier].filter(Boolean).join(' ') || undefined

/** Two sources contradict each other if a field of theirs differs. */
export const contradictsInField = ({ fields = [] }: { fields?: readonly CrossCheckField[] }): Against[] =>
  fields.some(({ distance: differing }) => differing > 0) ? [{ code: 'CONTRADICTION' }] : []
