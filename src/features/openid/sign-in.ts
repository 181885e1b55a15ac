import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { Params } from 'oidc-provider'
import type { Result } from '../../formats/result.ts'
import type { Assurance } from '../../kernel/decision/levels.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Tenant } from '../../kernel/ports/tenants.ts'
import { type CreateRefusal, createSession } from '../../kernel/session/create-session.ts'
import { flowNamed } from '../../kernel/session/flow.ts'
import { refusePerson, type Session, type SessionRequest } from '../../kernel/session/session.ts'
import { LOCALES, type Locale } from '../../kernel/session/session-words.ts'
import { askedLevel, highestOf, isAtLeast } from './domain/assurance-values.ts'
import { type OpenIdClient, PROFILE_CLAIMS, sectorOf } from './domain/client.ts'
import { claimsInVerified } from './domain/verified-claims.ts'
import { keyFor, macOf } from './keys.ts'
import { logoUrlOf } from './logo.ts'
import { isSubject, markOf, subjectAt } from './subjects.ts'

type Needs = Pick<Ports, 'sessions' | 'openIdSignIns' | 'secrets' | 'clock'>

interface Asked {
  /** Of the sign-in, as the provider keeps it. */
  uid: string
  params: Params
  /** Where the browser continues when the person is done. */
  returnUrl: string
  validMinutes: number
  asksWallets: boolean
}

/** The session of a sign-in: the same for each visit, so that reloading the page opens no second one. */
export async function sessionIdOf({ secrets }: Pick<Ports, 'secrets'>, uid: string): Promise<string> {
  const bytes = macOf(await keyFor(secrets, 'sessions'), uid).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80 // version 8: a value of our own (RFC 9562, 5.8)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Opens the session in which the person is verified, with the client's flow and at least its level. */
export async function openSignIn(
  ports: Needs,
  tenant: Tenant,
  client: OpenIdClient,
  { uid, params, returnUrl, validMinutes, asksWallets }: Asked,
): Promise<Result<Session, CreateRefusal>> {
  const wanted = claimsOf(params)
  const asked = askedClaims(params, client.claims)
  const level = highestOf(
    client.assurance,
    askedLevel(params.acr_values, wanted.id_token?.acr),
    flowNamed(tenant.settings, client.flow)?.assurance,
  )
  const earlier = await earlierSession(ports, client, params, level ?? client.assurance)
  const lang = localeOf(params.ui_locales)
  const atLeast = leastAge(client, asked)
  const request: SessionRequest = {
    returnUrl,
    ...(params.state && { externalId: createHash('sha256').update(params.state).digest('hex') }),
    ...(lang && { lang }),
    ...(earlier ? { flow: 'returning', personOf: earlier.id } : { flow: client.flow }),
    ...(!earlier && atLeast !== undefined && { atLeast }),
  }
  const opened = await createSession(ports, tenant, {
    sessionId: await sessionIdOf(ports, uid),
    request,
    mode: client.mode,
    actor: `openid:${client.id}`,
    validMinutes,
    asksWallets,
    ...(!earlier && { assurance: level }),
    readings: {
      signIn: {
        clientId: client.id,
        to: client.name,
        ...(client.logo && { logoUrl: logoUrlOf(client) }),
        claims: asked,
        returnUrl,
        subject: earlier?.signIn?.subject ?? randomBytes(32).toString('base64url'),
        ...(earlier && { provenBy: earlier.id }),
      },
    },
  })
  if (!opened.ok) return opened
  const { id, signIn } = opened.value
  const sub = await subjectAt(ports, sectorOf(client), signIn?.subject ?? '')
  const subjectMark = await markOf(ports, sub)
  await ports.openIdSignIns.put({ sessionId: id, clientId: client.id, subjectMark, createdAt: ports.clock() })
  return opened
}

/** The level that was reached: a returning person has that of the session that proves who they are. */
export async function reachedLevel(
  { sessions }: Pick<Ports, 'sessions'>,
  session: Session,
): Promise<Assurance | undefined> {
  const provenBy = session.signIn?.provenBy
  const source = provenBy === undefined ? session : await sessions.load(session.tenant, provenBy)
  return source?.decision?.evidence.assurance
}

/** An earlier session of the person whom a hint names, if it can be used to recognise them. */
async function earlierSession(
  ports: Needs,
  client: OpenIdClient,
  { id_token_hint: token, login_hint: hint }: Params,
  level: Assurance,
): Promise<Session | undefined> {
  // The provider has verified the token.
  const sub = token === undefined ? hint : decodeJwt(token).sub
  if (sub === undefined || !isSubject(sub)) return undefined
  for (const { sessionId } of await ports.openIdSignIns.ofSubject(await markOf(ports, sub))) {
    const session = await ports.sessions.load(client.tenant, sessionId)
    const isUsable = refusePerson(session, client.mode, ports.clock()) === undefined
    if (session && isUsable && isAtLeast(session.decision?.evidence.assurance, level)) return session
  }
  return undefined
}

interface ClaimsRequest {
  id_token?: Record<string, unknown>
  userinfo?: Record<string, unknown>
}

/** The provider has checked that it is JSON of this form. */
const claimsOf = ({ claims }: Params): ClaimsRequest => (claims ? (JSON.parse(claims) as ClaimsRequest) : {})

/** What the person is shown: the claims that are asked for and allowed, also those within `verified_claims`. */
function askedClaims(params: Params, allowed: readonly string[]): string[] {
  const { id_token: inToken, userinfo } = claimsOf(params)
  const verified = [inToken?.verified_claims, userinfo?.verified_claims].filter(
    (each) => each !== undefined && allowed.includes('verified_claims'),
  )
  const named = [
    ...((params.scope ?? '').split(' ').includes('profile') ? PROFILE_CLAIMS : []),
    ...Object.keys(inToken ?? {}),
    ...Object.keys(userinfo ?? {}),
    ...verified.flatMap(claimsInVerified),
  ]
  const shown = allowed.filter((claim) => claim !== 'verified_claims' && named.includes(claim))
  return verified.some(asksEvidence) ? [...shown, 'evidence'] : shown
}

const asksEvidence = (wanted: unknown): boolean =>
  [wanted]
    .flat()
    .some((each) => (each as { verification?: { evidence?: unknown } } | null)?.verification?.evidence !== undefined)

/** What the flow `age` asks: the highest age that the request names. */
function leastAge({ flow }: OpenIdClient, asked: readonly string[]): number | undefined {
  if (flow !== 'age') return undefined
  const ages = asked.flatMap((claim) => Number(/^age_over_(\d+)$/.exec(claim)?.[1] ?? []))
  return ages.length ? Math.max(...ages) : undefined
}

/** The first of the wanted languages that the page speaks. */
function localeOf(uiLocales: string | undefined): Locale | undefined {
  for (const tag of (uiLocales ?? '').split(' ')) {
    const language = tag.toLowerCase().split('-')[0]
    const own = language === 'ja' ? 'jp' : language
    const found = LOCALES.find((locale) => locale.toLowerCase().startsWith(`${own}-`))
    if (own && found) return found
  }
  return undefined
}
