export interface PersonNames {
  surname?: string
  /** First and middle names. */
  givenNames?: string
  suffix?: string
}

/** What jurisdictions write where a person has no such name. */
const NOTHING = new Set(['', 'NONE', 'UNAVL', 'UNK', 'N/A', 'NMN', 'UNAVAIL'])

/** Names of a licence, wherever its version of the standard puts them. */
export function aamvaNames(elements: Readonly<Record<string, string>>): PersonNames {
  const whole = fullName(elements.DAA ?? '')
  const surname = clean(elements.DCS) ?? clean(elements.DAB) ?? whole.surname
  const first = clean(elements.DAC) ?? clean(elements.DCT)
  const givenNames = [first, clean(elements.DAD)].filter(Boolean).join(' ') || whole.givenNames
  const suffix = clean(elements.DCU) ?? clean(elements.DAE) ?? whole.suffix

  return named(surname, [givenNames], suffix)
}

/**
 * The single name element of version 1: surname, first, middle and suffix between commas;
 * without any separator, as Pennsylvania wrote it, the name is in its natural order.
 */
function fullName(text: string): PersonNames {
  const parts = text.split(/[,@$]/).map(clean)
  if (parts.length > 1) {
    const [surname, first, middle, suffix] = parts
    return named(surname, [first, middle], suffix)
  }
  const words = text.trim().split(/\s+/)
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined
  const surname = clean(words.pop())
  return named(surname, words, suffix)
}

const SUFFIX = /^(?:JR|SR|I{2,3}|IV|VI{0,3}|[1-9](?:ST|ND|RD|TH))\.?$/i

function named(surname: string | undefined, given: (string | undefined)[], suffix: string | undefined): PersonNames {
  const names: PersonNames = {}
  const givenNames = given.filter(Boolean).join(' ')
  if (surname) names.surname = surname
  if (givenNames) names.givenNames = givenNames
  if (suffix) names.suffix = suffix
  return names
}

/** The name in single spaces; undefined when the element says that there is none. */
function clean(text: string | undefined): string | undefined {
  const name = (text ?? '').replace(/[,@$\s]+/g, ' ').trim()
  return NOTHING.has(name.toUpperCase()) ? undefined : name
}
