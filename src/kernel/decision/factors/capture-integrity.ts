import { arePhotographsSame, SAME_PHOTOGRAPH as SAME } from '../../../vision/face/same-photograph.ts'
import { PART_WORDS, type Part } from '../../session/session-words.ts'
import { cautious } from '../rule.ts'
import { type CaptureEvidence, type Evidence, type Factor, scored, type Used, unavailable } from './factor.ts'

/** A photograph sent in place of a person: there is no other explanation. */
const SAME_PHOTOGRAPH = 0
/** Some people do send a picture again after a session expired, so a person looks. */
const SENT_BEFORE = 40
/** For a session whose flow asks for a challenge. */
export const CHALLENGE_SCORES = {
  /** Genuine people fail it too, so a person looks. */
  notPassed: 45,
  /** For a person who could not take it: nothing counts against them, and nothing in their favour. */
  notTaken: 60,
} as const
/** A clock that was never set also explains it. */
const OTHER_DAY = 50

/** Were these pictures taken by this person now? What cannot be known is UNAVAILABLE and counts against nobody. */
export const captureIntegrity = {
  name: 'captureIntegrity',
  place: 120,
  question: 'Were these pictures taken by this person, now?',
  agreement: 'taken now, by this person',
  // 75 and 25 lie between the scores above: the same photograph rejects, everything else refers.
  defaultRule: { ...cautious, high: 75, medium: 25, weight: 2, onUnavailable: 'ignore' },
  onLevel: { standard: { onUnavailable: 'refer' } },
  quiet: true,
  against: ({ used }) => (Number(used.sentBefore ?? 0) > 0 ? [{ code: 'OTHER_SESSION' }] : []),
  find(evidence) {
    const { capture, mode = 'live' } = evidence
    const doubts = [
      ...(isPortraitSent(evidence)
        ? [{ score: SAME_PHOTOGRAPH, reason: 'The selfie is the same photograph as the one on the document.' }]
        : []),
      ...doubtsOfChallenge(evidence),
      // People who try out the service send the same few pictures repeatedly, so in test mode that does not count.
      ...(capture && mode === 'live' ? repeats(capture) : []),
      ...(capture ? otherDays(capture) : []),
    ].toSorted((a, b) => a.score - b.score)
    const used: Used = {
      ...capture?.sources,
      sentBefore: capture?.sentBefore?.length ?? null,
      ...(evidence.face?.challenge && {
        challenge: evidence.face.challenge.passed ? 'passed' : 'not passed',
        challengesDrawn: evidence.face.challenge.draws,
      }),
    }
    if (doubts[0]) return scored(doubts[0].score, doubts.map(({ reason }) => reason).join(' '), used)

    if (evidence.face?.challenge) {
      const moves = evidence.face.challenge.asked.join(', ')
      return scored(100, `The challenge was passed: ${moves}.`, used)
    }
    const sources = Object.values(capture?.sources ?? {})
    if (sources.length && sources.every((source) => source === 'camera')) {
      return scored(100, 'Every picture came from the camera of the hosted page.', used)
    }
    return unavailable('reference', 'It is not known how the pictures were taken, and nothing was found against them.')
  },
} as const satisfies Factor

function doubtsOfChallenge({ face, capture }: Evidence): { score: number; reason: string }[] {
  if (face?.challenge) {
    const against = face.challenge.findings.filter(({ passed }) => !passed)
    if (!against.length) return []
    return [
      { score: CHALLENGE_SCORES.notPassed, reason: `Challenge: ${against.map(({ reason }) => reason).join(' ')}` },
    ]
  }
  if (capture?.challenge === 'declined')
    return [{ score: CHALLENGE_SCORES.notTaken, reason: 'The person asked for an alternative to the challenge.' }]
  return capture?.challenge === 'asked'
    ? [{ score: CHALLENGE_SCORES.notTaken, reason: 'The challenge was not taken.' }]
    : []
}

function isPortraitSent({ document, face, photographs }: Evidence): boolean {
  if (photographs) return photographs.likeness > SAME
  const selfie = face?.photograph
  if (!selfie) return false
  return (document?.pages ?? []).some(({ photograph }) => photograph && arePhotographsSame(photograph, selfie))
}

function repeats({ sentBefore = [], notSearched }: CaptureEvidence): { score: number; reason: string }[] {
  if (notSearched)
    return [
      {
        score: SENT_BEFORE,
        reason: 'What is kept of other pictures was changed in the database: these were not searched for.',
      },
    ]
  const parts = [...new Set(sentBefore.map(({ part }) => PART_WORDS[part]))]
  if (!parts.length) return []
  return [{ score: SENT_BEFORE, reason: `The picture of the ${parts.join(' and the ')} was sent in another session.` }]
}

/** Cameras write local time without a zone: up to 14 hours either way, and the clock may be slightly off. */
const SLACK_MS = 15 * 60 * 60 * 1000

/** A selfie is taken for the session. A picture of a document may be older, but neither can be from tomorrow. */
function otherDays({ takenAt = {}, openedAt, completedAt }: CaptureEvidence): { score: number; reason: string }[] {
  return Object.entries(takenAt).flatMap(([part, taken]) => {
    const at = Date.parse(`${taken}Z`)
    const isEarly = part === 'FACE' && at < Date.parse(openedAt) - SLACK_MS
    const isLate = at > Date.parse(completedAt) + SLACK_MS
    if (Number.isNaN(at) || !(isEarly || isLate)) return []
    return [{ score: OTHER_DAY, reason: `The camera dates the ${PART_WORDS[part as Part]} to ${taken.slice(0, 10)}.` }]
  })
}
