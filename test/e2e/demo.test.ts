import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import { passport, type WrittenEngine } from '../support/app.ts'
import { type Eyes, noBrowser, openEyes, watchFaults } from './support/browser.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk, walkThrough } from './support/walk.ts'

const texts = await loadTexts('en-US')

describe('the demo', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let engine: WrittenEngine
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    engine = cardEngine(pictures.back)
    stage = await startStage({ engine })
    eyes = await openEyes(pictures.front)
  })
  beforeEach(async () => {
    await eyes.reset()
    Object.assign(engine, cardEngine(pictures.back))
  })
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  it('plays an integrator: opens a session in a frame, follows it and shows the result', async () => {
    const { username, password } = stage.login
    const context = await eyes.desktop()
    const page = await context.newPage()
    const faults = watchFaults(page, stage.base)
    await page.goto(`${stage.base}/demo#${username}:${password}`)
    await page.getByRole('button', { name: 'Embed it here' }).click()
    assert.doesNotMatch(page.url(), new RegExp(password), 'the password is gone from the address bar')
    const frame = page.frameLocator('iframe')
    const press = (name: string) => frame.getByRole('button', { name, exact: true }).click()
    await press(texts.start)
    await press(texts.handoverHere)
    for (const part of ['front', 'back', 'face'] as const) {
      await frame.getByRole('heading', { level: 1, name: texts[`${part}Title`], exact: true }).waitFor()
      const chooser = page.waitForEvent('filechooser')
      await press(texts.upload)
      await (await chooser).setFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: pictures[part] })
    }
    await page.getByText('"hasCompleted":true').waitFor()
    await page.getByRole('status').getByText('AUTO_APPROVED').waitFor()
    await page.getByRole('row', { name: /AUTO_APPROVED ✓ verified v1,/ }).waitFor()
    await page.getByRole('row', { name: /faceVerification HIGH/ }).waitFor()
    await page.getByRole('img', { name: 'face_cropped' }).waitFor()
    await page.getByRole('button', { name: 'Delete this session' }).click()
    await page.getByText('deleted, with all data about the person').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('sends people to the hosted page and has them back with the result', async () => {
    const { username, password } = stage.login
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    await steps.page.goto(`${stage.base}/demo#${username}:${password}`)
    await steps.page.getByRole('button', { name: 'Go to the hosted page' }).click()
    await walkThrough(steps, pictures)
    await steps.page.getByRole('row', { name: /faceVerification HIGH/ }).waitFor()
    await context.close()
  })

  it('is a service that people sign in to, and shows the claims that came back', async () => {
    const { username, password } = stage.login
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    const { page } = steps
    const faults = watchFaults(page, stage.base)
    const begin = async () => {
      await page.getByRole('button', { name: 'Sign in with Limen' }).click()
      await steps.on('welcomeTitle')
      await steps.press('start')
      await page.getByRole('heading', { name: 'Sign in to Limen demo' }).waitFor()
    }
    await page.goto(`${stage.base}/demo#${username}:${password}`)
    await begin()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('access_denied: the person did not agree').waitFor()
    await begin()
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const part of ['front', 'back', 'face'] as const) {
      await steps.on(`${part}Title`)
      await steps.upload(pictures[part])
    }
    await page.getByRole('row', { name: /age_over_18 true/ }).waitFor()
    await page.getByRole('row', { name: /^given_name / }).waitFor()
    await page.getByRole('row', { name: /verified_claims .*"trust_framework"/ }).waitFor()
    assert.equal(new URL(page.url()).search, '', 'the code is gone from the address bar')
    assert.deepEqual(faults, [])
    const client = await fetch(`${stage.base}/demo/sign-in`, { method: 'POST' })
    assert.equal(client.status, 401)
    await context.close()
  })

  it('gives specimen pictures to those without a camera, and sends them by the API alone', async () => {
    const { username, password } = stage.login
    engine.page = async () => accept(passport())
    const context = await eyes.desktop()
    const page = await context.newPage()
    await page.goto(`${stage.base}/demo#%`)
    await page.getByLabel('API username').fill('Ольга')
    await page.getByLabel('API password').fill('wrong')
    await page.getByRole('button', { name: 'Embed it here' }).click()
    await page.getByRole('alert').getByText('does not know this username and password').waitFor()
    await page.getByLabel('API username').fill(username)
    await page.getByLabel('API password').fill(password)
    for (const name of ['passport', 'card-front', 'card-back', 'selfie']) {
      const answer = await fetch(`${stage.base}/demo/pictures/${name}.jpg`)
      assert.equal(answer.headers.get('content-type'), 'image/jpeg')
      assert.equal(await page.locator(`a[download="${name}.jpg"] img`).count(), 1)
    }
    assert.equal((await fetch(`${stage.base}/demo/pictures/__proto__.jpg`)).status, 404)
    await page.getByRole('button', { name: 'Send specimens through the API' }).click()
    await page.getByRole('row', { name: /AUTO_APPROVED ✓ verified/ }).waitFor()
    await page.getByRole('img', { name: 'face_cropped' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    await context.close()
  })
})
