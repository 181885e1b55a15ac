import type { Step } from '../vocabulary.ts'

/** What a session asks for, as its tenant's flow was when the session was opened. */
export interface SessionFlow {
  name: string
  steps: Step[]
}

/** Where a tenant's own flows stand: the steps of a session that names none, and others by name. */
export interface FlowSettings {
  steps: Step[]
  flows?: Record<string, TenantFlow>
}

export interface TenantFlow {
  steps: Step[]
}

/** The flows that every tenant has. One of its own with the same name takes their place. */
export const BUILT_IN_FLOWS = {
  identity: { steps: ['document', 'face'] },
  document: { steps: ['document'] },
} as const satisfies Record<string, { steps: readonly Step[] }>

/** A flow's name: what goes into a URL or a setting without quoting. */
export const FLOW_NAME = /^[a-z][a-z0-9-]{0,39}$/

/** The flow of this name; undefined when the tenant has none. */
export function flowNamed({ flows = {} }: FlowSettings, name: string): SessionFlow | undefined {
  if (Object.hasOwn(flows, name)) return { name, steps: [...(flows[name]?.steps ?? [])] }
  if (!Object.hasOwn(BUILT_IN_FLOWS, name)) return undefined
  return { name, steps: [...BUILT_IN_FLOWS[name as keyof typeof BUILT_IN_FLOWS].steps] }
}

/** The steps that a session asks for: those of its flow, else the tenant's. */
export const stepsOf = (session: { flow?: SessionFlow }, { steps }: Pick<FlowSettings, 'steps'>): Step[] =>
  session.flow?.steps ?? steps
