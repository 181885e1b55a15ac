import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { makeNamedChip } from '../../packages/specimen/src/chip/write-chip.ts'
import { accept } from '../../src/formats/result.ts'
import { readBarcodes } from '../../src/vision/document/barcode/read-barcode.ts'
import { decode } from '../../src/vision/picture/decode.ts'
import { mrz } from '../kernel/decision/genuine.ts'
import { back, front } from '../support/app.ts'
import { chipContents } from '../support/chip-contents.ts'
import { assertAccessibleInBoth } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { type Walk, walk } from './support/walk.ts'

const APP = 'https://bank.example/read-chip'

describe('the hosted page where the chip is required', { skip: noBrowser }, () => {
  let withApp: Stage
  let without: Stage
  let eyes: Eyes
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    const settings = { chip: 'required', challenge: 'off' } as const
    const engine = cardEngine(pictures.back)
    const withZone = { ...back(), reading: { ...back().reading, mrz: mrz() } }
    engine.page = async (picture) => accept(Buffer.compare(picture, pictures.back) === 0 ? withZone : front())
    withApp = await startStage({ engine, settings: { ...settings, chipApp: APP } })
    without = await startStage({ engine: cardEngine(pictures.back), settings })
    eyes = await openEyes(pictures.front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await withApp?.close()
    await without?.close()
  })

  async function toChip(steps: Walk, address: string): Promise<void> {
    await steps.page.goto(address)
    await steps.press('start')
    const handover = steps.page.getByText(steps.say('handoverLocal'))
    await handover.or(steps.page.getByRole('heading', { name: steps.say('frontTitle'), exact: true })).waitFor()
    if (await handover.isVisible()) await steps.press('handoverHere')
    await steps.on('frontTitle')
    await steps.upload(pictures.front)
    await steps.on('backTitle')
    await steps.upload(pictures.back)
    await steps.on('faceTitle')
    await steps.upload(pictures.face)
    await steps.on('chipTitle')
    await assertAccessibleInBoth(steps.page, 'the chip')
  }

  /** What the app does: it reads the chip with what the link carries, and sends it. */
  async function sendChip(base: string, token: string): Promise<void> {
    const { sod, groups } = makeNamedChip('ecdsa-p256-sha1', chipContents())
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const response = await fetch(`${base}/api/v1/enrolment/chip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        sod: base64(sod),
        dataGroups: Object.fromEntries([...groups].map(([number, bytes]) => [String(number), base64(bytes)])),
      }),
    })
    assert.equal(((await response.json()) as { hasError: boolean }).hasError, false)
  }

  const carriedBy = (link: string) => new URLSearchParams(new URL(link).hash.slice(1))

  it('leads to the app by a link on a phone, and goes on by itself when the chip has come', async () => {
    const { webEnrolmentUrl } = await withApp.initialize()
    const phone = walk(await (await eyes.phone()).newPage())
    await phone.stayAtEnd()
    await toChip(phone, webEnrolmentUrl)
    const link = await phone.page.getByRole('link', { name: phone.say('chipOpen') }).getAttribute('href')
    assert.ok(link?.startsWith(`${APP}#`))
    const carried = carriedBy(link ?? '')
    assert.equal(carried.get('api'), withApp.base)
    const { document_number: number, date_of_birth: birth, date_of_expiry: expiry } = mrz().fields
    assert.deepEqual(
      ['documentNumber', 'birthDate', 'expiryDate'].map((name) => carried.get(name)),
      [number, birth, expiry],
    )
    await sendChip(withApp.base, carried.get('token') ?? '')
    await phone.on('doneTitle')
    await phone.page.context().close()
  })

  it('shows the same as a code on a computer', async () => {
    const { webEnrolmentUrl } = await withApp.initialize()
    const desktop = walk(await (await eyes.desktop({ deviceScaleFactor: 2 })).newPage())
    await desktop.stayAtEnd()
    await toChip(desktop, webEnrolmentUrl)
    const code = desktop.page.getByRole('img', { name: desktop.say('chipQr') })
    await code.waitFor()
    const [read] = await readBarcodes(await decode(await code.screenshot()))
    assert.ok(read?.text.startsWith(`${APP}#`), 'a camera reads it')
    await sendChip(withApp.base, carriedBy(read?.text ?? '').get('token') ?? '')
    await desktop.on('doneTitle')
    await desktop.page.context().close()
  })

  it('is announced on the first screen, and a document without a chip has a way out', async () => {
    const { webEnrolmentUrl } = await withApp.initialize()
    const phone = walk(await (await eyes.phone()).newPage())
    await phone.page.goto(webEnrolmentUrl)
    await phone.page.getByText(phone.say('welcomeChip')).waitFor()
    await assertAccessibleInBoth(phone.page, 'a chip announced')
    await toChip(phone, webEnrolmentUrl)
    await phone.page.getByText(phone.say('stepOf', { step: 4, steps: 4 })).waitFor()
    await phone.press('chipWithout')
    await phone.page.getByText(/This check needs a document with a chip/).waitFor()
    await phone.press('wayDocument')
    await phone.on('frontTitle')
    await phone.page.context().close()
  })

  it('says what to do where there is no app, and still goes on when the chip has come', async () => {
    const { webEnrolmentUrl, accessToken } = await without.initialize()
    const phone = walk(await (await eyes.phone()).newPage())
    await phone.stayAtEnd()
    await toChip(phone, webEnrolmentUrl)
    await phone.page.getByText('Ask Utopia Bank where it’s read.').waitFor()
    assert.equal(await phone.page.getByRole('link', { name: phone.say('chipOpen') }).count(), 0)
    await sendChip(without.base, accessToken)
    await phone.on('doneTitle')
    await phone.page.context().close()
  })
})
