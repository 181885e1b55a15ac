import { tracesOf } from '../../../vision/document/checks/trace-checks.ts'
import type { PageReading } from '../../../vision/document/page-reading.ts'
import { matchTemplates } from '../../../vision/face/match-templates.ts'
import { firstPartOf } from '../../../vision/face/template.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'

/** The checks of a page that found something. */
export const tracesAgainst = ({ authenticity }: PageReading) =>
  tracesOf(authenticity).filter(({ trace }) => trace.score <= OPERATING_POINT)

/**
 * Second portraits are small, pale and overprinted, so they agree with the portrait far less than a selfie does:
 * cosines from 0.07 to 0.59 on 20 documents, which set this limit. On 18 others no genuine one is below it, and 5 of 6
 * replaced portraits are.
 */
const STRANGERS = 0.06

/** The second portrait of a page shows somebody else. */
export function isPortraitOfAnother({ portrait, ghost }: PageReading): boolean {
  const likeness = portrait && ghost && matchTemplates(firstPartOf(portrait), firstPartOf(ghost))
  return likeness !== undefined && likeness.cosine < STRANGERS
}
