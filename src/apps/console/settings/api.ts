import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { AuditPage, AuditRequest } from '../../../kernel/audit/contract/console-audit.ts'
import type { Right, Role } from '../../../kernel/contract/console-words.ts'
import type { LevelList } from '../../../kernel/decision/contract/assurance.ts'
import type { SetupAnswer, SetupSession, SetupView } from '../../../kernel/setup/contract/setup.ts'
import type {
  AccountEntry,
  CredentialEntry,
  PastScores,
  PolicyEffect,
  PolicyView,
  ShownOnce,
  SignInEntry,
  TenantProblem,
  TenantsSeen,
  TrustView,
  WebhookAttempts,
  WebhookList,
  WebhookSecrets,
  WebhookTest,
} from '../../../kernel/tenants/contract/console-settings.ts'
import type { TenantDraft, TenantView } from '../../../kernel/tenants/contract/tenant-view.ts'
import { ask } from '../api.ts'

const at = encodeURIComponent

export const readTrust = () => ask<TrustView>('GET', 'trust')
export const readTenants = () => ask<TenantView[]>('GET', 'tenants')
export const createTenant = (id: string, name: string) => ask<TenantView>('POST', 'tenants', { id, name })
/** The reason why saving this change would be refused. */
export const checkTenant = (id: string, change: Partial<TenantDraft>) =>
  ask<TenantProblem>('POST', `tenants/${at(id)}/check`, change)
export const changeTenant = (id: string, change: Partial<TenantDraft>) =>
  ask<TenantView>('PATCH', `tenants/${at(id)}`, change)

export const readLevels = () => ask<LevelList>('GET', 'assurance/levels')

export const readSetup = (tenant: string) => ask<SetupView>('GET', `tenants/${at(tenant)}/setup`)
export const answerSetup = (tenant: string, answer: SetupAnswer) =>
  ask<SetupView>('POST', `tenants/${at(tenant)}/setup`, answer)
export const openSetupSession = (tenant: string) => ask<SetupSession>('POST', `tenants/${at(tenant)}/setup/session`)

export const readCredentials = () => ask<CredentialEntry[]>('GET', 'credentials')
export const createCredential = (wanted: { tenant: string; mode: Mode; label: string; rights: readonly Right[] }) =>
  ask<ShownOnce>('POST', 'credentials', wanted)
export const revokeCredential = (username: string) => ask<void>('DELETE', `credentials/${at(username)}`)

export const readAccounts = () => ask<AccountEntry[]>('GET', 'accounts')
export const createAccount = (username: string, role: Role, tenants: TenantsSeen) =>
  ask<ShownOnce>('POST', 'accounts', { username, role, tenants })
export const changeAccount = (
  username: string,
  change: { role?: Role; disabled?: boolean; reset?: boolean; tenants?: TenantsSeen },
) => ask<{ password?: string }>('PATCH', `accounts/${at(username)}`, change)

const signIns = (whose: 'own' | 'all') => (whose === 'own' ? 'session/sign-ins' : 'sign-ins')
export const readSignIns = (whose: 'own' | 'all') => ask<SignInEntry[]>('GET', signIns(whose))
export const endSignIn = (whose: 'own' | 'all', id: string) => ask<void>('DELETE', `${signIns(whose)}/${id}`)

export const searchAudit = (filter: AuditRequest) => ask<AuditPage>('POST', 'audit/search', filter)

export const readWebhooks = (tenant: string, state?: string) =>
  ask<WebhookList>('GET', `tenants/${at(tenant)}/webhooks${state ? `?state=${state}` : ''}`)
export const readAttempts = (id: string) => ask<WebhookAttempts>('GET', `webhooks/${at(id)}/attempts`)
export const replayWebhooks = (which: { id: string } | { failedOf: string }) =>
  ask<{ events: number }>('POST', 'webhooks/replay', which)
export const showWebhookSecrets = (tenant: string) =>
  ask<WebhookSecrets>('POST', `tenants/${at(tenant)}/webhooks/secret`)
export const rotateWebhookSecret = (tenant: string) =>
  ask<WebhookSecrets>('POST', `tenants/${at(tenant)}/webhooks/secret/rotate`)
export const testWebhook = (tenant: string) => ask<WebhookTest>('POST', `tenants/${at(tenant)}/webhooks/test`)

export const readPolicy = (tenant: string) => ask<PolicyView>('GET', `tenants/${at(tenant)}/policy`)
export const readPastScores = (tenant: string, mode: Mode) =>
  ask<PastScores>('GET', `tenants/${at(tenant)}/policy/scores?mode=${mode}`)
export const tryPolicy = (tenant: string, text: string, mode: Mode) =>
  ask<PolicyEffect>('POST', `tenants/${at(tenant)}/policy/replay`, { text, mode })
export const usePolicy = (tenant: string, text: string) =>
  ask<{ sha256: string }>('PUT', `tenants/${at(tenant)}/policy`, { text })

export const changePassword = (password: string, next: string) =>
  ask<void>('PUT', 'session/password', { password, next })
export const newSecondFactor = () => ask<{ secret: string; address: string }>('GET', 'session/second-factor')
export const setSecondFactor = (secret: string, password: string, code: string) =>
  ask<void>('PUT', 'session/second-factor', { secret, password, code })
export const dropSecondFactor = (password: string, code: string) =>
  ask<void>('DELETE', 'session/second-factor', { password, code })
