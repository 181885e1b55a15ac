import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { StartApp, TestApp } from '../../support/app.ts'
import { clientOf, finishedSession, personOf } from '../client.ts'

export const sessionListSection = (start: StartApp) =>
  describe('session list (specification 2.10)', () => {
    let test: TestApp
    let client: ReturnType<typeof clientOf>
    const ids: string[] = []
    before(async () => {
      test = await start()
      client = clientOf(test, await test.login())
      for (let index = 0; index < 25; index++) {
        test.clock.now = new Date(test.clock.now.getTime() + 1_000)
        ids.unshift((await client.initialize({ externalId: `order-${index}` })).json().sessionId)
      }
      await test.addTenant('empty')
    })
    after(() => test.close())

    it('has ten records a page by default, newest first', async () => {
      const response = await client.get('session/list')
      assert.equal(response.statusCode, 200)
      const { data, ...page } = response.json()
      assert.deepEqual(page, { pageNumber: 1, pageSize: 10, totalRecords: 10 })
      assert.deepEqual(
        data.map(({ id }: { id: string }) => id),
        ids.slice(0, 10),
      )
      assert.equal(response.headers['x-total-count'], '25')
    })

    it('has every session once over its pages, and fewer on the last', async () => {
      const seen: string[] = []
      for (const [number, count] of [
        [1, 12],
        [2, 12],
        [3, 1],
      ]) {
        const { data, ...page } = (await client.get(`session/list?PageNumber=${number}&PageSize=12`)).json()
        assert.deepEqual(page, { pageNumber: number, pageSize: 12, totalRecords: count })
        seen.push(...data.map(({ id }: { id: string }) => id))
      }
      assert.deepEqual(seen, ids)
    })

    it('is empty after the last page, and for a tenant without sessions', async () => {
      const after = await client.get('session/list?PageNumber=99')
      assert.equal(after.statusCode, 200)
      assert.deepEqual(after.json(), { pageNumber: 99, pageSize: 10, totalRecords: 0, data: [] })
      const other = await clientOf(test, await test.login('empty')).get('session/list')
      assert.deepEqual(other.json().data, [])
      assert.equal(other.headers['x-total-count'], '0')
    })

    const bad = [
      'PageNumber=0',
      'PageNumber=-1',
      'PageNumber=abc',
      'PageNumber=1.5',
      'PageNumber=1e1',
      'PageNumber=',
      'PageNumber=1&PageNumber=2',
      'PageSize=0',
      'PageSize=-1',
      'PageSize=abc',
      'PageSize=101',
      'PageNumber=99999999999999999999',
    ]
    for (const query of bad)
      it(`refuses ${query} with 400`, async () => {
        const response = await client.get(`session/list?${query}`)
        assert.equal(response.statusCode, 400)
        assert.equal(response.json().code, 'BAD_REQUEST')
      })

    it('shows of a new session its times and status, and of a finished one what it was', async () => {
      const fresh = (await client.get('session/list?PageSize=1')).json().data[0]
      assert.deepEqual(Object.keys(fresh).sort(), [
        'createdDateUtc',
        'expiryDateUtc',
        'externalId',
        'id',
        'mode',
        'verificationStatus',
      ])
      assert.equal(fresh.verificationStatus, 'PENDING')
      assert.equal(fresh.externalId, 'order-24')
      assert.match(fresh.createdDateUtc, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
      assert.equal(Date.parse(fresh.expiryDateUtc) - Date.parse(fresh.createdDateUtc), 3_600_000)

      test.clock.now = new Date(test.clock.now.getTime() + 1_000)
      const { sessionId } = await finishedSession(test)
      const entry = (await client.get('session/list?PageSize=1')).json().data[0]
      assert.equal(entry.id, sessionId)
      assert.equal(entry.verificationStatus, 'AUTO_APPROVED')
      assert.equal(entry.documentType, 'PASSPORT')
      assert.equal(entry.country, 'UTO')
      assert.equal(Date.parse(entry.completedDateUtc), test.clock.now.getTime())
      assert.equal(Date.parse(entry.expiryDateUtc) - Date.parse(entry.createdDateUtc), 14 * 86_400_000)
    })

    it('shows an expired session as EXPIRED at once', async () => {
      const began = test.clock.now
      const { sessionId, accessToken } = (await client.initialize({})).json()
      await personOf(test.app, accessToken).complete()
      test.clock.now = new Date(began.getTime() + 3_600_001)
      const { data } = (await client.get('session/list?PageSize=100')).json()
      const entry = data.find(({ id }: { id: string }) => id === sessionId)
      assert.equal(entry.verificationStatus, 'EXPIRED')
      test.clock.now = began
    })
  })
