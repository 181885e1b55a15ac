import type { Ports } from '../ports/ports.ts'
import type { Scope } from '../ports/tenants.ts'
import { openSlot } from '../slot.ts'
import type { OverviewResponse } from './contract/console-overview.ts'

/** Figures that a feature adds to the console's overview. */
export type ReadOverview = (ports: Ports, scope: Scope) => Promise<Pick<OverviewResponse, 'lists'>>

export const overviewParts = openSlot<ReadOverview>('overview')
