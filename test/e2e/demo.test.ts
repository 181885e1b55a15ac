import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { texts } from '../../src/web/locales/en-US.ts'
import { type Eyes, noBrowser, openEyes, watchFaults } from './support/browser.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'

describe('the demo', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    stage = await startStage({ engine: cardEngine(pictures.back) })
    eyes = await openEyes(pictures.front)
  })
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  it('plays an integrator: opens a session in a frame, follows it and shows the result', async () => {
    const { username, password } = stage.login
    const context = await eyes.desktop()
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
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
      await press(texts.use)
    }
    await page.getByText('AUTO_APPROVED').waitFor()
    await page.getByRole('row', { name: /faceVerification HIGH/ }).waitFor()
    await page.getByRole('img', { name: 'face_cropped' }).waitFor()
    await page.getByRole('button', { name: 'Delete this session' }).click()
    await page.getByText('deleted, with everything about the person').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })
})
