import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseView } from '../../src/kernel/review/contract/console-case.ts'
import { assertAccessible } from './console-axe.ts'
import { noBrowser } from './console-place.ts'
import { type Classroom, fileOf, nameCard, openClassroom } from './support/classroom.ts'

/** A node asks every two seconds what is published, a little later at times. */
const FOLLOWED_MS = 4_000

describe('teaching a document in a browser', { skip: noBrowser() ?? false }, () => {
  let room: Classroom
  before(async () => {
    room = await openClassroom()
  })
  after(() => room?.close())

  it('takes three pictures and a few clicks, and reads another of it', async () => {
    const { stage, cards, other, photograph } = room
    const page = await room.enter()
    await nameCard(page, cards)
    await assertAccessible(page, 'teaching')
    await page.getByRole('button', { name: 'Teach', exact: true }).click()
    await page.getByText('Saved as a draft').waitFor()

    await page.getByLabel('Other pictures of the document').setInputFiles([fileOf('another.jpg', photograph)])
    const trial = page.getByRole('article', { name: 'another.jpg' })
    await trial.getByText('Recognised', { exact: true }).waitFor()
    const { holder, documentNumber } = other.truth
    await trial.getByRole('row', { name: new RegExp(`Surname ${holder.surname}`) }).waitFor()
    await trial.getByRole('row', { name: new RegExp(`Document number ${documentNumber}`) }).waitFor()
    await assertAccessible(page, 'trying')

    await page.getByRole('link', { name: 'Review and publish' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Switch off' }).waitFor()
    await page.goto(`${stage.base}/console/documents`)
    await page.getByRole('row', { name: /Utopian identity card.*In use/ }).waitFor()
    await assertAccessible(page, 'documents')

    await page.waitForTimeout(FOLLOWED_MS)
    const { sessionId, accessToken } = await stage.initialize()
    await stage.enrol(accessToken, 'document', photograph)
    const read = `fetch('/api/v1/console/cases/${sessionId}', { headers: { 'x-limen-console': '1' } }).then((answer) => answer.json())`
    const { documentName, untaught } = (await page.evaluate(read)) as CaseView
    assert.match(documentName ?? '', /Utopia/)
    assert.deepEqual(untaught, [], 'the front was recognised by what was taught')
    await page.context().close()
  })
})
