import {
  type FactorWords,
  type FeatureWords,
  kernelWords,
  type Remedy,
  SHARPER_PICTURES,
} from '../../kernel/decision/factor-words.ts'
import type { CaseView } from '../../kernel/review/contract/console-case.ts'
import type { QueueCase } from '../../kernel/review/contract/console-queue.ts'
import { plain, type Tone } from '../ui/words.ts'

type Status = CaseView['status']

/** One label and one color for each status, the same in tables, cases and plots. */
export const STATUS_WORDS: Record<Status, { word: string; tone: Tone }> = {
  PENDING: { word: 'In progress', tone: 'soft' },
  WAITING_FOR_MANUAL_APPROVE: { word: 'Waiting', tone: 'warn' },
  AUTO_APPROVED: { word: 'Approved', tone: 'good' },
  MANUAL_APPROVED: { word: 'Approved by a reviewer', tone: 'good' },
  AUTO_REJECTED: { word: 'Rejected', tone: 'bad' },
  MANUAL_REJECTED: { word: 'Rejected by a reviewer', tone: 'bad' },
  EXPIRED: { word: 'Expired', tone: 'soft' },
}

/** Statuses that lists and plots show as one, whoever decided. */
export const STATUS_GROUPS: { name: string; word: string; tone: Tone; statuses: Status[] }[] = [
  { name: 'approved', word: 'Approved', tone: 'good', statuses: ['AUTO_APPROVED', 'MANUAL_APPROVED'] },
  { name: 'rejected', word: 'Rejected', tone: 'bad', statuses: ['AUTO_REJECTED', 'MANUAL_REJECTED'] },
  { name: 'waiting', word: 'Waiting', tone: 'warn', statuses: ['WAITING_FOR_MANUAL_APPROVE'] },
  { name: 'unfinished', word: 'Not finished', tone: 'soft', statuses: ['PENDING', 'EXPIRED'] },
]

export const LEVEL_TONES: Record<string, Tone> = {
  HIGH: 'good',
  MEDIUM: 'warn',
  LOW: 'bad',
  UNKNOWN: 'warn',
  UNAVAILABLE: 'soft',
}

/** The pictures that a person is asked for. */
export const PART_WORDS = { FRONT: 'front', BACK: 'back', FACE: 'selfie' } as const

/** What an approval is given against. */
export const AGAINST_WORDS: Record<CaseView['may']['against'][number]['code'], string> = {
  ALTERED_PROOF: 'Altered proof',
  SPECIMEN: 'Specimen',
  WRONG_PERSON: 'Another person',
  CONTRADICTION: 'Contradicting sources',
  OTHER_SESSION: 'In another session',
  LIST_HIT: 'Possible hit in a list',
}

const factorWords = new Map<string, FactorWords>(Object.entries(kernelWords.factors ?? {}))
const actorNames = new Map<string, string>()

/** Adds what features call their factors and actors. */
export function learnWords({ factors = {}, actors = {} }: FeatureWords): void {
  for (const [name, words] of Object.entries(factors)) factorWords.set(name, words)
  for (const [actor, name] of Object.entries(actors)) actorNames.set(actor, name)
}

/** The name of a factor, the same in cases, the policy and its replay. */
export const factorName = (factor: string): string => factorWords.get(factor)?.name ?? plain(factor)

/** What is wrong when a factor is the reason why a case waits. */
export function causeWords(factor: string, isUnread = false): string {
  const { cause, unread } = factorWords.get(factor) ?? {}
  return (isUnread ? unread : undefined) ?? cause ?? plain(factor)
}

/** What an operator can do so that fewer sessions are referred for this reason. */
export function remedyOf(cause: string | undefined, isUnread = false): Remedy {
  if (cause === undefined) return { words: 'See the cases: they were decided by an earlier version' }
  const known = factorWords.get(cause)?.remedy
  if (known) return known
  return isUnread ? SHARPER_PICTURES : { words: 'Nothing to configure: this is evidence against the person' }
}

/** An actor of the history, as people would say it. */
export function actorName(actor: string): string {
  if (actor === 'token') return 'The person'
  if (actor === 'system') return 'The service'
  return actorNames.get(actor) ?? actor.replace(/^(reviewer|credential):/, '')
}

/**
 * The headline of a waiting case. That nothing proves a document is true of every one that nobody has taught: it is no
 * reason for suspicion.
 */
export const headlineWords = (cause: string | undefined, isUnread = false): string => {
  if (cause === undefined) return 'Referred'
  return isUnproven(cause, isUnread) ? 'Nothing found against it' : causeWords(cause, isUnread)
}

export const isUnproven = (cause: string | undefined, isUnread = false): boolean =>
  cause === 'documentAttested' || (cause === 'documentAuthenticity' && isUnread)

/** A number of minutes in the largest unit that fits. */
export const spanWords = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : minutes < 1440 ? `${minutes / 60} h` : `${minutes / 1440} day`

/** The time since a moment, in the largest unit that fits. */
export function since(utc: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(utc)) / 60_000))
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / 1440)} days`
}

/** The time since a moment, as a sentence says it. */
export function ago(utc: string, now = Date.now()): string {
  const span = since(utc, now)
  return span === 'now' ? span : `${span} ago`
}

/** The time until a moment, in the largest unit that fits. */
export function until(utc: string, now = Date.now()): string {
  const minutes = Math.floor((Date.parse(utc) - now) / 60_000)
  if (minutes < 0) return ago(utc, now)
  if (minutes < 60) return `in ${minutes} min`
  return minutes < 48 * 60 ? `in ${Math.floor(minutes / 60)} h` : `in ${Math.floor(minutes / 1440)} days`
}

type Explanation = NonNullable<CaseView['explanation']>
type Factor = Explanation['factors'][number]

export const headingOf = ({ name, level }: Factor): string =>
  causeWords(name, level === 'UNKNOWN' || level === 'UNAVAILABLE')

/**
 * The reasons of a decision, what speaks against the person first and what is true of every untaught document last. An
 * unread MRZ leaves two factors without a result; it is listed once.
 */
export function causesShown(
  { causes: given, factors }: Explanation,
  findings: CaseView['findings'] = [],
): Explanation['causes'] {
  const rank = ({ factor, reason }: Explanation['causes'][number]): number => {
    const at = findings.findIndex((finding) => finding.cause === factor || finding.reason === reason)
    if (at >= 0) return at
    const level = factors.find(({ name }) => name === factor)?.level
    return findings.length + Number(isUnproven(factor, level === 'UNAVAILABLE'))
  }
  const causes = given.toSorted((a, b) => rank(a) - rank(b))
  const lines = causes.map(({ factor: name, reason }) => {
    const factor = factors.find((each) => each.name === name)
    return `${factor && headingOf(factor)} ${reason}`
  })
  return causes.filter((_, at) => lines.indexOf(lines[at] ?? '') === at)
}

/** A case by its person and reference; by the beginning of its id if neither is known. */
export const whoOf = ({ id, name, externalId }: Pick<CaseView, 'id' | 'name' | 'externalId'>): string =>
  [name, externalId].filter(Boolean).join(' · ') || id.slice(0, 8)

/** Who is notified of what was just done, and when. */
export function whatFollows({ passedOnTo, may: { undoSeconds } }: Pick<CaseView, 'passedOnTo' | 'may'>): string {
  if (passedOnTo === undefined) return 'Nobody will be notified: no webhook URL is set.'
  return undoSeconds > 0 ? `${passedOnTo} will be notified in ${undoSeconds} s.` : `${passedOnTo} will be notified.`
}

/** Why there is no case for this account although some are waiting, in one sentence. */
export function noneLeft(cases: readonly QueueCase[], me: string): string {
  const taken = cases.filter(({ claimedBy }) => claimedBy !== undefined && claimedBy !== me).length
  const second = cases.filter(({ isSecond, claimedBy }) => isSecond && claimedBy === undefined).length
  const parts = [
    second > 0 && `${second} ${second === 1 ? 'is' : 'are'} waiting for a second reviewer`,
    taken > 0 && `${taken} ${taken === 1 ? 'is' : 'are'} assigned to somebody else`,
  ].filter(Boolean)
  return parts.length ? `No cases left for you: ${parts.join(', ')}.` : 'No cases left.'
}
