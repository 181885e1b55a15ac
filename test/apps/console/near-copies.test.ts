import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import type { StatusResponse } from '../../../src/kernel/results/contract/session-list.ts'
import { passportPage } from '../../kernel/decision/genuine.ts'
import { auditEntry } from '../../storage/sample.ts'
import { passport, type TestApp } from '../../support/app.ts'
import { aDraft, aModel } from '../../support/models.ts'
import { writtenLessons } from '../../support/written-lessons.ts'
import { type Browser, signIn, startConsole, waitingSession } from './console.ts'

/** So many copies that are nearly good enough does an attacker send. */
const COPIES = 50
const MODEL = aModel().id

/** What the reference says of a document: 75 is doubtful, 99 clearly genuine. */
const shown = (score: number) => {
  const properties = { pattern: 100, print: score, layout: 100, colours: 100, fonts: null }
  const reading = passportPage({ editor: 'Some Editor 1.0' })
  const authenticity = { ...reading.authenticity, reference: { model: MODEL, score, properties } }
  return accept({ ...passport(), reading: { ...reading, taught: { id: MODEL, version: 1, score }, authenticity } })
}

describe('near-copies of a taught document, sent and approved over the API', () => {
  let test: TestApp
  let reviewers: Browser[]
  let chief: Browser
  const written = writtenLessons()
  before(async () => {
    test = await startConsole()
    Object.assign(test.engine, written)
    reviewers = [await signIn(test, 'ada'), await signIn(test, 'ben')]
    chief = await signIn(test, 'chief')
    const four = await chief.call('PATCH', 'tenants/acme', { fourEyes: 'always' })
    assert.equal(four.statusCode, 200, four.body)
    const version = await test.ports.documentModels.keepDraft(aDraft(), auditEntry('document.teach'))
    assert.ok(await test.ports.documentModels.publish(MODEL, version, auditEntry('document.publish')))
  })
  after(() => test.close())

  /** Sends one, and has two people approve it. */
  const approved = async (score: number): Promise<string> => {
    test.engine.page = async () => shown(score)
    const { sessionId } = await waitingSession(test)
    for (const reviewer of reviewers) {
      const answer = await reviewer.call('POST', `cases/${sessionId}/verdict`, {
        verdict: 'approve',
        reason: 'Fine.',
        against: ['SPECIMEN'],
      })
      assert.equal(answer.statusCode, 200, answer.body)
    }
    return sessionId
  }
  const teachWith = (...sessions: string[]) =>
    chief.call('POST', 'documents/teach', {
      id: MODEL,
      country: 'UTO',
      type: 'PASSPORT',
      side: 'FRONT',
      name: 'Taught again',
      named: [],
      pictures: sessions.map((sessionId) => ({ sessionId, image: 'original_FRONT' })),
    })

  it(`do not make the one after ${COPIES} pass`, async () => {
    const published = await test.ports.documentModels.published()
    const genuine = await approved(99)
    for (let copy = 0; copy < COPIES; copy++) {
      const copied = await approved(75)
      // One of them among genuine ones is enough to refuse the lesson.
      const refused = copy % 10 === 0 ? await teachWith(genuine, copied) : undefined
      if (refused) assert.match(refused.json().detail, /Picture 2 cannot teach .* not clearly genuine/)
    }
    assert.equal(written.lessons.length, 0, 'the engine has learnt nothing from them')
    assert.deepEqual(await test.ports.documentModels.published(), published)
    // Nothing was learnt, so the next one is doubtful as they were.
    const { sessionId } = await waitingSession(test)
    const headers = { authorization: await test.login() }
    const answer = await test.app.inject({ url: `/api/v1/data/${sessionId}/status`, headers })
    assert.equal(answer.json<StatusResponse>().status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('teach nothing, while a genuine one that two people approved does', async () => {
    const taken = await teachWith(await approved(99))
    assert.equal(taken.statusCode, 200, taken.body)
    assert.equal(written.lessons.length, 1)
  })
})
