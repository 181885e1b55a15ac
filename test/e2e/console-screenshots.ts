import type { Page } from 'playwright-core'
import { withSha256 } from '../../src/kernel/decision/change-policy.ts'
import type { CaptureStep } from '../../src/kernel/figures/counted-words.ts'
import { countReached } from '../../src/kernel/figures/funnel.ts'
import { FINAL_STATUSES } from '../../src/kernel/session/session-words.ts'
import { waitingSession } from '../apps/console/console.ts'
import { withRule } from '../kernel/decision/genuine.ts'
import { auditEntry, page as document, freshSession } from '../storage/sample.ts'
import { type ConsolePlace, openPlace } from './console-place.ts'

const DAY = 86_400_000

const SETTINGS = ['account', 'people', 'verification', 'capture', 'integrations', 'security', 'system']
const SECTIONS = [
  'overview',
  'setup',
  'sessions',
  'watchlist',
  'documents',
  'shortcuts',
  ...SETTINGS.map((name) => `settings/${name}`),
]
const DEVICES = { laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
/** So tall that a screen is seen whole. */
const TALL = 1800

/** Pictures of every screen of the console, light and dark, on a desktop, a laptop and a phone. */
export async function consoleScreenshots(take: (page: Page, name: string) => Promise<void>): Promise<void> {
  const place = await openPlace()
  try {
    await aBusyMonth(place)
    for (const colorScheme of ['light', 'dark'] as const) {
      const shoot = async (page: Page, name: string) => {
        await page.waitForTimeout(600)
        await take(page, `console-${name}${colorScheme === 'dark' ? '-dark' : ''}`)
      }
      const out = await place.visit()
      await out.emulateMedia({ colorScheme })
      await shoot(out, 'sign-in')
      const page = await place.signIn('chief')
      await page.emulateMedia({ colorScheme })
      await shoot(page, 'queue')
      await page.keyboard.press('n')
      await page.locator('.picture img').first().waitFor()
      await shoot(page, 'case')
      await page.keyboard.press('r')
      await shoot(page, 'reject')
      await page.keyboard.press('Escape')
      for (const section of [...SECTIONS, 'settings/page']) {
        await page.goto(`${place.address}/console/${section}`)
        await shoot(page, section.replace('/', '-'))
      }
      await page.goto(`${place.address}/console/sessions`)
      await page.locator('.table a').first().click()
      await shoot(page, 'session')
      for (const [device, viewport] of Object.entries(DEVICES)) {
        await page.setViewportSize(viewport)
        await page.goto(`${place.address}/console/queue`)
        await shoot(page, `${device}-queue`)
        await page.locator('.list li a').first().click()
        await page.locator('.picture img').first().waitFor()
        await shoot(page, `${device}-case`)
        await page.locator('.decision[data-armed]').waitFor()
        await page.keyboard.press('r')
        await shoot(page, `${device}-reject`)
        await page.keyboard.press('Escape')
        await page.setViewportSize({ ...viewport, height: TALL })
        for (const section of SECTIONS) {
          await page.goto(`${place.address}/console/${section}`)
          await shoot(page, `${device}-${section.replace('/', '-')}`)
        }
      }
      await page.context().close()
    }
    await pairScreenshots(place, take)
  } finally {
    await place.close()
  }
}

/** A case whose person was here before, with the other session opened. */
async function pairScreenshots(place: ConsolePlace, take: (page: Page, name: string) => Promise<void>): Promise<void> {
  const policy = withSha256(withRule('duplicateCheck', { enabled: true }))
  await place.test.ports.policies.use('acme', policy, auditEntry('policy.use'))
  await waitingSession(place.test)
  const { sessionId } = await waitingSession(place.test)
  const page = await place.signIn('ada', `queue/${sessionId}`)
  await page.getByRole('region', { name: 'Other sessions' }).locator('summary').first().click()
  for (const [device, viewport] of Object.entries({ desktop: { width: 1440, height: 900 }, ...DEVICES })) {
    await page.setViewportSize({ ...viewport, height: TALL })
    await page.getByRole('button', { name: 'Same person', exact: true }).scrollIntoViewIfNeeded()
    await page.waitForTimeout(600)
    await take(page, `console-${device}-pair`)
  }
  await page.context().close()
}

/** Sessions of 30 days with outcomes that go up and down, refusals, and a few cases that wait. */
export async function aBusyMonth({ test, timeIs }: ConsolePlace): Promise<void> {
  const { sessions, figures } = test.storage
  const now = Date.now()
  for (let day = 29; day >= 0; day--) {
    const count = 6 + Math.round(4 * Math.sin(day / 2)) + (29 - day) / 4
    for (let at = 0; at < count; at++) {
      const status = at % 5 === 4 ? 'EXPIRED' : (FINAL_STATUSES[[0, 0, 2, 1, 3][at % 4] ?? 0] ?? 'AUTO_APPROVED')
      const createdAt = new Date(now - day * DAY - at * 600_000)
      const completedAt = new Date(createdAt.getTime() + (40 + 37 * ((at * 7) % 11)) * 1000)
      const done = status === 'EXPIRED' ? {} : { completedAt, document: { pages: [document('SPECIMEN')] } }
      timeIs(new Date(completedAt.getTime() + (at % 4 === 3 ? 9 * 60_000 : 0)))
      await sessions.create(
        freshSession({ mode: 'live', createdAt, status, request: { externalId: `order ${day}-${at}` }, ...done }),
      )
    }
  }
  for (const [code, times] of [
    ['FACE_TOO_SMALL', 14],
    ['DOCUMENT_NOT_RECOGNIZED', 11],
    ['WRONG_SIDE', 5],
    ['FACE_IS_OCCLUDED', 2],
  ] as const)
    for (let time = 0; time < times; time++)
      await figures.countRefusal({ tenant: 'acme', mode: 'live' }, code, new Date(now))
  const people = { tenant: 'acme', mode: 'live' } as const
  for (const [step, count] of Object.entries({ started: 120, consented: 112, front: 104, selfie: 97, completed: 95 }))
    for (let at = 0; at < count; at++) {
      const by = { device: at % 4 ? 'phone' : 'desktop', language: ['de', 'en', 'fr'][at % 3] ?? 'de' } as const
      const isPicture = step === 'front' || step === 'selfie'
      const effort = {
        ...(isPicture && { tries: at % 6 ? 1 : 2 }),
        seconds: (step === 'completed' ? 50 : 7) + (at % 20),
      }
      const spent = isPicture || step === 'completed' ? effort : {}
      await figures.countCaptures(people, by, countReached(step as CaptureStep, spent), new Date(now - (at % 20) * DAY))
    }
  for (const [value, count] of Object.entries({ GLARE: 9, CUT_OFF: 7, BLURRED: 4 }))
    for (let at = 0; at < count; at++)
      await figures.countCaptures(
        people,
        { device: 'phone', language: 'de' },
        [{ step: 'document', about: 'refused', value }],
        new Date(now),
      )
  timeIs()
  for (let waiting = 0; waiting < 6; waiting++) await waitingSession(test, { externalId: `order ${waiting}` })
}
