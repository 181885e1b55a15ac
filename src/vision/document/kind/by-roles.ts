import { DOCUMENT_TYPES, type DocumentType } from '../../../formats/document-words.ts'
import { addsUp, readNumber } from '../../../formats/personal-numbers/read-number.ts'
import { countryOf } from '../../../formats/text/countries.ts'
import { type Catalogue, isTwoSided } from '../../catalogue/catalogue.ts'
import type { Box } from '../../picture/box.ts'
import type { ReadContext } from '../../read-engine.ts'
import { fold, foldOnce } from '../../text/fold.ts'
import type { TextLine } from '../../text/read-text.ts'
import { toSpan } from '../fields/candidate.ts'
import { type PageRoles, runsOf, sayRoles, seenPage } from '../fields/roles/say-roles.ts'
import type { Classification, Evidence } from './classify.ts'
import { rankDocuments } from './rank-documents.ts'

/** Like kindByRoles, for lines that the net has not seen yet, if the print leaves kind or type open. */
export async function tellKindByRoles(
  { nets, catalogue, today }: ReadContext,
  lines: readonly TextLine[],
  { size, portrait, face }: Pick<Evidence, 'size' | 'portrait'> & { face: Box | undefined },
  found?: Classification,
): Promise<Classification | undefined> {
  if (!portrait || (found && !found.isTypeOpen)) return found
  const roles = await sayRoles(nets, ...seenPage(lines, size, today, face))
  return found ? withTypeByRoles(catalogue, found, roles) : kindByRoles(catalogue, { lines, size, portrait }, roles)
}

/** Changes the type to another one of the same country, if the net is confident of it. */
export function withTypeByRoles({ models }: Catalogue, found: Classification, roles: PageRoles): Classification {
  const type = typeBy(roles)
  const model = models.find((each) => each.country === found.country && each.type === type)
  if (!type || !model || type === found.type || (roles.kinds.get(type) ?? 0) < SURE_TYPE) return found
  return { country: model.country, type, side: found.side, twoSided: model.twoSided, model }
}

const SURE_TYPE = 0.9

/**
 * The kind of a page whose title or country name could not be read. The type comes from the roles that the net gives
 * its lines; the country from any other evidence: the rest of names and labels, the nationality and codes among its
 * values, and a personal number that is valid under one country's rules. If two countries are about equally likely, or
 * none is likely, the country stays open for a page that is certainly an identity document; any other page is unknown.
 */
export function kindByRoles(catalogue: Catalogue, evidence: Evidence, roles: PageRoles): Classification | undefined {
  const type = typeBy(roles)
  if (!type || !evidence.portrait) return undefined
  const values = valuesOf(evidence, roles)
  if (values.length < MIN_VALUES) return undefined
  const said = new Map<string, number>()
  for (const { model, country, title } of rankDocuments(catalogue, evidence)) {
    if (model.type !== type) continue
    said.set(model.country, Math.max(said.get(model.country) ?? 0, country + (title > 0 ? TITLED : 0)))
  }
  const hints = [...byValues(catalogue, values, type), ...bySign(catalogue, evidence, type, roles)]
  for (const [country, weight] of hints) said.set(country, (said.get(country) ?? 0) + weight)
  const [best, second] = [...said].toSorted((a, b) => b[1] - a[1])
  if (!best || best[1] < MIN_COUNTRY || best[1] - (second?.[1] ?? 0) < MIN_AHEAD) return ofSomebody(type, values)
  const model = catalogue.models.find((each) => each.country === best[0] && each.type === type)
  return { country: best[0], type, side: 'FRONT', twoSided: isTwoSided(type), ...(model ? { model } : {}) }
}

/** An identity document of an unknown issuer: it has a portrait, a name, a date of birth and a number. */
function ofSomebody(type: DocumentType, values: readonly Value[]): Classification | undefined {
  const has = (roles: readonly string[]) => values.some(({ role }) => roles.includes(role))
  return HOLDER.every(has) ? { type, side: 'FRONT', twoSided: isTwoSided(type) } : undefined
}

const HOLDER = [
  ['surname', 'given_name', 'surname_and_given_names'],
  ['date_of_birth'],
  ['document_number', 'personal_number'],
] as const

/**
 * Of 85 labelled pages without an MRZ and without their top sixth, 77 are recognised at 0.6 and 73 at 0.7, none
 * wrongly.
 */
const MIN_TYPE = 0.6
/** Many a card that is not an identity document has fewer values than this. */
const MIN_VALUES = 3
const TITLED = 0.3
/** More than just the nationality: cards are issued to foreigners too. */
const MIN_COUNTRY = 0.6
const MIN_AHEAD = 0.2

function typeBy({ kinds, back }: PageRoles): DocumentType | undefined {
  return back > 0.5 ? undefined : DOCUMENT_TYPES.find((type) => (kinds.get(type) ?? 0) > MIN_TYPE)
}

/** The distinguishing sign of a state, if the net takes it for the issuer, or on its own if it is not a category. */
function bySign(
  { countries }: Catalogue,
  { lines }: Evidence,
  type: DocumentType,
  roles: PageRoles,
): [string, number][] {
  if (type !== 'DRIVER_LICENSE') return []
  const signs = lines.flatMap(({ text }, i) =>
    SIGN_ALONE.test(text) || (roles.rolesOf(i, 0, text.length).get('issuer') ?? 0) > SURE_VALUE
      ? text.replaceAll(/[^A-Z]/g, '')
      : [],
  )
  return countries.flatMap(({ code, sign }) => (sign && signs.includes(sign) ? [[code, SIGN] as [string, number]] : []))
}

const SIGN = 0.6
/** AM, a category, is also the sign of Armenia. */
const SIGN_ALONE = /^[^\p{L}\p{N}]*(?!AM\b)[A-Z]{2,3}[^\p{L}\p{N}]*$/u

interface Value {
  role: string
  text: string
}

/** The texts that the net confidently takes for values, including two on one line. */
function valuesOf({ lines }: Evidence, roles: PageRoles): Value[] {
  return lines.flatMap((line, i) =>
    runsOf(toSpan(line, i), roles).flatMap(({ role, sure, span }) =>
      sure > SURE_VALUE && !NOT_VALUES.test(role) ? [{ role, text: span.text }] : [],
    ),
  )
}

const SURE_VALUE = 0.8
const NOT_VALUES = /^(?:label |text$|title$|issuer$|zone$|other_|extra$)/

function byValues(catalogue: Catalogue, values: readonly Value[], type: DocumentType): [string, number][] {
  const codes = values.flatMap(({ role, text }) => {
    const country = role === 'issuing_state_code' ? countryOf(text.trim()) : undefined
    return country ? [[country.alpha3, STATE_CODE] as [string, number]] : []
  })
  // Permits, visas and some licences are issued to people of other nationalities.
  const own = type === 'IDENTITY_CARD' || type === 'PASSPORT'
  const nations = own
    ? values.filter(({ role }) => role === 'nationality').flatMap(({ text }) => nationsIn(catalogue, text))
    : []
  return [...codes, ...nations, ...byPersonalNumber(catalogue, values)]
}

const STATE_CODE = 0.9
const NATION = 0.5

/** Countries from a code, or from words that begin like a country's name. */
function nationsIn(catalogue: Catalogue, text: string): [string, number][] {
  const words = text.split(/[^\p{L}]+/u).filter((word) => word.length >= 3)
  const code = words.find((word) => /^[A-Z]{3}$/.test(word) && countryOf(word))
  if (code) return [[countryOf(code)?.alpha3 ?? code, NATION]]
  const stems = words.filter((word) => word.length >= STEM).map((word) => fold(word).slice(0, STEM))
  const named = catalogue.countries.filter(({ names }) =>
    names.some((name) => name.split(/[^\p{L}]+/u).some((word) => stems.includes(foldOnce(word).slice(0, STEM)))),
  )
  return named.length <= MOST_NAMED ? named.map(({ code: country }) => [country, NATION]) : []
}

/**
 * The number of letters that an adjective shares with its country's name; a word that matches more countries than these
 * is REPUBLIC or the like.
 */
const STEM = 5
const MOST_NAMED = 2

/** A number with correct check digits that contains a date of birth belongs to one of few countries. */
function byPersonalNumber(catalogue: Catalogue, values: readonly Value[]): [string, number][] {
  const numbers = values.filter(({ role }) => role === 'personal_number' || role === 'document_number')
  const found = catalogue.countries.filter(({ code }) =>
    numbers.some(({ text }) => {
      const statement = readNumber(code, text)
      return statement?.check === 'valid' && addsUp(statement) && statement.births?.length
    }),
  )
  return found.map(({ code }) => [code, NUMBER / found.length])
}

const NUMBER = 0.5
