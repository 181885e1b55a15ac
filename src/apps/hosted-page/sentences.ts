import type { HintMark } from '../../kernel/evidence/contract/pictures.ts'
import { type Locale, type Texts, tagOf } from '../../kernel/texts/languages.ts'
import type { FlowPart } from './flow-part.ts'
import type { Verdict } from './guidance/judge-frame.ts'

/** Why a picture was refused: one reason, in one sentence. */
export interface Refusal {
  reason: keyof Texts
  /** Where the fault is in the picture, as fractions of it. */
  marks: HintMark[]
  /** The picture can go to a reviewer unchanged. */
  mayGoToReviewer?: true
}

export interface Refused {
  error?: string | undefined
  hints?: readonly string[] | undefined
  marks?: readonly HintMark[] | undefined
  mayGoToReviewer?: boolean | undefined
}

/** A hint is more specific than the code; a code without a sentence is shown as an internal error. */
export function refusalOf(refused: Refused, texts: Texts): Refusal {
  const { error = 'INTERNAL_ERROR', hints = [], marks = [], mayGoToReviewer } = refused
  const known = (name: string): name is keyof Texts => Object.hasOwn(texts, name)
  const code = error === 'UNSUPPORTED_MEDIA_TYPE' ? 'BAD_REQUEST' : error
  const hint = hints.find(known)
  // In the dark a face is not found: the sentence says that it is too dark, and not that there is no face.
  const isDark = hint === 'TOO_DARK' && code === 'FACE_NOT_FOUND'
  const reason = isDark ? 'FACE_TOO_DARK' : (hint ?? (known(code) ? code : 'INTERNAL_ERROR'))
  const there = marks.filter(({ hint }) => hint === reason)
  return { reason, marks: there, ...(mayGoToReviewer && { mayGoToReviewer }) }
}

/** For reasons that the page finds itself. */
export const ownRefusal = (reason: keyof Texts): Refusal => ({ reason, marks: [] })

/**
 * Hints on an accepted picture that make a new one worthwhile: what they hide is needed later, by reviewers and by the
 * engine.
 */
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

/** What was wrong in the viewfinder when the person pressed the shutter; where nothing is certain, nothing is said. */
const SEEN_WRONG = {
  document: {
    dark: 'TOO_DARK',
    bright: 'TOO_BRIGHT',
    closer: 'TOO_SMALL',
    glare: 'GLARE',
    blurred: 'BLURRED',
    cutOff: 'CUT_OFF',
  },
  face: {
    dark: 'FACE_TOO_DARK',
    bright: 'TOO_BRIGHT',
    closer: 'FACE_TOO_SMALL',
    back: 'FACE_TOO_CLOSE',
    several: 'TOO_MANY_FACES',
    turned: 'FACE_ANGLE_TOO_LARGE',
  },
} as const satisfies Record<string, Partial<Record<Verdict, keyof Texts>>>

export function doubtAbout(part: FlowPart, seen: { verdict: Verdict } | undefined): Refusal | undefined {
  const sentences: Partial<Record<Verdict, keyof Texts>> = SEEN_WRONG[part === 'FACE' ? 'face' : 'document']
  const reason = seen && sentences[seen.verdict]
  return reason && ownRefusal(reason)
}

/** Reasons that concern the side that was shown: the same side is not taken automatically again. */
export const isAboutSide = (reason: keyof Texts): boolean =>
  ['WRONG_SIDE', 'OTHER_DOCUMENT', 'SAME_SIDE', 'NO_PORTRAIT', 'OTHER_SIDE'].includes(reason)

/** The sentences of a text; the whole text if the browser cannot split it. */
export function sentencesOf(text: string, locale: Locale): string[] {
  if (!('Segmenter' in Intl)) return text ? [text] : []
  const found = new Intl.Segmenter(tagOf(locale), { granularity: 'sentence' }).segment(text)
  return [...found].map(({ segment }) => segment.trim()).filter(Boolean)
}
