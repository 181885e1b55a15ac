import { explainSession } from '../decision/explanation.ts'
import type { FeaturePorts } from '../feature-types.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { themeOf } from '../session/who-asks.ts'
import type { SetupFacts } from './setup.ts'
import { setupParts } from './setup-part.ts'

interface Installation {
  baseUrl: string
  /** Where events go for tenants without an address of their own. */
  webhookUrl?: string | undefined
  /** Why an address cannot be reached from here; undefined if it can. */
  reach?: (address: string) => Promise<string | undefined>
}

/** What is known about the set-up of a tenant. */
export async function readSetup(
  ports: Pick<Ports, keyof FeaturePorts | 'reviewers' | 'credentials' | 'audit' | 'sessionSearch' | 'sessions'>,
  tenant: Tenant,
  { baseUrl, webhookUrl: common, reach }: Installation,
): Promise<SetupFacts> {
  const { id, settings } = tenant
  const { name, logo } = themeOf(tenant)
  const webhookUrl = settings.webhookUrl ?? common
  const [ofFeatures, accounts, credentials, [backup], tests, session, unreachable] = await Promise.all([
    Promise.all(setupParts.parts().map((read) => read(ports))),
    ports.reviewers.list(),
    ports.credentials.list(id),
    ports.audit.search({ actions: ['backup.take'] }, { limit: 1 }),
    ports.audit.search({ actions: ['webhook.test'] }, { limit: RECENT }),
    lastLiveSession(ports, id),
    reach?.(baseUrl),
  ])
  const active = accounts.filter(({ disabledAt }) => !disabledAt)
  const host = webhookUrl && new URL(webhookUrl).host
  const test = tests.find((each) => each.tenant === id && each.detail?.host === host)
  const consent = Object.values(settings.texts ?? {}).some((texts) => texts?.consentText)
  return {
    ...(name !== undefined && { name }),
    hasLogo: logo !== undefined,
    baseUrl,
    ...(unreachable !== undefined && { unreachable }),
    ...(settings.assurance && { level: settings.assurance }),
    taught: 0,
    ...Object.assign({}, ...ofFeatures),
    takesProofs: settings.wallet === 'instead' || settings.chip === 'instead' || settings.chip === 'required',
    asksConsent: settings.asksConsent ?? true,
    hasOwnConsent: consent,
    accounts: active.length,
    withoutSecondFactor: active.filter(({ totpSecret, subject }) => !totpSecret && !subject).length,
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(typeof test?.detail?.answered === 'number' && { webhookAnswered: test.detail.answered }),
    retentionDays: settings.retentionDays,
    ...(backup && { backupAt: backup.at }),
    liveCredentials: credentials.filter(({ mode, revokedAt }) => mode === 'live' && !revokedAt).length,
    ...(session && { session }),
    answers: settings.setup ?? {},
  }
}

/** Test events of all tenants that are searched for the last one of this tenant. */
const RECENT = 200

const DECIDED = [
  'AUTO_APPROVED',
  'AUTO_REJECTED',
  'WAITING_FOR_MANUAL_APPROVE',
  'MANUAL_APPROVED',
  'MANUAL_REJECTED',
] as const

async function lastLiveSession(
  { sessionSearch, sessions }: Pick<Ports, 'sessionSearch' | 'sessions'>,
  tenant: string,
): Promise<SetupFacts['session']> {
  const { rows } = await sessionSearch.find(
    { tenants: [tenant], mode: 'live', statuses: DECIDED },
    { limit: 1, countTo: 1 },
  )
  const [found] = rows
  const session = found && (await sessions.load(tenant, found.id))
  const explained = session && explainSession(session)
  if (!session || !explained) return undefined
  const { summary, causes } = explained
  return { id: session.id, status: session.status, summary, reasons: causes.map(({ reason }) => reason) }
}
