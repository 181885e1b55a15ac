import { ASSURANCE_LEVELS, type Assurance } from '../../../kernel/decision/levels.ts'

const PREFIX = 'urn:limen:assurance:'

/** A level as a value of `acr`. */
export const acrOf = (level: Assurance): string => `${PREFIX}${level}`

const levelOf = (acr: string): Assurance | undefined => ASSURANCE_LEVELS.find((level) => acrOf(level) === acr)

const rankOf = (level: Assurance): number => ASSURANCE_LEVELS.indexOf(level)

/** The higher of the levels; undefined counts as none. */
export function highestOf(...levels: (Assurance | undefined)[]): Assurance | undefined {
  return levels
    .filter((level) => level !== undefined)
    .toSorted((one, other) => rankOf(other) - rankOf(one))
    .at(0)
}

export const isAtLeast = (level: Assurance | undefined, least: Assurance): boolean =>
  level !== undefined && rankOf(level) >= rankOf(least)

/** The level that a request asks for: the first value of `acr_values` that is one, and those of an essential `acr`. */
export function askedLevel(acrValues: string | undefined, acrClaim: unknown): Assurance | undefined {
  const preferred = (acrValues ?? '').split(' ').flatMap((value) => levelOf(value) ?? [])[0]
  const { value, values } = (acrClaim ?? {}) as { value?: unknown; values?: unknown }
  const named = [value, ...(Array.isArray(values) ? (values as unknown[]) : [])]
  const [essential] = named.flatMap((each) => (typeof each === 'string' ? (levelOf(each) ?? []) : []))
  return highestOf(preferred, essential)
}
