import type { Mode } from '../../domain/vocabulary.ts'
import type { TenantScope } from './tenants.ts'

/** Whose sessions are looked at together: those of some tenants, or all, and of one mode, since test and live never meet. */
export interface Scope {
  tenants?: TenantScope
  mode: Mode
}
