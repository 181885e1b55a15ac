import { createHash, randomBytes } from 'node:crypto'

/** One step of a sign-in, as it is shown. */
interface Step {
  /** Who does it. */
  who: 'service' | 'browser' | 'person'
  what: string
  answer: string
}

interface Asked {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Plays the person on the hosted page, whose token this is. */
  verify(token: string): Promise<void>
  onStep(step: Step): void
}

/** A sign-in did not go as it does with every service. */
export class SignInFault extends Error {}

/** The parts of all three in a sign-in: the service's requests, the browser's redirects, and the person's pictures. */
export async function playSignIn({ issuer, clientId, clientSecret, redirectUri, verify, onStep }: Asked) {
  const secret = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(12).toString('base64url')
  const cookies = new Map<string, string>()
  const visit = async (address: string): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html', cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', ...value] = (set.split(';')[0] ?? '').split('=')
      cookies.set(name, value.join('='))
    }
    const location = response.headers.get('location')
    if (!location) throw new SignInFault(`${new URL(address).pathname} was answered with ${response.status}`)
    return new URL(location, address).href
  }
  const answerOf = async (response: Response): Promise<Record<string, unknown>> => {
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new SignInFault(`${new URL(response.url).pathname}: ${JSON.stringify(answer)}`)
    return answer
  }

  const request = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile',
    state,
    claims: JSON.stringify({ id_token: { age_over_18: null }, userinfo: { verified_claims: VERIFIED } }),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: { authorization: secret },
    body: new URLSearchParams(fields),
  })
  const pushed = await answerOf(await fetch(`${issuer}/request`, form(request)))
  onStep({ who: 'service', what: 'POST /openid/request, what it asks for', answer: 'a reference for the browser' })

  const reference = new URLSearchParams({ client_id: clientId, request_uri: String(pushed.request_uri) })
  const interaction = await visit(`${issuer}/auth?${reference}`)
  const page = await visit(interaction)
  const token = new URL(page).searchParams.get('token')
  if (!token) throw new SignInFault('the provider did not lead to the hosted page')
  onStep({ who: 'browser', what: 'GET /openid/auth', answer: 'on to the hosted page' })

  await verify(token)
  onStep({ who: 'person', what: 'a document and a selfie', answer: 'back to the service' })
  const answer = new URL(await visit(await visit(interaction)))
  const code = answer.searchParams.get('code')
  const error = answer.searchParams.get('error_description')
  onStep({ who: 'browser', what: `GET ${redirectUri}`, answer: code ? 'a code' : `access_denied: ${error}` })
  if (!code || answer.searchParams.get('state') !== state) return undefined

  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const tokens = await answerOf(await fetch(`${issuer}/token`, form(fields)))
  const [, payload = ''] = String(tokens.id_token).split('.')
  const idToken = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  onStep({ who: 'service', what: 'POST /openid/token, the code', answer: 'an ID token and an access token' })
  const authorization = `Bearer ${tokens.access_token}`
  const userinfo = await answerOf(await fetch(`${issuer}/me`, { headers: { authorization } }))
  onStep({ who: 'service', what: 'GET /openid/me', answer: 'the claims' })
  return { idToken, userinfo }
}

const VERIFIED = {
  verification: {
    trust_framework: null,
    time: null,
    evidence: [{ type: { value: 'document' }, document_details: null }],
  },
  claims: { given_name: null, family_name: null, birthdate: null },
}
