import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import * as openid from 'openid-client'
import sharp from 'sharp'
import type { ClientMade } from '../../src/features/openid/contract/clients.ts'
import { loadSignInTexts } from '../../src/features/openid/texts/load-texts.ts'
import { CONSOLE_HEADER } from '../../src/kernel/contract/console-words.ts'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import { assertAccessible } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes, watchFaults } from './support/browser.ts'
import { cardOnTable } from './support/pictures.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

/** Registers a client as an administrator does. */
async function register({ base, admin }: Stage, wanted: object): Promise<ClientMade> {
  const headers = { [CONSOLE_HEADER]: '1', origin: base, 'content-type': 'application/json' }
  const ask = (path: string, body: object, cookie = '') =>
    fetch(`${base}/api/v1/console/${path}`, {
      method: 'POST',
      headers: { ...headers, ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    })
  const signedIn = await ask('session', admin)
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0]
  const made = await ask('openid/clients', { tenant: 'default', assurance: 'basic', ...wanted }, cookie)
  assert.equal(made.status, 200, await made.clone().text())
  return (await made.json()) as ClientMade
}

/** A service with a sign-in: it says who came, or why nobody did. */
async function openService() {
  let config: openid.Configuration | undefined
  let sent: { verifier: string; state: string; nonce: string } | undefined
  let origin = ''
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (!config) return response.end()
    if (url.pathname === '/') {
      const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()]
      sent = { verifier, state, nonce }
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: `${origin}/callback`,
        scope: 'openid profile',
        claims: JSON.stringify({ id_token: { age_over_18: null } }),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...Object.fromEntries(url.searchParams),
      })
      return response.writeHead(302, { location: address.href }).end()
    }
    try {
      const tokens = await openid.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: sent?.verifier ?? '',
        expectedState: sent?.state ?? '',
        expectedNonce: sent?.nonce ?? '',
      })
      const said = tokens.claims()
      const [sub, isAdult] = [said?.sub ?? '', said?.age_over_18]
      const { given_name: name } = await openid.fetchUserInfo(config, tokens.access_token, sub)
      response.end(`<title>Shop</title><h1>Welcome ${name}, ${isAdult ? 'of age' : 'too young'}</h1>`)
    } catch (error) {
      const { error: code, error_description: why } = error as openid.AuthorizationResponseError
      response.end(`<title>Shop</title><h1>${code}: ${why}</h1>`)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async connect(issuer: string, { id, secret = '' }: ClientMade) {
      const metadata = { id_token_signed_response_alg: 'ES256' }
      config = await openid.discovery(new URL(issuer), id, metadata, openid.ClientSecretBasic(secret), {
        execute: [openid.allowInsecureRequests],
      })
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}

describe('signing in to a service', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let service: Awaited<ReturnType<typeof openService>>
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    stage = await startStage({ engine: cardEngine(pictures.back), settings: { asksConsent: true } })
    eyes = await openEyes(await cardOnTable())
    service = await openService()
    const client = await register(stage, {
      name: 'Second-hand Shop',
      logo: await logo(),
      redirectUris: [`${service.origin}/callback`],
      claims: ['given_name', 'age_over_18'],
    })
    await service.connect(client.issuer, client)
  })
  after(async () => {
    await eyes?.close()
    await service?.close()
    await stage?.close()
  })

  it('leads over the hosted page, which says who asks for what, and back with a code', async () => {
    const context = await eyes.phone()
    const page = await context.newPage()
    const faults = watchFaults(page, stage.base)
    const steps = walk(page)
    const texts = await loadSignInTexts('en-US')
    await page.goto(service.origin)
    await steps.on('welcomeTitle')
    await steps.press('start')
    await page.getByRole('heading', { name: 'Sign in to Second-hand Shop' }).waitFor()
    assert.deepEqual(await page.locator('.consent li').allInnerTexts(), [
      texts.given_name,
      texts.age.replace('{age}', '18'),
    ])
    await page.locator('img.asker').waitFor()
    await page.waitForFunction("document.querySelector('img.asker').naturalWidth === 120")
    await assertAccessible(page, 'the sign-in')
    // Loading the page again, or coming back later, goes on where the person was.
    await page.reload()
    await steps.on('welcomeTitle')
    await steps.press('start')
    await page.getByRole('button', { name: texts.goOn }).click()
    await steps.press('consentAgree')
    for (const part of ['front', 'back', 'face'] as const) {
      await steps.on(`${part}Title`)
      await steps.upload(pictures[part])
    }
    await page.getByRole('heading', { name: /^Welcome \S+.*, of age$/ }).waitFor()
    const others = faults.filter((fault) => !fault.startsWith(`third party: ${service.origin}`))
    assert.deepEqual(others, [])
    await context.close()
  })

  it('is said in the language of the request, and answers a person who does not want it', async () => {
    const context = await eyes.phone()
    const page = await context.newPage()
    const [texts, own] = [await loadSignInTexts('de-DE'), await loadTexts('de-DE')]
    await page.goto(`${service.origin}/?ui_locales=de`)
    await page.getByRole('button', { name: own.start }).click()
    await page.getByText(texts.receives.replace('{name}', 'Second-hand Shop')).waitFor()
    await page.getByRole('link', { name: texts.cancel }).click()
    await page.getByRole('heading', { name: 'access_denied: the person did not agree' }).waitFor()
    await page.goBack()
    await context.close()
  })

  it('answers a person who does not agree that their face is compared', async () => {
    const context = await eyes.phone()
    const page = await context.newPage()
    const steps = walk(page)
    const texts = await loadSignInTexts('en-US')
    await page.goto(service.origin)
    await steps.press('start')
    await page.getByRole('button', { name: texts.goOn }).click()
    await steps.press('consentDecline')
    await steps.press('declineStop')
    await steps.on('declinedTitle')
    await page.getByRole('link', { name: steps.say('doneReturnNow') }).click()
    await page.getByRole('heading', { name: 'access_denied: the person did not agree' }).waitFor()
    await context.close()
  })
})

describe('the built service', () => {
  it('has the provider', async () => {
    const stage = await startStage({ built: true })
    try {
      const client = await register(stage, { name: 'Shop', redirectUris: ['https://shop.example/callback'] })
      const found = await fetch(`${client.issuer}/.well-known/openid-configuration`)
      assert.equal((await found.json()).issuer, `${stage.base}/openid`)
    } finally {
      await stage.close()
    }
  })
})

const logo = async () => {
  const picture = sharp({ create: { width: 120, height: 40, channels: 3, background: '#8a1c4a' } })
  return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
}
