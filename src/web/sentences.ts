import type { HintMark } from '../contract/enrolment/pictures.ts'
import { type Locale, type Texts, tagOf } from '../ui/languages.ts'

/** Why a picture was not taken, as the page tells it: one reason, in one sentence. */
export interface Refusal {
  reason: keyof Texts
  /** Where it shows in the picture, in shares of it. */
  marks: HintMark[]
  /** The picture may go to a reviewer as it is. */
  mayGoToReviewer?: true
}

/** What the page finds out by itself, in addition to the codes of the service. */
type OwnReason = 'SAME_SIDE' | 'SAME_PICTURE' | 'PDF' | 'CHALLENGE_NOT_PASSED'

export interface Refused {
  error?: string | undefined
  hints?: readonly string[] | undefined
  marks?: readonly HintMark[] | undefined
  mayGoToReviewer?: boolean | undefined
}

/** A hint says more than the code; a code without a sentence is shown as a fault of ours. */
export function refusalOf(refused: Refused, texts: Texts): Refusal {
  const { error = 'INTERNAL_ERROR', hints = [], marks = [], mayGoToReviewer } = refused
  const known = (name: string): name is keyof Texts => name in texts
  const code = error === 'UNSUPPORTED_MEDIA_TYPE' ? 'BAD_REQUEST' : error
  const hint = hints.find(known)
  // In the dark a face is not found: that is said of the face, and not that there is none.
  const isDark = hint === 'TOO_DARK' && code === 'FACE_NOT_FOUND'
  const reason = isDark ? 'FACE_TOO_DARK' : (hint ?? (known(code) ? code : 'INTERNAL_ERROR'))
  const there = marks.filter(({ hint }) => hint === reason)
  return { reason, marks: there, ...(mayGoToReviewer && { mayGoToReviewer }) }
}

export const ownRefusal = (reason: OwnReason): Refusal => ({ reason, marks: [] })

/** Hints on an accepted picture for which it is better taken again: what they hide is wanted later, by eyes as by the engine. */
const WORTH_ANOTHER: ReadonlySet<string> = new Set([
  'TOO_DARK',
  'TOO_BRIGHT',
  'CUT_OFF',
  'TOO_SMALL',
  'BLURRED',
  'GLARE_ON_MRZ',
  'GLARE',
  'MRZ_NOT_READ',
  'BARCODE_NOT_READ',
])

export function doubtOf({ hints = [], marks = [] }: Refused): Refusal | undefined {
  const reason = hints.find((hint) => WORTH_ANOTHER.has(hint)) as keyof Texts | undefined
  return reason && { reason, marks: marks.filter(({ hint }) => hint === reason) }
}

/** Reasons that lie with the side that was shown: the same side is not taken again by itself. */
export const isAboutSide = (reason: keyof Texts): boolean =>
  ['WRONG_SIDE', 'OTHER_DOCUMENT', 'SAME_SIDE', 'NO_PORTRAIT', 'OTHER_SIDE'].includes(reason)

/** The sentences of a text, one by one; the whole text where the browser cannot tell them apart. */
export function sentencesOf(text: string, locale: Locale): string[] {
  if (!('Segmenter' in Intl)) return text ? [text] : []
  const found = new Intl.Segmenter(tagOf(locale), { granularity: 'sentence' }).segment(text)
  return [...found].map(({ segment }) => segment.trim()).filter(Boolean)
}
