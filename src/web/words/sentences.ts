import { type Locale, tagOf } from '../../ui/languages.ts'

/** The sentences of a text, one by one; the whole text where the browser cannot tell them apart. */
export function sentencesOf(text: string, locale: Locale): string[] {
  if (!('Segmenter' in Intl)) return text ? [text] : []
  const found = new Intl.Segmenter(tagOf(locale), { granularity: 'sentence' }).segment(text)
  return [...found].map(({ segment }) => segment.trim()).filter(Boolean)
}
