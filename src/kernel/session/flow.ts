import type { Assurance } from '../decision/levels.ts'
import type { AgeAnswerWord } from '../vocabulary.ts'
import type { Step } from './session-words.ts'

/** What a session asks for: its tenant's flow at the time when the session was opened. */
export interface SessionFlow {
  name: string
  steps: Step[]
  /** Overrides the tenant's. */
  assurance?: Assurance
  /** The question that a built-in flow answers instead of "who is this?". */
  kind?: FlowKind
}

/** `returning`: is this the person who was approved in an earlier session? `age`: is this person old enough? */
type FlowKind = 'returning' | 'age'

export interface FlowSettings {
  /** The steps of a session that names no flow, in order: `complete` requires exactly these. */
  steps: Step[]
  /** Flows that `initialize` may name, in addition to the built-in ones. */
  flows?: Record<string, TenantFlow>
}

export interface TenantFlow {
  steps: Step[]
  /** Overrides the tenant's. */
  assurance?: Assurance
}

/** The flows that every tenant has. A tenant's own flow with the same name replaces one. */
export const BUILT_IN_FLOWS: Record<string, Omit<SessionFlow, 'name'>> = {
  identity: { steps: ['document', 'face'] },
  document: { steps: ['document'] },
  returning: { steps: ['face'], kind: 'returning' },
  // A document is asked for if the selfie left the question open.
  age: { steps: ['face'], kind: 'age' },
}

/** A flow's name: usable in a URL or a setting without quoting. */
export const FLOW_NAME = /^[a-z][a-z0-9-]{0,39}$/

/** The flow with this name; undefined if the tenant has none. */
export function flowNamed({ flows = {} }: FlowSettings, name: string): SessionFlow | undefined {
  const flow = ownFlow(flows, name) ?? ownFlow(BUILT_IN_FLOWS, name)
  return flow && { name, ...flow, steps: [...flow.steps] }
}

const ownFlow = <Flow>(flows: Record<string, Flow>, name: string): Flow | undefined =>
  Object.hasOwn(flows, name) ? flows[name] : undefined

/** The steps of the flow `age` after a selfie: also the document if the selfie left the question open. */
export const stepsAfterSelfie = (answer: AgeAnswerWord): Step[] =>
  answer === 'UNSURE' ? ['face', 'document'] : ['face']

/** The steps that a session asks for: those of its flow, otherwise the tenant's. */
export const stepsOf = (session: { flow?: SessionFlow }, { steps }: Pick<FlowSettings, 'steps'>): Step[] =>
  session.flow?.steps ?? steps
