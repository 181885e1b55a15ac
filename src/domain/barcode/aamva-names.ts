export interface PersonNames {
  surname?: string
  /** First and middle names. */
  givenNames?: string
  suffix?: string
}

/** What jurisdictions write where a person has no such name. */
const NOTHING = new Set(['', 'NONE', 'UNAVL', 'UNK', 'N/A', 'NMN', 'UNAVAIL'])

/** Names of a licence, wherever its version of the standard puts them. */
export function aamvaNames(elements: Readonly<Record<string, string>>, jurisdiction: string | undefined): PersonNames {
  const whole = fullName(elements.DAA ?? '', jurisdiction)
  const surname = clean(elements.DCS) ?? clean(elements.DAB) ?? whole.surname
  const first = clean(elements.DAC) ?? clean(elements.DCT)
  const givenNames = [first, clean(elements.DAD)].filter(Boolean).join(' ') || whole.givenNames
  const suffix = clean(elements.DCU) ?? clean(elements.DAE) ?? whole.suffix

  const names: PersonNames = {}
  if (surname) names.surname = surname
  if (givenNames) names.givenNames = givenNames
  if (suffix) names.suffix = suffix
  return names
}

/**
 * The single name element of version 1: surname, first, middle and suffix between commas.
 * Pennsylvania wrote it in natural order with spaces.
 */
function fullName(text: string, jurisdiction: string | undefined): PersonNames {
  const parts = text.split(/[,@$]/).map((part) => part.trim())
  if (parts.length > 1) {
    const [surname, first, middle, suffix] = parts.map(clean)
    return { surname, givenNames: [first, middle].filter(Boolean).join(' '), suffix } as PersonNames
  }
  const words = text.trim().split(/\s+/)
  if (words.length < 2) return clean(text) ? ({ surname: clean(text) } as PersonNames) : {}
  const surname = jurisdiction === 'PA' ? words.pop() : words.shift()
  return { surname, givenNames: words.join(' ') } as PersonNames
}

/** The name in single spaces; undefined when the element says that there is none. */
function clean(text: string | undefined): string | undefined {
  const name = (text ?? '').replace(/[,@$\s]+/g, ' ').trim()
  return NOTHING.has(name.toUpperCase()) ? undefined : name
}
