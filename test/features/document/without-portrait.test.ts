import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import { defaultPolicyRules } from '../../../src/kernel/decision/policy.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { startSession } from '../../api/client.ts'
import { auditEntry } from '../../storage/sample.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { engine } from '../../support/read-engine.ts'

const read = async (picture: Uint8Array) => (await engine.read((context) => readPage(context, picture))).value

/** Paints a silhouette over what the reader takes for the portrait. */
async function withSilhouette(picture: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const found = await read(picture)
  const place = found.ok ? found.value.reading.portraitPlace : undefined
  assert.ok(place)
  const { width, height } = await sharp(picture).metadata()
  const covers = { width: Math.round(place.width * width), height: Math.round(place.height * height) }
  const silhouette = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 35 45" width="${covers.width}" height="${covers.height}" preserveAspectRatio="none">
    <rect width="35" height="45" fill="#d8dce0"/><ellipse cx="17.5" cy="17" rx="9" ry="12"/><path d="M2 45Q4 30 17 30T33 45z"/></svg>`
  const at = { left: Math.round(place.x * width), top: Math.round(place.y * height) }
  const painted = sharp(picture).composite([{ input: Buffer.from(silhouette), ...at }])
  return Buffer.from(await painted.jpeg({ quality: 95 }).toBuffer())
}

describe('a document without a portrait', () => {
  let test: TestApp
  let whole: Buffer<ArrayBuffer>
  let picture: Buffer<ArrayBuffer>
  before(async () => {
    test = await startTestApp()
    test.engine.page = (sent, asked) => engine.read((context) => readPage(context, sent, asked)).then((it) => it.value)
    whole = Buffer.from((await drawSpecimen({ kind: 'td3', seed: 4, today: '2026-01-01' })).front)
    picture = await withSilhouette(whole)
  })
  after(() => test.close())

  it('is refused once, because another picture may show one, then taken with its values, and decided by a reviewer', async () => {
    const { person, integrator, sessionId } = await startSession(test)
    const first = (await person.document(picture)).json()
    assert.deepEqual([first.hasError, first.error], [true, 'FACE_QUALITY_LOW'])
    assert.ok(first.hints.includes('NO_PORTRAIT'))
    assert.deepEqual((await person.state()).received.document, [])
    const second = (await person.document(picture)).json()
    assert.deepEqual(
      [second.hasError, second.pageSide, second.country, second.type],
      [false, 'FRONT', 'UTO', 'PASSPORT'],
    )
    await person.face()
    await person.complete()
    assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'WAITING_FOR_MANUAL_APPROVE')
    const { decision, document } = (await test.ports.sessions.load('acme', sessionId)) ?? {}
    assert.ok((document?.pages[0]?.visual.length ?? 0) > 5)
    const finding = decision?.factors.find(({ name }) => name === 'documentPortrait')
    assert.equal(finding?.level, 'UNKNOWN')
    assert.equal(decision?.factors.find(({ name }) => name === 'faceVerification')?.level, 'UNKNOWN')
  })

  it('never takes the place of a front that shows one', async () => {
    const { person, sessionId } = await startSession(test)
    assert.equal((await person.document(whole)).json().hasError, false)
    for (const _ of [1, 2, 3]) assert.equal((await person.document(picture)).json().error, 'FACE_QUALITY_LOW')
    const { document } = (await test.ports.sessions.load('acme', sessionId)) ?? {}
    assert.ok(document?.pages[0]?.portrait)
  })

  it('is not approved in live mode by a policy that lets everything unknown pass, with and without a selfie', async () => {
    const factors = Object.fromEntries(
      Object.entries(defaultPolicyRules().factors).map(([name, rule]) => [
        name,
        { ...rule, onUnknown: 'ignore', onUnavailable: 'ignore', onLow: 'ignore', onMedium: 'ignore' },
      ]),
    )
    await test.addTenant('lax', { challenge: 'off' })
    await test.ports.policies.use(
      'lax',
      withSha256({ ...defaultPolicyRules(), factors }),
      auditEntry('policy.use', { tenant: 'lax' }),
    )
    for (const flow of ['identity', 'document'] as const) {
      const { person, sessionId } = await startSession(test, { flow }, 'lax', 'live')
      for (const _ of [1, 2]) await person.document(picture)
      if (flow === 'identity') await person.face()
      await person.complete()
      const { status, decision } = (await test.ports.sessions.load('lax', sessionId)) ?? {}
      assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE', flow)
      assert.ok(decision?.factors.some(({ name }) => name === 'documentPortrait'))
    }
  })

  it('is still refused if nothing names it', async () => {
    const lines = ['MEMBER', 'A. QUILLFEATHER', 'JOINED', '04.03.2021', 'NUMBER', 'G-204 118', 'QUARTER', 'NORTH QUAY']
    const text = lines.map((line, i) => `<text x="340" y="${90 + 50 * i}" font-size="32">${line}</text>`).join('')
    const card = `<svg xmlns="http://www.w3.org/2000/svg" width="856" height="540"><rect width="856" height="540" fill="#e8e6e0"/>
      <rect x="50" y="130" width="250" height="320" fill="#c8ccd0"/>${text}</svg>`
    const { value } = await engine.read(async (context) =>
      readPage(context, await sharp(Buffer.from(card)).jpeg().toBuffer()),
    )
    assert.ok(!value.ok)
  })
})
