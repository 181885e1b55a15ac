import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import type { InitializeResponse } from '../../src/kernel/session/contract/session.ts'
import { basic, passport, writtenEngine } from '../support/app.ts'
import { assertAccessibleInBoth } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

describe('the hosted page where nothing but a proof is missing', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    const engine = writtenEngine()
    const issued = passport()
    const { mrz } = issued.reading
    assert.ok(mrz)
    const fields = { ...mrz.fields, issuing_state_or_organization: 'SWE' }
    engine.page = async () =>
      accept({ ...issued, reading: { ...issued.reading, country: 'SWE', mrz: { ...mrz, fields } } })
    const settings = {
      stepUp: true,
      challenge: 'off',
      selfieFiles: true,
      chipApp: 'https://bank.example/read-chip',
    } as const
    stage = await startStage({ engine, settings: { ...settings, asksConsent: false } })
    eyes = await openEyes(pictures.front)
  })
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  it('offers the chip, and goes to a reviewer for whoever goes on without', async () => {
    const { username, password } = await stage.makeLive()
    const opened = await fetch(`${stage.base}/api/v1/enrolment/initialize`, {
      method: 'POST',
      headers: { authorization: basic(username, password), 'content-type': 'application/json' },
      body: '{}',
    })
    const { webEnrolmentUrl, sessionId } = (await opened.json()) as InitializeResponse
    const phone = walk(await (await eyes.phone()).newPage())
    await phone.stayAtEnd()
    await phone.page.goto(webEnrolmentUrl)
    await phone.press('start')
    await phone.on('frontTitle')
    await phone.upload(pictures.front)
    await phone.on('faceTitle')
    await phone.upload(pictures.face)
    await phone.on('stepUpTitle')
    await assertAccessibleInBoth(phone.page, 'another proof')
    await phone.press('stepUpChip')
    await phone.on('chipTitle')
    const link = await phone.page.getByRole('link', { name: phone.say('chipOpen') }).getAttribute('href')
    assert.ok(link?.startsWith('https://bank.example/read-chip#'))
    await phone.press('stepUpSkip')
    await phone.on('doneTitle')
    const status = await fetch(`${stage.base}/api/v1/data/${sessionId}/status`, {
      headers: { authorization: basic(username, password) },
    })
    assert.equal(((await status.json()) as { status: string }).status, 'WAITING_FOR_MANUAL_APPROVE')
  })
})
