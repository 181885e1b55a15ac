import type { CaseFields, CaseParts } from '../feature-types.ts'
import type { RecordedEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import type { Claim, Review } from '../ports/review.ts'
import type { Tenant } from '../ports/tenants.ts'
import type { Session } from '../session/session.ts'
import type { Status } from '../session/session-words.ts'
import { openSlot } from '../slot.ts'
import type { CaseView } from './contract/console-case.ts'

export interface Case extends CaseParts {
  session: Session
  /** The session in which a returning person was approved, while it exists. */
  person?: Session
  status: Status
  tenant: Tenant
  reviews: (Review & { at: Date })[]
  claim?: Claim
  /** Newest first. */
  history: RecordedEntry[]
}

type CasePorts = Pick<Ports, 'issuedCredentials' | 'pairAnswers' | 'reviews' | 'sessionSearch'>

/** What a feature knows about a case in addition to its session, and what it adds to the view of a case. */
export interface CasePart {
  open?(ports: CasePorts, session: Session): Promise<Partial<CaseParts>>
  view?(opened: Case): Partial<CaseView>
}

export const caseParts = openSlot<CasePart>('case parts')

export async function openCaseParts(ports: CasePorts, session: Session): Promise<CaseParts> {
  const opened = await Promise.all(caseParts.parts().map(({ open }) => open?.(ports, session)))
  return Object.assign({}, ...opened)
}

/** The parts of the case view that come from features. */
export const viewCaseParts = (opened: Case): FeatureViews =>
  Object.assign({}, ...caseParts.parts().map(({ view }) => view?.(opened)))

type FeatureViews = Pick<CaseView, 'issued' | keyof CaseFields>
