import { LOCALES } from '../session/session-words.ts'
import { PAGE_TEXTS, type PageText } from './contract/page-texts.ts'

/**
 * What fits a phone without scrolling; the sentences about data may be as long as a legal text needs, up to one screen.
 */
const LONGEST = 300
const LONGEST_PRIVACY = 1500
const LONG: readonly PageText[] = [
  'privacyText',
  'consentText',
  'consentElse',
  'consentReturning',
  'consentKeep',
  'consentAge',
]

/** Says in words what is wrong with the first text that cannot be used; undefined when all can. */
export function findProblemInTexts(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be texts by locale'
  for (const [locale, texts] of Object.entries(value)) {
    if (!(LOCALES as readonly string[]).includes(locale)) return `has no locale '${locale}'`
    if (!isObject(texts)) return `must be texts by name in '${locale}'`
    for (const [key, text] of Object.entries(texts)) {
      const problem = Object.hasOwn(PAGE_TEXTS, key)
        ? findProblemInText(key as PageText, text)
        : 'is not a text of the page'
      if (problem) return `${locale}.${key} ${problem}`
    }
  }
  return undefined
}

function findProblemInText(key: PageText, text: unknown): string | undefined {
  const longest = LONG.includes(key) ? LONGEST_PRIVACY : LONGEST
  if (typeof text !== 'string' || !text.trim()) return 'must be a text'
  if (text.length > longest) return `must be at most ${longest} characters`
  // Control characters, and marks that change the direction of the text after them: a text must read as it is written.
  if (/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text)) return 'must be plain text on one line'
  if (/[<>]/.test(text)) return 'must be plain text without < and >'

  const wanted: readonly string[] = PAGE_TEXTS[key]
  const found = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const unknownName = found.find((name) => !wanted.includes(name))
  if (unknownName !== undefined) return `has no value {${unknownName}}`
  const missing = wanted.find((name) => !found.includes(name))
  if (missing !== undefined) return `must contain the value {${missing}}`
  if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) return 'has a brace that belongs to no value'
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
