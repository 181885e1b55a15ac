import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { SessionListResponse } from '../../src/kernel/results/contract/session-list.ts'
import { basic, JPEG, writtenEngine } from '../support/app.ts'
import { assertAccessible } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes, watchFaults } from './support/browser.ts'
import { type Stage, startStage } from './support/stage.ts'

describe('the documentation in a browser', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  before(async () => {
    stage = await startStage({ engine: writtenEngine() })
    eyes = await openEyes(JPEG)
  })
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  const open = async (kind: 'phone' | 'desktop', place: string, colorScheme: 'light' | 'dark' = 'light') => {
    const context = await eyes[kind]({ colorScheme, bypassCSP: false })
    const page = await context.newPage()
    const faults = watchFaults(page, stage.base)
    await page.goto(`${stage.base}${place}`)
    return { context, page, faults }
  }

  /** What can differ on the same page where it is narrow or dark. */
  const APPEARANCE = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']
  for (const [kind, place, scheme, rules] of [
    ['desktop', '/docs', 'light'],
    ['phone', '/docs', 'dark', APPEARANCE],
    ['desktop', '/docs/guides/accuracy-faces', 'dark'],
    ['phone', '/docs/guides/operations', 'light'],
    ['desktop', '/docs/guides/examples/session.py', 'light'],
  ] as const)
    it(`${place} on a ${kind} in ${scheme} is for everybody, and asks nobody else`, async () => {
      const { context, page, faults } = await open(kind, place, scheme)
      await page.getByRole('search').or(page.getByText('Contents')).first().waitFor()
      await photograph(page, `${kind}-${place.replaceAll('/', '-')}`)
      await assertAccessible(page, place, rules)
      assert.deepEqual(faults, [])
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(wide <= 0, `${wide} pixels too wide`)
      await context.close()
    })

  it('finds a heading by its words, from the keyboard', async () => {
    const { context, page } = await open('desktop', '/docs/guides/examples')
    await page.getByLabel('Search').waitFor()
    // What each leads to is the business of test/apps/docs-site/site.test.ts; here, that a browser is led there.
    for (const [words, first] of [
      ['quickstart', /^Quick start/],
      ['sandbox', /test/i],
      ['webhok', /webhook/i],
      ['rate limit', /RATE_LIMIT|too many requests|limit/i],
      ['liveness', /liveness/i],
    ] as const) {
      await page.getByLabel('Search').fill(words)
      await page.getByRole('list', { name: 'Found' }).getByRole('listitem').first().filter({ hasText: first }).waitFor()
    }
    await page.getByLabel('Search').fill('')
    await page.getByLabel('Search').blur()
    await page.keyboard.press('/')
    await page.keyboard.type('results_not_ready')
    await page.getByRole('list', { name: 'Found' }).getByText('RESULTS_NOT_READY').first().waitFor()
    await photograph(page, 'search')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${stage.base}/docs#RESULTS_NOT_READY`)
    await context.close()
  })

  it('leads by what somebody comes for, and remembers the language of the calls', async () => {
    const { context, page } = await open('desktop', '/docs')
    for (const task of ['Integrate', 'Decide', 'Operate']) {
      const steps = page.locator('.tasks section').filter({ hasText: task }).getByRole('listitem')
      assert.equal(await steps.count(), 3, task)
    }
    const call = page.locator('#initialize .samples')
    assert.equal(await call.getByRole('button', { name: 'curl' }).getAttribute('aria-pressed'), 'true')
    await call.getByRole('button', { name: 'Python' }).click()
    await page.locator('#complete .samples').getByText('urllib.request.Request').waitFor()
    await page.reload()
    await call.getByText('urllib.request.Request').waitFor()

    await page.goto(`${stage.base}/docs/guides/hosted-page`)
    const parts = page.getByRole('navigation', { name: 'On this page' })
    await parts.getByRole('link', { name: 'Redirect' }).click()
    await page.waitForURL(/#redirect$/)
    await context.close()
  })

  it('tries a session with a test credential, from its pictures to its results', async () => {
    const { context, page, faults } = await open('desktop', '/docs')
    await page.getByLabel('API username').fill(stage.login.username)
    await page.getByLabel('API password').fill(stage.login.password)
    await page.getByRole('button', { name: 'Open a session' }).click()
    await page.getByText('is open. Each endpoint below').waitFor()
    const attempt = async (id: string, expected: string) => {
      const article = page.locator(`#${id}`)
      if (id === 'submitDocument' || id === 'submitFace')
        await article.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: JPEG })
      await article.getByRole('button', { name: 'Try it' }).click()
      await article.getByRole('status').getByText(expected).waitFor()
    }
    await attempt('submitDocument', '"pageSide": "FRONT"')
    await attempt('submitFace', '"hasError": false')
    await attempt('complete', 'Answer 200')
    await attempt('readStatus', 'AUTO_APPROVED')
    await attempt('readImage', 'Answer 200')
    await page.locator('#readImage').getByAltText('The picture of the answer').waitFor()
    await page.locator('#readStatus').scrollIntoViewIfNeeded()
    await photograph(page, 'tried', false)
    await attempt('deleteSession', 'Answer 204')
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('turns a live credential away, and leaves nothing of it', async () => {
    const { username, password } = await stage.makeLive()
    const { context, page } = await open('desktop', '/docs')
    await page.getByLabel('API username').fill(username)
    await page.getByLabel('API password').fill(password)
    await page.getByRole('button', { name: 'Open a session' }).click()
    await page.getByText('This credential is for live mode').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Try it' }).count(), 0)
    const headers = { authorization: basic(username, password) }
    const list = await fetch(`${stage.base}/api/v1/data/session/list`, { headers })
    assert.deepEqual(((await list.json()) as SessionListResponse).data, [])
    await context.close()
  })

  it('copies a call', async () => {
    const { context, page } = await open('desktop', '/docs')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('#readStatus').getByRole('button', { name: 'Copy' }).first().click()
    await page.locator('#readStatus').getByRole('button', { name: 'Copied' }).waitFor()
    assert.match(
      await page.evaluate('navigator.clipboard.readText()'),
      /^curl "\$LIMEN_URL\/api\/v1\/data\/\$SESSION_ID\/status"/,
    )
    await context.close()
  })
})

/** For the eye, where a folder is named. */
async function photograph(page: Page, name: string, fullPage = false): Promise<void> {
  const folder = process.env.DOCS_SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
}
