import type { CaptureEvidence } from '../../domain/decision/factors/factor.ts'
import type { Session } from '../../domain/session.ts'
import type { CaptureSource, Part } from '../../domain/vocabulary.ts'

/** What a session tells of how its pictures came; undefined when nothing was recorded. */
export function gatherCapture(
  { captures, createdAt, challenge, refused }: Session,
  completedAt: Date,
  { sentBefore, asksChallenge }: { sentBefore?: CaptureEvidence['sentBefore']; asksChallenge: boolean },
): CaptureEvidence | undefined {
  if (!captures && !asksChallenge) return undefined
  const sources: Partial<Record<Part, CaptureSource>> = {}
  const takenAt: Partial<Record<Part, string>> = {}
  for (const [name, capture] of Object.entries(captures ?? {})) {
    const part = name as Part
    sources[part] = capture.source
    if (capture.takenAt !== undefined) takenAt[part] = capture.takenAt
  }
  return {
    sources,
    ...(sentBefore && { sentBefore }),
    ...(Object.keys(takenAt).length > 0 && { takenAt }),
    ...(asksChallenge && { challenge: challenge?.declined ? 'declined' : 'asked' }),
    ...(refused && { refused }),
    openedAt: createdAt.toISOString(),
    completedAt: completedAt.toISOString(),
  }
}
