import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { accept } from '../../src/formats/result.ts'
import { withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { waitingSession } from '../apps/console/console.ts'
import { field, withRule } from '../kernel/decision/genuine.ts'
import { auditEntry } from '../storage/sample.ts'
import { assertAccessible } from './console-axe.ts'
import { armed, type ConsolePlace, noBrowser, openPlace } from './console-place.ts'

describe('reviewing in a browser', { skip: noBrowser() ?? false }, () => {
  let place: ConsolePlace
  before(async () => {
    place = await openPlace()
  })
  after(() => place?.close())

  const statusOf = async (id: string) => (await place.test.ports.sessions.peek('acme', id))?.status
  const openCaseOf = (page: Page) => /[0-9a-f-]{36}$/.exec(page.url())?.[0] ?? ''
  const settled = (page: Page, id: string) => page.waitForURL((url) => !url.pathname.endsWith(id))

  it('refuses a wrong password, then makes a guesser wait', async () => {
    const page = await place.visit()
    await page.getByLabel('Username').fill('nobody-here')
    await assertAccessible(page, 'sign-in')
    place.timeIs(new Date()) // on a busy machine the first wait, a second, is over before the next guess
    for (let attempt = 1; attempt <= 6; attempt++) {
      await page.getByLabel('Password').fill(`guess ${attempt}`)
      const answer = page.waitForResponse((response) => response.url().endsWith('/console/session'))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await answer
    }
    await page.getByText(/Too many failed sign-ins\. Try again in \d+ s/).waitFor()
    await page.context().close()
    place.timeIs()
    await new Promise((resolve) => setTimeout(resolve, 1100)) // the wait goes by address too
  })

  it('does a whole review with the keyboard alone, from the sign-in to the next case', async () => {
    const ids = [(await waitingSession(place.test)).sessionId, (await waitingSession(place.test)).sessionId]
    const page = await place.visit()
    const { keyboard } = page
    await page.getByLabel('Username').waitFor()
    await keyboard.type('ada')
    await keyboard.press('Tab')
    await keyboard.type('a password that is long enough')
    await keyboard.press('Enter')
    await page.getByText('2 waiting').waitFor()
    await assertAccessible(page, 'queue')

    await keyboard.press('n')
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.locator('.picture img').first().waitFor()
    await page.locator('.face image').nth(1).waitFor()
    const first = openCaseOf(page)
    assert.ok(ids.includes(first))
    assert.equal(await page.locator('mark').count(), 2, 'the misread character is marked in both sources')
    await assertAccessible(page, 'case')
    const front = page.getByRole('group', { name: /^Front/ })
    await front.focus()
    await keyboard.press('+')
    await keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Rotate Front' }).press('Enter')
    const style = (await front.getByRole('img').getAttribute('style')) ?? ''
    assert.match(style, /translate\(40px, 0px\) scale\(1\.4\) rotate\(90deg\)/)
    await page.getByRole('button', { name: 'Show all of Front' }).press('Enter')

    await front.focus()
    await keyboard.press('m')
    const lens = front.locator('.lens')
    const [whole, magnified] = [await sizeOf(front.getByRole('img')), await sizeOf(lens.locator('img'))]
    assert.ok(Math.abs(magnified.width / whole.width - 2.5) < 0.01, 'M magnifies 2.5 times')
    const at = await sizeOf(lens)
    await keyboard.press('ArrowRight')
    assert.equal((await sizeOf(lens)).x - at.x, 16, 'the arrows move the magnifier')
    await keyboard.press('Escape')
    assert.equal(await lens.count(), 0)

    await keyboard.press('s')
    await page.getByRole('slider', { name: /portrait to the selfie/ }).press('End')
    const above = page.getByRole('img', { name: 'Selfie, above' })
    assert.match((await above.getAttribute('style')) ?? '', /opacity: 1/)
    await page.getByText('Portrait and selfie').click()
    await keyboard.press('s')

    await page.getByRole('button', { name: 'Document number', exact: true }).press('Enter')
    const closeUps = page.getByRole('region', { name: 'Close-ups' })
    assert.equal(await closeUps.getByRole('img').count(), 2, 'the number in the visual zone and in the MRZ')
    await assertAccessible(page, 'close-ups')
    await keyboard.press('Escape')
    await front.waitFor()
    const number = await spotOf(front, 0.74, 0.2)
    await page.mouse.click(number.x, number.y)
    await closeUps.getByText('Visual zone: document number').waitFor()
    await closeUps.getByRole('button', { name: 'Whole pages' }).click()
    await page.getByText('History (').press('Enter')
    await page.getByText('Opened the session').waitFor()
    await page.getByLabel('Show views').check()
    await page.getByText(/Viewed the case/).waitFor()

    await armed(page)
    await keyboard.press('a')
    await page.getByText('This speaks against an approval').waitFor()
    await assertAccessible(page, 'reason')
    assert.equal(await page.getByText('A character was misread').count(), 0, 'no canned reason against a finding')
    await keyboard.press('Enter')
    await page.getByText('Mark each finding').waitFor()
    await keyboard.press('1')
    await keyboard.press('Enter')
    await page.getByText('Write why you approve nevertheless').waitFor()
    await keyboard.type('Read again: the last digit is the same.')
    await keyboard.press('Enter')
    await settled(page, first)
    await page
      .locator('.undo')
      .getByText(/ · |FABLE|[A-Z]{3}/)
      .first()
      .waitFor()
    const [given] = await place.test.ports.reviews.of(first)
    assert.deepEqual(given?.against, ['CONTRADICTION'])
    assert.equal(await statusOf(first), 'MANUAL_APPROVED')

    await page.getByRole('button', { name: 'Reject' }).waitFor()
    const second = openCaseOf(page)
    assert.notEqual(second, first, 'the next case is open at once')
    await armed(page)
    await keyboard.press('r')
    await keyboard.type('The number was changed.')
    await keyboard.press('Enter')
    await page.getByText('No cases waiting').waitFor()
    assert.equal(await statusOf(second), 'MANUAL_REJECTED')
    const [review] = await place.test.ports.reviews.of(second)
    assert.deepEqual([review?.reviewer, review?.reason], ['ada', 'The number was changed.'])
    await page.context().close()
  })

  it('decides a case from the queue on a phone, by its row and by keys', async () => {
    place.misreads(false)
    const { sessionId } = await waitingSession(place.test, { externalId: 'order 390' })
    place.misreads(true)
    const page = await place.signIn('ada')
    await page.setViewportSize({ width: 390, height: 844 })
    const rail = page.getByRole('navigation', { name: 'Console' })
    const tops = await rail
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))
    assert.equal(new Set(tops.filter(Boolean)).size, 1, 'one row of navigation')
    const row = page.getByRole('listitem').filter({ hasText: 'order 390' })
    await row.locator('.thumbnail img').waitFor()
    await row.click({ position: { x: 200, y: 40 } })
    await page.waitForURL(`**/queue/${sessionId}*`)
    await armed(page)
    await assertAccessible(page, 'case on a phone')
    await page.keyboard.press('a')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await settled(page, sessionId)
    assert.equal(await statusOf(sessionId), 'MANUAL_APPROVED')
    await page
      .locator('.undo')
      .getByText(/ · order 390: Approved/)
      .waitFor()
    await page.context().close()
  })

  it('keeps its keys at rest for half a second on a case that has just come up', async () => {
    const { sessionId } = await waitingSession(place.test)
    const page = await place.signIn('ada')
    await page.getByText('1 waiting').waitFor()
    await page.keyboard.press('n')
    await page.waitForURL(`**/queue/${sessionId}*`)
    await page.evaluate(`new Promise((resolve) => {
      new MutationObserver((_, watching) => {
        if (!document.querySelector('.decision')) return
        watching.disconnect()
        dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
        resolve()
      }).observe(document.body, { childList: true, subtree: true })
      if (document.querySelector('.decision')) resolve()
    })`)
    assert.equal(await page.locator('.decision textarea').count(), 0)
    await armed(page)
    await page.keyboard.press('a')
    await page.locator('.decision textarea').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await page.keyboard.type('Seen.')
    await page.keyboard.press('Enter')
    await page.getByText('No cases waiting').waitFor()
    await page.context().close()
  })

  for (const width of [1440, 390])
    it(`decides a case from the queue by four keys, where nothing speaks against it, in under ten seconds, at ${width} pixels`, async (test) => {
      place.misreads(false)
      const { sessionId } = await waitingSession(place.test)
      place.misreads(true)
      const page = await place.signIn('ada')
      await page.setViewportSize({ width, height: 844 })
      await page.getByText('1 waiting').waitFor()
      const began = performance.now()
      await page.keyboard.press('n')
      await page.waitForURL(`**/queue/${sessionId}*`)
      await armed(page)
      await page.locator('.face image').nth(1).waitFor()
      for (const key of ['a', '1', 'Enter']) await page.keyboard.press(key)
      await settled(page, sessionId)
      const seconds = (performance.now() - began) / 1000
      test.diagnostic(`decided in ${seconds.toFixed(1)} s`)
      assert.equal(await statusOf(sessionId), 'MANUAL_APPROVED')
      assert.ok(seconds < 10)
      await page.context().close()
    })

  it('magnifies what the pointer is over, in the middle of the lens', async () => {
    await waitingSession(place.test)
    const page = await place.signIn('chief')
    await page.getByText('1 waiting').waitFor()
    await page.keyboard.press('n')
    await page.locator('.picture img').first().waitFor()
    const front = page.getByRole('group', { name: /^Front/ })
    const box = await sizeOf(front)
    const [x, y] = [box.width * 0.3, box.height * 0.4]
    await page.mouse.move(box.x + x, box.y + y)
    const [lens, picture] = [await sizeOf(front.locator('.lens')), await sizeOf(front.locator('.lens img'))]
    assert.ok(Math.abs(lens.x + lens.width / 2 - (box.x + x)) < 1.5)
    assert.ok(Math.abs((lens.x + lens.width / 2 - picture.x) / picture.width - x / box.width) < 0.01)
    assert.ok(Math.abs((lens.y + lens.height / 2 - picture.y) / picture.height - y / box.height) < 0.01)
    await page.mouse.move(box.x + x, box.y - 40)
    assert.equal(await front.locator('.lens').count(), 0)
    await armed(page)
    await page.keyboard.press('r')
    await page.keyboard.type('Seen.')
    await page.keyboard.press('Enter')
    await page.getByText('No cases waiting').waitFor()
    await page.context().close()
  })

  it('never gives two reviewers the same case, and tells the second who has it', async () => {
    const { sessionId } = await waitingSession(place.test)
    const [ada, ben] = await Promise.all([place.signIn('ada'), place.signIn('ben')])
    await Promise.all([ada.getByText('1 waiting').waitFor(), ben.getByText('1 waiting').waitFor()])
    await Promise.all([ada.keyboard.press('n'), ben.keyboard.press('n')])
    const approve = (page: Page) => page.getByRole('button', { name: 'Approve' })
    const winner = await Promise.any(
      [ada, ben].map((page) =>
        approve(page)
          .waitFor()
          .then(() => page),
      ),
    )
    const loser = winner === ada ? ben : ada
    assert.equal(await approve(loser).count(), 0)

    await loser.goto(`${place.address}/console/queue/${sessionId}`)
    await loser.getByText(/is working on this case/).waitFor()
    await loser.keyboard.press('a')
    assert.equal(await loser.getByLabel('Reason for approval').count(), 0)
    await winner.getByRole('link', { name: 'Sessions' }).click()
    await loser.reload()
    await approve(loser).waitFor()

    const chief = await place.signIn('chief', `queue/${sessionId}`)
    await chief.getByText(/is working on this case/).waitFor()
    assert.equal(await loser.getByRole('button', { name: 'Take over' }).count(), 0, 'for admins alone')
    await chief.getByRole('button', { name: 'Take over' }).click()
    await approve(chief).waitFor()
    await winner.goto(`${place.address}/console/queue/${sessionId}`)
    await winner.getByText('chief is working on this case').waitFor()
    await chief.context().close()
    await Promise.all([ada, ben].map((page) => page.context().close()))
  })

  it('keeps nothing of a person in the address, in storage or in the cache', async () => {
    const page = await place.signIn('chief')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await waitingSession(place.test, { externalId: 'order of a person' })
    await page.keyboard.press('n')
    await page.locator('.picture img').first().waitFor()
    const kept = await page.evaluate(`(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      cookie: document.cookie,
    }))()`)
    assert.deepEqual(kept, { local: 0, session: 0, databases: 0, caches: 0, cookie: '' })
    assert.doesNotMatch([page.url(), ...requests].join('\n'), /order|FABLE|person/i)
    await page.context().close()
  })

  it('shows two sessions of one face next to each other, and remembers each of the three answers', async () => {
    const { test } = place
    await test.ports.policies.use(
      'acme',
      withSha256(withRule('duplicateCheck', { enabled: true })),
      auditEntry('policy.use'),
    )
    const { sessionId: first } = await waitingSession(test)
    const drawn = test.engine.page
    test.engine.page = async (...picture) => {
      const read = await drawn(...picture)
      assert.ok(read.ok)
      const { reading } = read.value
      const visual = [...reading.visual.filter(({ name }) => name !== 'given_name'), field('given_name', 'BERTA')]
      return accept({ ...read.value, reading: { ...reading, visual } })
    }
    const { sessionId: second } = await waitingSession(test)
    test.engine.page = drawn

    const page = await place.signIn('ada', `sessions/${second}`)
    const others = page.getByRole('region', { name: 'Other sessions' })
    const pair = others.locator('details').filter({ hasText: first.slice(0, 8) })
    await pair.locator('summary').click()
    await others.getByText(/^Seen in other sessions: .*face \(\d/).waitFor()
    for (const [side, id] of [
      ['This case', second],
      ['Other session', first],
    ] as const) {
      const shown = pair.getByRole('region', { name: side })
      assert.match((await shown.getByRole('link').getAttribute('href')) ?? '', new RegExp(`${id}$`))
      assert.equal(await shown.locator('.face').count(), 2, `${side}: portrait and selfie`)
    }
    const row = (name: string) => pair.getByRole('row', { name: new RegExp(`^${name}`, 'i') })
    assert.match(await row('given name').innerText(), /BERTA.*differs/s)
    assert.match(await row('date of birth').innerText(), /\bagrees/)
    await assertAccessible(page, 'duplicates')

    const [why, room] = await Promise.all([pair.getByLabel('Why').boundingBox(), pair.boundingBox()])
    assert.ok((why?.width ?? 0) > 0.8 * (room?.width ?? 0), 'there is room to write')
    assert.equal(await pair.getByRole('button', { name: 'Same person' }).isDisabled(), true, 'a reason is asked for')
    for (const answer of ['Same person', 'Twins or lookalikes', 'Not the same']) {
      await pair.getByLabel('Why').fill(`${answer}, by their papers.`)
      await pair.getByRole('button', { name: answer }).click()
      await pair.locator('summary').getByText(answer.toLowerCase()).waitFor()
      await pair.getByText(`${answer}, by their papers.`).waitFor()
    }
    await page.reload()
    await pair.locator('summary').getByText('not the same').waitFor()
    await pair.locator('summary').click()
    await pair.getByText('ada: not the same').waitFor()
    await page.context().close()
  })
})

/** A point of a picture that is shown whole in its window, by shares of the picture. */
async function spotOf(window: Locator, x: number, y: number) {
  const { x: left, y: top, width, height } = await sizeOf(window)
  const [wide, high] = await window.locator('img').evaluate((picture) => {
    const { naturalWidth, naturalHeight } = picture as unknown as { naturalWidth: number; naturalHeight: number }
    return [naturalWidth, naturalHeight] as const
  })
  const scale = Math.min(width / wide, height / high)
  return {
    x: left + (width - scale * wide) / 2 + x * scale * wide,
    y: top + (height - scale * high) / 2 + y * scale * high,
  }
}

async function sizeOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box)
  return box
}
