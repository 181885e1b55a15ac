import type { Account, Context } from 'oidc-provider'
import type { Claims } from '../../kernel/evidence/claims.ts'
import { visualField } from '../../kernel/evidence/document/view.ts'
import { statedClaims } from '../../kernel/evidence/stated-claims.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { imagesOf, isApproved, type Session, statusAt } from '../../kernel/session/session.ts'
import type { Status } from '../../kernel/session/session-words.ts'
import { type OpenIdClient, PROFILE_CLAIMS, sectorOf } from './domain/client.ts'
import { evidenceOf } from './domain/evidence.ts'
import { selectVerified } from './domain/verified-claims.ts'
import { subjectAt } from './subjects.ts'

type Needs = Pick<Ports, 'sessions' | 'images' | 'tenants' | 'openIdClients' | 'secrets' | 'clock'>

export interface OpenIdAccount extends Account {
  /** The subject at the client's sector. */
  sub: string
  /** Whether a reviewer still has to look. */
  isWaiting: boolean
}

/** The statuses in which there is something to answer. */
const ANSWERED: readonly Status[] = [
  'AUTO_APPROVED',
  'MANUAL_APPROVED',
  'MANUAL_REJECTED',
  'WAITING_FOR_MANUAL_APPROVE',
]

/** The account of a token is the session that a sign-in opened: of this client, its tenant and its mode. */
export const findAccount =
  (ports: Needs, issuer: string) =>
  async ({ oidc }: Context, sessionId: string): Promise<OpenIdAccount | undefined> => {
    const client = await ports.openIdClients.find(oidc.client.clientId)
    const session = client && (await ports.sessions.load(client.tenant, sessionId))
    if (!session || session.mode !== client.mode || session.signIn?.clientId !== client.id) return undefined
    const status = statusAt(session, ports.clock())
    if (!ANSWERED.includes(status)) return undefined
    const { subject } = session.signIn
    const isWaiting = status === 'WAITING_FOR_MANUAL_APPROVE'
    const sub = await subjectAt(ports, sectorOf(client), subject)
    return {
      accountId: sessionId,
      sub,
      isWaiting,
      claims: async (use, scope, wanted) => ({
        sub,
        ...(client.mode === 'test' && { limen_mode: 'test' }),
        ...(!isApproved(status) && { limen_status: status }),
        ...(isApproved(status) && (await claimsFor(ports, { client, session, issuer }, { use, scope, wanted }))),
      }),
    }
  }

interface Given {
  client: OpenIdClient
  session: Session
  issuer: string
}

interface Asked {
  use: 'id_token' | 'userinfo'
  scope: string
  wanted: Record<string, unknown>
}

/** What was asked for, is allowed, and is known. Nothing else leaves the session. */
async function claimsFor(ports: Needs, { client, session, issuer }: Given, { use, scope, wanted }: Asked) {
  const source = await provenSession(ports, session)
  const names = new Set([...(scope.split(' ').includes('profile') ? PROFILE_CLAIMS : []), ...Object.keys(wanted)])
  const known = source ? await knownClaims(ports, source, client.claims) : {}
  const given = Object.entries(known).filter(
    // A picture is too large for an ID token.
    ([name]) => names.has(name) && client.claims.includes(name) && (name !== 'picture' || use === 'userinfo'),
  )
  const verified = source && client.claims.includes('verified_claims') ? wanted.verified_claims : undefined
  const answer =
    verified === undefined
      ? undefined
      : await answerVerified(ports, { client, session: source ?? session, issuer }, verified)
  return { ...Object.fromEntries(given), ...(answer !== undefined && { verified_claims: answer }) }
}

/** The session whose evidence proves who the person is: for a returning person the earlier one, unless it was erased. */
async function provenSession({ sessions, clock }: Needs, session: Session): Promise<Session | undefined> {
  const provenBy = session.signIn?.provenBy
  if (provenBy === undefined) return session
  const earlier = await sessions.load(session.tenant, provenBy)
  return earlier && isApproved(statusAt(earlier, clock())) ? earlier : undefined
}

async function answerVerified(ports: Needs, { client, session, issuer }: Given, wanted: unknown) {
  const now = ports.clock()
  const stated = statedClaims(session, now)
  const { decision, completedAt } = session
  if (!stated || !decision) return undefined
  const tenant = await ports.tenants.load(client.tenant)
  const known = await knownClaims(ports, session, client.claims)
  const verification = {
    trust_framework: tenant?.settings.trustFramework ?? issuer,
    ...(decision.evidence.assurance && { assurance_level: decision.evidence.assurance }),
    ...(completedAt && { time: completedAt.toISOString() }),
    verification_process: session.id,
    evidence: evidenceOf(session, stated),
  }
  const { picture: _, verified_claims: __, ...claims } = known
  const allowed = Object.fromEntries(Object.entries(claims).filter(([name]) => client.claims.includes(name)))
  const answers = (Array.isArray(wanted) ? wanted : [wanted]).flatMap(
    (each) => selectVerified(each, { verification, claims: allowed }, now) ?? [],
  )
  return Array.isArray(wanted) && answers.length > 1 ? answers : answers[0]
}

/** The values of a session under the names of claims, without those that were not read. */
async function knownClaims(
  { images, clock }: Needs,
  session: Session,
  allowed: readonly string[],
): Promise<Record<string, unknown>> {
  const stated = statedClaims(session, clock())
  const ages = agesOf(session, stated, allowed, clock())
  if (!stated) return ages
  const place = visualField(session.document, 'place_of_birth')?.value
  const picture = allowed.includes('picture') ? await portraitOf(images, session) : undefined
  return {
    ...(stated.family_name && { family_name: stated.family_name }),
    ...(stated.given_name && { given_name: stated.given_name }),
    ...(stated.birthdate && { birthdate: stated.birthdate }),
    ...(stated.nationalities && { nationalities: stated.nationalities }),
    ...(place && { place_of_birth: { locality: place } }),
    ...(picture && { picture }),
    ...ages,
  }
}

/** `age_over_NN`, from the date of birth or from the answer of the flow `age`. */
function agesOf({ ageAnswer }: Session, stated: Claims | undefined, allowed: readonly string[], now: Date) {
  const ages = allowed.flatMap((claim) => {
    const age = Number(/^age_over_(\d+)$/.exec(claim)?.[1])
    return Number.isNaN(age) ? [] : [{ claim, age }]
  })
  const known = ages.flatMap(({ claim, age }) => {
    if (ageAnswer?.answer === 'YES' && age <= ageAnswer.atLeast) return [[claim, true] as const]
    const birthday = stated?.birthdate && birthdayAt(stated.birthdate, age)
    return birthday ? [[claim, birthday <= now.toISOString().slice(0, 10)] as const] : []
  })
  return Object.fromEntries(known)
}

/** The day on which somebody born on this day becomes so old; undefined if the day of birth is not known whole. */
function birthdayAt(birthdate: string, age: number): string | undefined {
  const [, year, rest] = /^(\d{4})(-\d{2}-\d{2})$/.exec(birthdate) ?? []
  return year && rest && `${String(Number(year) + age).padStart(4, '0')}${rest}`
}

async function portraitOf(images: Ports['images'], session: Session): Promise<string | undefined> {
  const object = imagesOf(session).face_cropped
  const bytes = object === undefined ? undefined : await images.get(session.id, object)
  return bytes && `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
}
