import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Me } from '../../../src/kernel/accounts/contract/console-sign-in.ts'
import type { OverviewResponse } from '../../../src/kernel/figures/contract/console-overview.ts'
import type { Queue } from '../../../src/kernel/review/contract/console-queue.ts'
import type { SearchResult } from '../../../src/kernel/review/contract/console-search.ts'
import type { AccountEntry } from '../../../src/kernel/tenants/contract/console-settings.ts'
import { finishedSession } from '../../api/client.ts'
import { basic, type TestApp } from '../../support/app.ts'
import { type Browser, PASSWORD, signIn, startConsole } from './console.ts'

describe('a reviewer who is bound to a tenant', () => {
  let test: TestApp
  let chief: Browser
  let ada: Browser
  let theirs: string
  let own: string
  before(async () => {
    test = await startConsole()
    await test.addTenant('shop', {})
    chief = await signIn(test, 'chief')
    await chief.call('PATCH', 'accounts/ada', { tenants: ['shop'] })
    ada = await signIn(test, 'ada')
    theirs = (await finishedSession(test, { externalId: 'order 1' })).sessionId
    own = (await finishedSession(test, { externalId: 'order 1' }, 'shop')).sessionId
  })
  after(() => test.close())

  it('finds their own sessions alone in the queue, the next case, the search and the overview', async () => {
    const queue = (await ada.call('GET', 'queue')).json<Queue>()
    assert.deepEqual([queue.total, queue.cases.map(({ id }) => id)], [1, [own]])
    assert.equal((await ada.call('POST', 'queue/next', { except: [own] })).json().id, null)
    for (const filter of [{}, { externalId: 'order 1' }, { status: 'WAITING_FOR_MANUAL_APPROVE' }]) {
      const found = (await ada.call('POST', 'sessions/search', filter)).json<SearchResult>()
      assert.deepEqual([found.total, found.sessions.map(({ id }) => id)], [1, [own]], JSON.stringify(filter))
    }
    const byId = (await ada.call('POST', 'sessions/search', { id: theirs })).json<SearchResult>()
    assert.deepEqual([byId.total, byId.sessions], [0, []])

    await test.ports.figures.countRefusal({ tenant: 'acme', mode: 'live' }, 'FACE_TOO_CLOSE', test.clock.now)
    await test.ports.figures.countRefusal({ tenant: 'shop', mode: 'live' }, 'WRONG_SIDE', test.clock.now)
    const overview = (await ada.call('GET', 'overview')).json<OverviewResponse>()
    assert.equal(overview.days.at(-1)?.counts.WAITING_FOR_MANUAL_APPROVE, 1)
    assert.deepEqual(overview.refusals, [{ code: 'WRONG_SIDE', refusals: 1 }])
    assert.deepEqual([overview.waiting, overview.webhooks.pending, overview.engine], [1, 1, undefined])
    const all = (await chief.call('GET', 'overview')).json<OverviewResponse>()
    assert.deepEqual([all.waiting, all.webhooks.pending, all.refusals.length], [2, 2, 2])
    assert.ok(all.engine)
  })

  it('gets the same answer for another tenant’s session as for no session, on every route, and leaves no trace in it', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    const verdict = { verdict: 'approve', reason: 'Fine.' }
    const routes: [Parameters<Browser['call']>[0], string, object?][] = [
      ['GET', ''],
      ['GET', '/images/primary_face'],
      ['GET', '/evidence'],
      ['POST', '/claim'],
      ['DELETE', '/claim'],
      ['POST', '/verdict', verdict],
    ]
    for (const [method, path, body] of routes) {
      const [foreign, unknown] = await Promise.all(
        [theirs, nobody].map((id) => ada.call(method, `cases/${id}${path}`, body)),
      )
      assert.equal(foreign?.statusCode, 404, `${method} ${path}`)
      assert.equal(stripped(foreign?.body, theirs), stripped(unknown?.body, nobody), `${method} ${path}`)
    }
    assert.equal((await ada.call('DELETE', `cases/${theirs}`)).statusCode, 403)
    const trail = await test.ports.audit.list({ sessionId: theirs }, 100)
    assert.deepEqual(
      trail.filter(({ actor }) => actor === 'reviewer:ada'),
      [],
    )
    assert.equal((await chief.call('GET', `cases/${theirs}`)).json().status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('is held to it on the review API too', async () => {
    const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
      test.app.inject({
        method,
        url: `/api/v1/review/${path}`,
        headers: { authorization: basic('ada', PASSWORD) },
        ...(payload && { payload }),
      })
    const queue = await call('GET', 'queue')
    assert.deepEqual([queue.headers['x-total-count'], queue.json().data.length], ['1', 1])
    assert.equal((await call('GET', `${theirs}/explanation`)).statusCode, 404)
    assert.equal((await call('POST', `${theirs}/claim`)).statusCode, 404)
    assert.equal((await call('DELETE', `${theirs}/claim`)).statusCode, 404)
    assert.equal((await call('POST', theirs, { verdict: 'approve', reason: 'Fine.' })).statusCode, 404)
    assert.equal((await call('GET', `${own}/explanation`)).statusCode, 200)
  })

  it('works on their own as ever', async () => {
    assert.equal((await ada.call('GET', `cases/${own}`)).statusCode, 200)
    assert.equal((await ada.call('GET', `cases/${own}/images/primary_face`)).statusCode, 200)
    assert.equal((await ada.call('POST', 'queue/next', { except: [] })).json().id, own)
    const settled = await ada.call('POST', `cases/${own}/verdict`, { verdict: 'approve', reason: 'Fine.' })
    assert.deepEqual(settled.json(), { status: 'MANUAL_APPROVED' })
    assert.equal((await ada.call('GET', `cases/${own}/evidence`)).statusCode, 200)
  })

  it('is bound and freed by an admin, feels it with the next click, and it is on record', async () => {
    assert.deepEqual((await ada.call('GET', 'session')).json<Me>().tenants, ['shop'])
    const entry = async () =>
      (await chief.call('GET', 'accounts')).json<AccountEntry[]>().find(({ username }) => username === 'ada')
    assert.deepEqual((await entry())?.tenants, ['shop'])
    assert.equal((await chief.call('PATCH', 'accounts/ada', { tenants: ['nobody'] })).statusCode, 400)
    assert.equal((await chief.call('PATCH', 'accounts/ada', { tenants: [] })).statusCode, 400, 'none is not all')
    await chief.call('PATCH', 'accounts/ada', { tenants: 'all' })
    assert.equal((await entry())?.tenants, undefined)
    assert.equal((await ada.call('GET', `cases/${theirs}`)).statusCode, 200)
    await chief.call('PATCH', 'accounts/ada', { tenants: ['shop'] })
    assert.equal((await ada.call('GET', `cases/${theirs}`)).statusCode, 404)
    const [last] = await test.ports.audit.list({ tenant: '*' }, 1)
    assert.deepEqual([last?.action, last?.detail], ['reviewer.tenants', { reviewer: 'ada', tenants: 'shop' }])
  })

  it('sees all as an admin, and their own again as a reviewer', async () => {
    await chief.call('PATCH', 'accounts/ada', { role: 'admin' })
    assert.equal((await ada.call('GET', `cases/${theirs}`)).statusCode, 200)
    await chief.call('PATCH', 'accounts/ada', { role: 'reviewer' })
    assert.equal((await ada.call('GET', `cases/${theirs}`)).statusCode, 404)
  })

  it('can be created with the binding', async () => {
    const made = await chief.call('POST', 'accounts', { username: 'dora', role: 'reviewer', tenants: ['acme'] })
    const dora = await signIn(test, 'dora', made.json().password)
    assert.equal((await dora.call('GET', `cases/${own}`)).statusCode, 404)
    assert.equal((await dora.call('GET', `cases/${theirs}`)).statusCode, 200)
  })
})

/** An answer without what differs between any two: the id that was asked for and the request's own. */
const stripped = (body = '', id: string) => body.replaceAll(id, '').replace(/"(requestId|instance)":"[^"]*"/g, '')
