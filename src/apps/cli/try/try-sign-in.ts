import { setTimeout as wait } from 'node:timers/promises'
import { DEFAULT_CLIENT } from '../../../features/openid/domain/client.ts'
import { createClient, revokeClient } from '../../../features/openid/manage-clients.ts'
import { playSignIn, SignInFault } from '../../../features/openid/play-sign-in.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { UsageError } from '../../../platform/cli/usage.ts'
import { demonstrationPicture } from '../../demo/server/demo.ts'

const REDIRECT = 'https://shop.example/callback'

/** A whole sign-in with a client for this run only, which is revoked afterwards. */
export async function trySignIn(address: string, issuer: string, say: (text: string) => void) {
  const created = await withStorage((ports) =>
    createClient(ports, {
      ...DEFAULT_CLIENT,
      tenant: 'default',
      name: 'limen try',
      redirectUris: [REDIRECT],
      authMethod: 'client_secret_basic',
      assurance: 'basic',
      claims: [...DEFAULT_CLIENT.claims, 'age_over_18'],
      actor: ACTOR,
    }),
  )
  if (!created.ok) throw new UsageError(`the service at ${address} keeps its data elsewhere than these settings say`)
  const { id: clientId, secret: clientSecret = '' } = created.value
  try {
    await untilAnswered(`${issuer}/.well-known/openid-configuration`)
    return await playSignIn({
      issuer,
      clientId,
      clientSecret,
      redirectUri: REDIRECT,
      verify: (token) => playPerson(address, token),
      onStep: ({ who, what, answer }) => say(`  ${who.padEnd(8)} ${what}\n           ${answer}\n`),
    })
  } catch (error) {
    throw error instanceof SignInFault ? new UsageError(error.message) : error
  } finally {
    await withStorage((ports) => revokeClient(ports, clientId, ACTOR))
  }
}

/** A running service looks every few seconds whether there is a client. */
const PATIENCE_MS = 15_000

async function untilAnswered(discovery: string): Promise<void> {
  const last = Date.now() + PATIENCE_MS
  while (!(await fetch(discovery)).ok) {
    if (Date.now() > last) throw new SignInFault('the service does not know the client: it keeps its data elsewhere')
    await wait(500)
  }
}

/** What the hosted page does for a person: it asks for consent, and sends the pictures. */
async function playPerson(address: string, token: string): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` }
    const response = await fetch(`${address}/api/v1/enrolment/${path}`, { ...init, headers })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok || answer.hasError) throw new SignInFault(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const post = (path: string, type: string, body: string | Buffer<ArrayBuffer>) =>
    ask(path, { method: 'POST', headers: { 'content-type': type }, body })
  if ((await ask('session')).asksConsent) {
    const { lang, sha256 } = await ask('consent?lang=en-US')
    await post('consent', 'application/json', JSON.stringify({ lang, sha256 }))
  }
  for (const [path, name] of [
    ['document', 'passport'],
    ['face', 'selfie'],
  ] as const)
    await post(path, 'image/jpeg', Buffer.from(await demonstrationPicture(name)))
  await ask('complete', { method: 'POST' })
}
