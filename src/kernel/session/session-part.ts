import type { Result } from '../../formats/result.ts'
import type { Evidence } from '../decision/factors/factor.ts'
import type { Policy } from '../decision/policy.ts'
import type { FeatureEvidence, FeaturePorts, FeatureReadings, Services } from '../feature-types.ts'
import type { PictureSentBefore } from '../ports/images.ts'
import type { Ports } from '../ports/ports.ts'
import type { SessionEffects } from '../ports/sessions.ts'
import type { Tenant } from '../ports/tenants.ts'
import { openSlot } from '../slot.ts'
import type { EnrolmentState } from './contract/enrolment-state.ts'
import type { SessionFlow } from './flow.ts'
import type { PersonRefusal, Session, SessionRequest } from './session.ts'
import type { Mode } from './session-words.ts'

/** What a feature does in the life of a session. */
export interface SessionPart {
  /** What a new session asks in addition, or why it cannot be asked. */
  begin?(
    ports: Pick<Ports, 'sessions' | 'clock'>,
    asked: NewSessionOf,
  ): Promise<Result<Partial<FeatureReadings>, BeginRefusal>>
  /** The session with one more selfie. */
  addSelfie?(session: Session, isFirst: boolean): Session
  /** Additional input for a decision. */
  find?(ports: DecisionPorts, deciding: Deciding): Promise<Found>
  /** What the hosted page shows of it. */
  showOnPage?(session: Session, page: PageMoment): Partial<EnrolmentState> | Promise<Partial<EnrolmentState>>
  /** What is left of a session that is over; undefined if all of it is. */
  settle?(session: Session): Omit<Settled, 'isOver'> | undefined
}

interface PageMoment {
  settings: Tenant['settings']
  now: Date
  services: Services
  ports: FeaturePorts
}

interface NewSessionOf {
  tenant: Tenant
  request: SessionRequest
  mode: Mode
  flow: SessionFlow | undefined
  /** Whether wallets can be asked. */
  asksWallets: boolean
}

export type BeginRefusal =
  | 'PERSON_MISSING'
  | 'PERSON_NOT_ASKED'
  | `PERSON_${PersonRefusal}`
  | 'AGE_MISSING'
  | 'AGE_NOT_ASKED'
  | 'AGE_WITH_FORM'

export type DecisionPorts = Pick<
  Ports,
  | 'sessions'
  | 'policies'
  | 'fingerprints'
  | 'pairAnswers'
  | 'fingerprints'
  | 'watchlists'
  | 'dismissals'
  | 'screening'
  | 'blocklist'
  | 'clock'
>

interface Deciding {
  session: Session
  tenant: Tenant
  policy: Policy
  completedAt: Date
  /** What is known so far. */
  evidence: Evidence
  /** Pictures that another session has as well. */
  findSentBefore(): Promise<PictureSentBefore[] | undefined>
}

interface Found {
  evidence?: Partial<FeatureEvidence>
  effects?: Pick<SessionEffects, 'fingerprint'>
}

/** A session to write, what is written with it, and the pictures to remove after that. */
interface Settled {
  session: Session
  effects: Pick<SessionEffects, 'forgetFace'>
  objects: string[]
  /** Nothing of it can be undone. */
  isOver: boolean
}

export const sessionParts = openSlot<SessionPart>('session parts')

/** What is kept of a finished session; any other session is returned unchanged. */
export function settleSession(session: Session): Settled {
  for (const { settle } of sessionParts.parts()) {
    const settled = settle?.(session)
    if (settled) return { ...settled, isOver: true }
  }
  return { session, effects: {}, objects: [], isOver: false }
}
