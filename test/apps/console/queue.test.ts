import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { causesShown, causeWords, headingOf, headlineWords } from '../../../src/apps/console/words.ts'
import { accept } from '../../../src/formats/result.ts'
import { hashPassword } from '../../../src/kernel/accounts/passwords.ts'
import { ASKED_BY, CONSOLE_HEADER } from '../../../src/kernel/contract/console-words.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import type { Queue } from '../../../src/kernel/review/contract/console-queue.ts'
import { finishedSession, startSession } from '../../api/client.ts'
import { mrz, passportPage } from '../../kernel/decision/genuine.ts'
import { back, front, passport, type TestApp } from '../../support/app.ts'
import { ask, type Browser, PASSWORD, signIn, startConsole } from './console.ts'
import './learn-feature-words.ts'

describe('the queue in the console', () => {
  let test: TestApp
  let ada: Browser
  let ben: Browser
  before(async () => {
    test = await startConsole()
    ada = await signIn(test, 'ada')
    ben = await signIn(test, 'ben')
    await test.addTenant('hurry', { reviewHours: 4 })
    await test.addTenant('unread')
  })
  after(() => test.close())

  const later = (minutes: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
  }
  const queue = async (query = '', who = ada) => (await who.call('GET', `queue${query}`)).json<Queue>()
  const ids = async (query = '') => (await queue(query)).cases.map(({ id }) => id)
  // Of a real issuer: against a specimen something speaks in live mode.
  const issued = { ...mrz(), fields: { ...mrz().fields, issuing_state_or_organization: 'FIN' } }
  const unsure = passportPage({ country: 'FIN', mrz: issued, visual: passportPage().visual.slice(0, 3) })
  const other = passportPage({ mrz: { ...mrz(), fields: { ...mrz().fields, document_number: 'X00000000' } } })

  it('says why a case waits, and puts deadlines and what speaks against it first', async () => {
    test.engine.page = async () => accept({ ...passport(), reading: unsure })
    const doubtful = await finishedSession(test, { externalId: 'order 1' })
    later(1)
    test.engine.page = async () => accept({ ...passport(), reading: other })
    const risky = await finishedSession(test)
    later(1)
    test.engine.page = async () => accept({ ...passport(), reading: unsure })
    const hurried = await finishedSession(test, {}, 'hurry')
    later(1)
    const pages = [front(), back()]
    test.engine.page = async () => accept(pages.shift() ?? back())
    const licence = await startSession(test)
    await licence.person.document()
    await licence.person.document()
    await licence.person.face()
    await licence.person.complete()

    const { cases, tally, total } = await queue()
    assert.deepEqual([total, tally.reviewer, tally.person], [4, 4, 0])
    const [first, second] = cases.slice(cases.findIndex(({ id }) => id === risky.sessionId))
    assert.deepEqual([first?.isRisky, first?.cause], [true, 'noSpecimen'])
    const calm = cases.filter(({ isRisky }) => !isRisky)
    assert.deepEqual(cases.slice(-calm.length), calm, 'what nothing speaks against comes last')
    assert.equal(calm[0]?.id, hurried.sessionId, 'and among these the nearest deadline first')
    assert.equal(Date.parse(calm[0]?.dueUtc ?? '') - Date.parse(calm[0]?.waitingSinceUtc ?? ''), 4 * 3_600_000)
    assert.ok(second)
    const evening = new Date(test.clock.now.getTime() + 5 * 3_600_000)
    const overdue = await test.ports.reviews.waiting(evening, { offset: 0, limit: 9 }, { mode: 'live' })
    assert.equal(overdue.cases[0]?.sessionId, hurried.sessionId, 'a deadline that has passed comes before everything')
    const own = cases.find(({ id }) => id === doubtful.sessionId)
    assert.equal(own?.externalId, 'order 1')
    assert.ok(own?.score !== undefined && own.score > 50 && own.score <= 75 && own.cause && !own.isRisky)
    assert.equal(own.isUnread, undefined)
    assert.equal(
      Object.values(tally.causes).reduce((sum, each) => sum + each, 0),
      4,
    )

    const byAge = [doubtful, risky, hurried, licence].map(({ sessionId }) => sessionId)
    assert.deepEqual(await ids('?order=oldest'), byAge)
    assert.deepEqual(await ids('?order=newest'), byAge.toReversed())
    const scores = (await queue('?order=score')).cases.map(({ score }) => score ?? 0)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => a - b),
    )
    assert.deepEqual(await ids('?tenant=hurry'), [hurried.sessionId])
    assert.deepEqual(await ids('?documentType=DRIVER_LICENSE&country=USA'), [licence.sessionId])
    const alike = (await queue('?cause=noSpecimen')).cases
    assert.ok(alike.some(({ id }) => id === risky.sessionId) && alike.length < 4)
    assert.ok(alike.every(({ cause }) => cause === 'noSpecimen'))
    assert.deepEqual(await ids('?waitsFor=person'), [])
    assert.equal((await ada.call('GET', 'queue?cause=nonsense')).statusCode, 400)
    assert.equal((await ada.call('GET', 'queue?order=random')).statusCode, 400)
  })

  it('calls a case by the name in its document, with a portrait, and records who looked', async () => {
    const [named] = (await queue()).cases
    assert.deepEqual([named?.name, named?.thumbnail], ['ANNA MARIA ERIKSSON', 'primary_face'])
    const looks = async () =>
      (await test.ports.audit.list({}, 500)).filter(({ action }) => action === 'read.queue').length
    const before = await looks()
    const renewal = { headers: { cookie: ada.cookie, [CONSOLE_HEADER]: ASKED_BY.screen } }
    await ask(test, 'GET', 'queue', renewal)
    assert.equal(await looks(), before, 'a screen that renews itself is no look')
    await queue()
    assert.equal(await looks(), before + 1)
    const view = (await ada.call('GET', `cases/${named?.id}`)).json<CaseView>()
    assert.equal(view.name, 'ANNA MARIA ERIKSSON')
  })

  it('heads no case by what every untaught document shares', () => {
    assert.equal(headlineWords('documentAuthenticity', true), 'Nothing found against it')
    assert.equal(headlineWords('documentAttested'), 'Nothing found against it')
    assert.equal(headlineWords('noSpecimen'), 'Specimen')
    assert.equal(headlineWords(undefined), 'Referred')
  })

  it('gives the next case of the view that somebody works in, and shows what they have in hand', async () => {
    const next = async (body: object) => (await ada.call('POST', 'queue/next', { except: [], ...body })).json().id
    const [licence] = await ids('?country=USA')
    assert.equal(await next({ country: 'USA' }), licence)
    assert.deepEqual(await ids('?mine=true'), [licence])
    assert.deepEqual((await queue('?mine=true', ben)).cases, [])
    await ada.call('DELETE', `cases/${licence}/claim`)
    assert.deepEqual(await ids('?mine=true'), [], 'given back')
    assert.equal(await next({ country: 'FRA' }), null)
  })

  it('keeps to the tenants that a reviewer sees', async () => {
    await test.ports.reviewers.create({
      username: 'eve',
      passwordHash: await hashPassword(PASSWORD),
      role: 'reviewer',
      tenants: ['hurry'],
    })
    const eve = await signIn(test, 'eve')
    const { cases, tally } = await queue('', eve)
    assert.deepEqual([cases.length, tally.reviewer], [1, 1])
    assert.deepEqual((await queue('?tenant=acme', eve)).cases, [])
  })

  it('says that something was not read, and nothing worse', async () => {
    const { mrz: _mrz, ...unread } = passportPage({ country: 'FIN' })
    test.engine.page = async () => accept({ ...passport(), reading: unread })
    const { sessionId } = await finishedSession(test, {}, 'unread')
    const own = (await queue('?tenant=unread')).cases.find(({ id }) => id === sessionId)
    assert.deepEqual([own?.isUnread, own?.isRisky], [true, undefined])
    assert.equal(causeWords(own?.cause ?? '', own?.isUnread), 'MRZ not read')

    const view = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    const shown = causesShown(view.explanation ?? assert.fail()).map(({ factor: name }) => {
      const factor = view.explanation?.factors.find((each) => each.name === name)
      return factor && headingOf(factor)
    })
    assert.deepEqual(
      shown.filter((heading) => heading?.includes('MRZ')),
      ['MRZ not read'],
    )
  })
})
