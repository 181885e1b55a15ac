import type { DocumentRefusal, FaceRefusal } from '../../domain/vocabulary.ts'
import type { TenantScope } from './tenants.ts'

/** How often pictures were refused, and why. No session, no person. */
export interface Refusals {
  count(tenant: string, code: DocumentRefusal | FaceRefusal, at: Date): Promise<void>
  since(day: Date, tenants?: TenantScope): Promise<{ code: string; refusals: number }[]>
}
