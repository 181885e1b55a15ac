import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { waitingSession } from '../apps/console/console.ts'
import { assertAccessibleInBoth } from './console-axe.ts'
import { type ConsolePlace, noBrowser, openPlace } from './console-place.ts'

const SCREENS = [
  'queue',
  'queue/CASE',
  'sessions',
  'sessions/CASE',
  'overview',
  'watchlist',
  'documents',
  'documents/teach',
  'shortcuts',
  'setup',
  'setup/session',
  'settings/account',
  'settings/people',
  'settings/verification',
  'settings/capture',
  'settings/integrations',
  'settings/security',
  'settings/system',
  'settings/policy',
]

describe('every screen of the console', { skip: noBrowser() ?? false }, () => {
  let place: ConsolePlace
  let id: string
  before(async () => {
    place = await openPlace()
    id = (await waitingSession(place.test)).sessionId
  })
  after(() => place?.close())

  for (const width of [1440, 390])
    it(`at ${width} pixels has one heading of the first level, breaks no rule of WCAG 2.2 AA, and throws nothing`, async () => {
      const page = await place.signIn('chief')
      const found: string[] = []
      page.on('pageerror', (error) => found.push(`${page.url()}: ${error.message}`))
      await page.setViewportSize({ width, height: 900 })
      for (const screen of SCREENS) {
        await page.goto(`${place.address}/console/${screen.replace('CASE', id)}`)
        await page.locator('h1').first().waitFor()
        await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'detached' })
        if ((await page.locator('h1').count()) !== 1) found.push(`${screen}: not one h1`)
        await assertAccessibleInBoth(page, screen).catch((error) => found.push(`${screen}: ${error.actual}`))
      }
      assert.deepEqual(found, [])
      await page.context().close()
    })
})
