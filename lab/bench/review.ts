import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { accept } from '../../src/formats/result.ts'
import { defaultPolicy, withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { startSession } from '../../test/api/client.ts'
import { assertAccessible } from '../../test/e2e/console-axe.ts'
import { type ConsolePlace, openPlace } from '../../test/e2e/console-place.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import type { Measurement } from './support/bench.ts'
import { fillSessions } from './support/fill-sessions.ts'
import { KINDS, type PreparedCase, prepareCase } from './support/review-cases.ts'

const SCREEN = { width: 1280, height: 800 }

/**
 * npm run bench -- review [--each=5] [--sessions=0]: prepared cases of ten kinds, decided with the keyboard in a real
 * Chromium. Counts those whose verdict needs no scrolling at 1280 × 800, and measures the time from the key to the next
 * case and its pictures, with this number of other sessions in the database. CHROMIUM names the browser.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { each: { type: 'string' }, sessions: { type: 'string' } } })
  const each = Number(values.each ?? 5)
  const place = await openPlace()
  try {
    const { storage } = place.test
    const sessions = Number(values.sessions ?? 0)
    if (sessions) await fillSessions({ storage, kind: 'sqlite', sessions, filling: storage.database.db })
    await place.test.ports.policies.use('acme', LENIENT, {
      at: place.test.clock.now,
      tenant: 'acme',
      actor: 'system',
      action: 'policy.use',
    })
    const kinds = new Map<string, string>()
    for (const kind of Object.keys(KINDS))
      for (let seed = 1; seed <= each; seed++) kinds.set(await open(place, await prepareCase(kind, seed)), kind)
    const page = await place.signIn('ada')
    await page.setViewportSize(SCREEN)
    report(await decideAll(page, kinds), kinds)
    await page.context().close()
  } finally {
    await place.close()
  }
  return []
}

/** Nothing is rejected automatically, so that every kind of doubt waits for a reviewer. */
const LENIENT = withSha256({
  ...defaultPolicy(),
  name: 'lenient',
  factors: Object.fromEntries(
    Object.entries(defaultPolicy().factors).map(([name, rule]) => [
      name,
      { ...rule, onLow: rule.onLow === 'reject' ? 'refer' : rule.onLow },
    ]),
  ) as ReturnType<typeof defaultPolicy>['factors'],
})

/** Brings a prepared case to the state where it waits for a reviewer. */
async function open({ test }: ConsolePlace, prepared: PreparedCase): Promise<string> {
  const pages = [...prepared.pages]
  test.engine.page = async () => accept(pages.shift() as PreparedCase['pages'][number])
  test.engine.face = async () => accept(prepared.face)
  const { sessionId, person } = await startSession(test, prepared.body ?? {})
  for (const _ of prepared.pages) await person.document()
  await person.face()
  await person.complete()
  const session = await test.ports.sessions.load('acme', sessionId)
  if (session?.status !== 'WAITING_FOR_MANUAL_APPROVE')
    throw new Error(`'${prepared.kind}' does not wait, it is ${session?.status}`)
  return sessionId
}

interface Seen {
  id: string
  /** Parts needed for a verdict that were not visible without scrolling. */
  hidden: string[]
  /** From the key to the next case and its pictures; absent for the first. */
  ms?: number
}

async function decideAll(page: Page, kinds: ReadonlyMap<string, string>): Promise<Seen[]> {
  const seen: Seen[] = []
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
  await page.keyboard.press('n')
  for (let ms: number | undefined; seen.length < kinds.size; ) {
    await picturesShown(page)
    const id = /[0-9a-f-]{36}$/.exec(page.url())?.[0] ?? ''
    const hidden = (await page.evaluate(FIND_HIDDEN)) as string[]
    const colours = seen.length % 2 ? 'dark' : 'light'
    if (seen.length < 2) {
      await page.emulateMedia({ colorScheme: colours })
      await assertAccessible(page, `a case, ${colours}`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    seen.push({ id, hidden, ...(ms !== undefined && { ms }) })
    await page.keyboard.press('r')
    await page.keyboard.press('1')
    const begun = performance.now()
    await page.keyboard.press('Enter')
    if (seen.length === kinds.size) break
    await page.waitForURL((url) => url.pathname.includes('/queue/') && !url.pathname.endsWith(id))
    await picturesShown(page)
    ms = performance.now() - begun
  }
  return seen
}

/** Both faces and every side of the document are there, each with its picture. */
async function picturesShown(page: Page): Promise<void> {
  await page.locator('.case .sides').waitFor()
  // Queried through the debugger: the page's content security policy does not allow evaluating text.
  while (!(await page.evaluate(ARE_SHOWN))) await page.waitForTimeout(5)
  await page.getByRole('button', { name: 'Reject' }).waitFor()
}

const ARE_SHOWN = `(() => {
  const sides = [...document.querySelectorAll('.sides .window')]
  const faces = [...document.querySelectorAll('.face')]
  return faces.length === 2 && faces.every((face) => face.querySelector('image')) && sides.length > 0 &&
    sides.every((side) => side.querySelector('img')?.complete)
})()`

/** Run in the page: parts needed for a verdict that are not completely on screen. */
const FIND_HIDDEN = `(() => {
  const wanted = {
    '.face': 'face',
    '.sides .window': 'side',
    '.reasons li': 'reason',
    'section[aria-label="Fields that disagree"] tbody tr': 'field',
    '.decision button': 'verdict',
  }
  const isSeen = (element) => {
    const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue
      const box = around.getBoundingClientRect()
      view.left = Math.max(view.left, box.left)
      view.top = Math.max(view.top, box.top)
      view.right = Math.min(view.right, box.right)
      view.bottom = Math.min(view.bottom, box.bottom)
    }
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return left >= view.left - 1 && top >= view.top - 1 && right <= view.right + 1 && bottom <= view.bottom + 1
  }
  return Object.entries(wanted).flatMap(([selector, what]) =>
    [...document.querySelectorAll(selector)].filter((element) => !isSeen(element)).map(() => what))
})()`

function report(seen: Seen[], kinds: ReadonlyMap<string, string>): void {
  const rows = Object.keys(KINDS).map((kind) => {
    const own = seen.filter(({ id }) => kinds.get(id) === kind)
    const whole = own.filter(({ hidden }) => !hidden.length).length
    const missed = [...new Set(own.flatMap(({ hidden }) => hidden))].join(', ')
    return [kind, `${whole} of ${own.length}`, missed || '–']
  })
  console.log(
    renderTable({ title: 'Cases at 1280 × 800', head: ['kind', 'without scrolling', 'below the edge'], rows }),
  )
  const times = seen.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)
  console.log(`${seen.filter(({ hidden }) => !hidden.length).length} of ${seen.length} without scrolling`)
  console.log(`from the key to the next case and its pictures: median ${at(0.5)} ms, 9 in 10 under ${at(0.9)} ms`)
}
