import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { demonstrationPicture } from '../../src/apps/demo/server/demo.ts'
import { DEFAULT_CLIENT } from '../../src/features/openid/domain/client.ts'
import { createClient } from '../../src/features/openid/manage-clients.ts'
import { loadSignInTexts } from '../../src/features/openid/texts/load-texts.ts'
import { type Came, services } from '../features/openid/services.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { untilKnown } from './support/provider.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

/** Every example of docs/openid.md against the service as it is built: its engine, its pages, and a real browser. */
describe('the examples and the service as it is built', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let storage: Awaited<ReturnType<Stage['openStorage']>>
  let pictures: Record<'passport' | 'selfie', Uint8Array>
  let issuer: string
  const texts = loadSignInTexts('en-US')
  before(async () => {
    pictures = { passport: await demonstrationPicture('passport'), selfie: await demonstrationPicture('selfie') }
    stage = await startStage({
      built: true,
      environment: { ENGINE_WORKERS: '1', ENGINE_SECONDS: '120' },
      settings: { asksConsent: true },
    })
    issuer = `${stage.base}/openid`
    storage = await stage.openStorage()
    eyes = await openEyes(pictures.passport)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await storage?.close()
    await stage?.close()
  })

  async function register(redirectUri: string) {
    const made = await createClient(
      { ...storage, clock: () => new Date() },
      {
        ...DEFAULT_CLIENT,
        tenant: 'default',
        name: 'Shop',
        redirectUris: [redirectUri],
        authMethod: 'client_secret_basic',
        assurance: 'basic',
        claims: [...DEFAULT_CLIENT.claims, 'age_over_18'],
        actor: 'test',
      },
    )
    if (!made.ok) throw new Error(JSON.stringify(made))
    await untilKnown({ issuer })
    return { id: made.value.id, secret: made.value.secret ?? '' }
  }

  /** What a person does on the hosted page, with files in place of the camera. */
  async function verify(page: Page) {
    const steps = walk(page)
    await steps.on('welcomeTitle')
    await steps.press('start')
    await page.getByRole('heading', { name: 'Sign in to Shop' }).waitFor()
    await page.getByRole('button', { name: (await texts).goOn }).click()
    await steps.press('consentAgree')
    await steps.on('frontTitle')
    await steps.upload(pictures.passport)
    await steps.on('faceTitle')
    await steps.upload(pictures.selfie)
  }

  for (const [library, open] of Object.entries(services))
    it(library, async () => {
      const service = await open({ issuer, register })
      const context = await eyes.phone()
      try {
        const page = await context.newPage()
        await page.goto(service.origin)
        await verify(page)
        const { info } = JSON.parse(await page.locator('#came').innerText()) as Came
        assert.equal(typeof info.given_name, 'string', JSON.stringify(info))
        assert.equal(typeof info.sub, 'string')
      } finally {
        await context.close()
        service.close()
      }
    })

  it('curl, as docs/examples/sign-in.sh has it', async () => {
    const shop = createServer((_request, response) => response.end('signed in'))
    await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening))
    const REDIRECT_URI = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/callback`
    const context = await eyes.phone()
    try {
      const { id: CLIENT_ID, secret: CLIENT_SECRET } = await register(REDIRECT_URI)
      const { PATH } = process.env
      const script = fileURLToPath(new URL('../../docs/examples/sign-in.sh', import.meta.url))
      const env = { PATH, ISSUER: issuer, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI }
      const child = spawn('bash', [script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
      const page = await context.newPage()
      let printed = ''
      for await (const chunk of child.stdout) {
        printed += chunk
        const address = /^(http\S+)\n$/m.exec(printed)?.[1]
        if (!address || child.stdin.writableEnded) continue
        await page.goto(address)
        await verify(page)
        await page.waitForURL(`${REDIRECT_URI}?**`)
        child.stdin.end(`${page.url()}\n`)
      }
      const info = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
      assert.equal(typeof info.family_name, 'string', printed)
    } finally {
      await context.close()
      shop.close()
    }
  })
})
