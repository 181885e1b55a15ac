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

/** The name of each factor, the same in cases, the policy and its replay. The causes below are made of the same words. */
const FACTOR_NAMES: Record<string, string> = {
  ageVerification: 'Age',
  applicantIntegrity: 'Data provided',
  barcodeOcrCrossCheck: 'Printed text and barcode',
  captureCompleteness: 'Pictures complete',
  captureIntegrity: 'How the pictures were taken',
  chipCrossCheck: 'Document and chip',
  dateOfExpiration: 'Expiration date',
  documentAuthenticity: 'Genuine document',
  documentConsistency: 'No contradictions in the document',
  documentLiveness: 'Original, no copy or screen',
  documentNaming: 'Issuer',
  documentPortrait: 'Portrait on the document',
  duplicateCheck: 'Face or document of another session',
  faceVerification: 'Same face',
  mrzOcrCrossCheck: 'Printed text and MRZ',
  mrzValidity: 'MRZ check digits',
  overallOcrFieldsConfidence: 'Readability',
  passiveLiveness: 'Liveness',
  proofConsistency: 'Proofs of one person',
  watchlist: 'Lists',
}

export const factorName = (factor: string): string => FACTOR_NAMES[factor] ?? plain(factor)

/** What is wrong when a factor is the reason why a case waits; a factor without an entry is shown by its name. */
const CAUSES: Record<string, string> = {
  ageVerification: 'Age',
  applicantIntegrity: 'Differs from the data provided',
  barcodeOcrCrossCheck: 'Printed text and barcode differ',
  captureCompleteness: 'Pictures missing or unread',
  documentNaming: 'Unknown issuer',
  documentPortrait: 'No portrait on the document',
  captureIntegrity: 'How the pictures were taken',
  chipCrossCheck: 'Document and chip differ',
  dateOfExpiration: 'Expiration date',
  documentAuthenticity: 'Picture changed, or unlike the genuine document',
  documentConsistency: 'Contradictions in the document',
  documentLiveness: 'Copy or screen',
  editedPicture: 'Picture saved by an editor',
  duplicateCheck: 'Face or document of another session',
  faceVerification: 'Faces differ',
  mrzOcrCrossCheck: 'Printed text and MRZ differ',
  mrzValidity: 'MRZ check digits',
  overallOcrFieldsConfidence: 'Hard to read',
  passiveLiveness: 'Liveness in doubt',
  proofConsistency: 'Proofs of different people',
  watchlist: 'Possible hit in a list',
  // Rules of live mode.
  noSpecimen: 'Specimen',
  challengePassed: 'Challenge not passed',
  chipUnaltered: 'Chip altered',
  sealUnaltered: 'Signed barcode altered',
  credentialGenuine: 'Credential not genuine',
  documentProven: 'Proof from an untrusted issuer',
  portraitCompared: 'No portrait to compare',
  facesSearched: 'Faces not searched yet',
  documentFilmed: 'Document not filmed',
  zonesCompared: 'No MRZ or barcode to compare',
  picturesJudged: 'Picture resolution too low',
  cameraUndoubted: 'Camera may be virtual',
  documentAttested: 'Document not proven genuine',
}

/** The same when the factor could not be computed: there is no evidence against the person. */
const UNREAD_CAUSES: Record<string, string> = {
  applicantIntegrity: 'Data provided not compared',
  barcodeOcrCrossCheck: 'Barcode not read',
  chipCrossCheck: 'Chip not compared',
  dateOfExpiration: 'Expiration date not read',
  documentAuthenticity: 'Not proven genuine',
  documentConsistency: 'Document not checked',
  documentLiveness: 'Original not confirmed',
  duplicateCheck: 'Earlier sessions not searched',
  faceVerification: 'Faces not compared',
  mrzOcrCrossCheck: 'MRZ not read',
  mrzValidity: 'MRZ not read',
  passiveLiveness: 'Liveness not confirmed',
  proofConsistency: 'Proofs not compared',
}

export const causeWords = (factor: string, isUnread = false): string =>
  (isUnread ? UNREAD_CAUSES[factor] : undefined) ?? CAUSES[factor] ?? plain(factor)

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
