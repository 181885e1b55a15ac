import type { AgeAnswerWord, Assurance, Step } from '../vocabulary.ts'

/** What a session asks for, as its tenant's flow was when the session was opened. */
export interface SessionFlow {
  name: string
  steps: Step[]
  /** In place of the tenant's. */
  assurance?: Assurance
  /** The question that a built-in flow answers in place of "who is this?". */
  kind?: FlowKind
}

/** `returning`: is this the person who was approved in an earlier session? `age`: is this person old enough? */
type FlowKind = 'returning' | 'age'

export interface FlowSettings {
  /** The steps of a session that names no flow, in order: `complete` wants exactly these. */
  steps: Step[]
  /** Flows that `initialize` may name, in addition to those that every tenant has. */
  flows?: Record<string, TenantFlow>
}

interface TenantFlow {
  steps: Step[]
  /** In place of the tenant's. */
  assurance?: Assurance
}

/** The flows that every tenant has. One of its own with the same name takes their place. */
export const BUILT_IN_FLOWS: Record<string, Omit<SessionFlow, 'name'>> = {
  identity: { steps: ['document', 'face'] },
  document: { steps: ['document'] },
  returning: { steps: ['face'], kind: 'returning' },
  // A document is asked for once the selfie has left it open.
  age: { steps: ['face'], kind: 'age' },
}

/** A flow's name: what goes into a URL or a setting without quoting. */
export const FLOW_NAME = /^[a-z][a-z0-9-]{0,39}$/

/** The flow of this name; undefined when the tenant has none. */
export function flowNamed({ flows = {} }: FlowSettings, name: string): SessionFlow | undefined {
  const flow = ownFlow(flows, name) ?? ownFlow(BUILT_IN_FLOWS, name)
  return flow && { name, ...flow, steps: [...flow.steps] }
}

const ownFlow = <Flow>(flows: Record<string, Flow>, name: string): Flow | undefined =>
  Object.hasOwn(flows, name) ? flows[name] : undefined

/** The steps of the flow `age` after a selfie: the document as well where that left the question open. */
export const stepsAfterSelfie = (answer: AgeAnswerWord): Step[] =>
  answer === 'UNSURE' ? ['face', 'document'] : ['face']

/** The steps that a session asks for: those of its flow, else the tenant's. */
export const stepsOf = (session: { flow?: SessionFlow }, { steps }: Pick<FlowSettings, 'steps'>): Step[] =>
  session.flow?.steps ?? steps
