import type { TenantRules } from '../tenant.ts'
import type { Mode } from '../vocabulary.ts'

/** Whether the hosted page may send a chosen file as the selfie. While testing it may: specimens come as files. */
export const takesSelfieFiles = (mode: Mode, { selfieFiles = false }: Pick<TenantRules, 'selfieFiles'>): boolean =>
  mode === 'test' || selfieFiles
