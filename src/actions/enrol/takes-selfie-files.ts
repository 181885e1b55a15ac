import type { Mode } from '../../domain/vocabulary.ts'
import type { TenantSettings } from '../ports/tenants.ts'

/** Whether the hosted page may send a chosen file as the selfie. While testing it may: specimens come as files. */
export const takesSelfieFiles = (mode: Mode, { selfieFiles = false }: Pick<TenantSettings, 'selfieFiles'>): boolean =>
  mode === 'test' || selfieFiles
