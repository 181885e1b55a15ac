import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import { startConsole } from '../apps/console/console.ts'
import { passport, type TestApp } from '../support/app.ts'
import { personOf, startSession } from './client.ts'

describe('step up', () => {
  let test: TestApp
  const settings = { challenge: 'off', chipApp: 'https://bank.example/read-chip', asksConsent: false } as const
  before(async () => {
    test = await startConsole()
    const issued = passport()
    const { mrz } = issued.reading
    assert.ok(mrz)
    const fields = { ...mrz.fields, issuing_state_or_organization: 'SWE' }
    test.engine.page = async () =>
      accept({ ...issued, reading: { ...issued.reading, country: 'SWE', mrz: { ...mrz, fields } } })
    await test.addTenant('bank', { ...settings, stepUp: true })
    await test.addTenant('plain', settings)
  })
  after(() => test.close())

  /** The holder of the page's own token, which its address carries. */
  const onPage = async (tenant: string) => {
    const session = await startSession(test, {}, tenant)
    const token = new URL(session.webEnrolmentUrl).searchParams.get('token') ?? ''
    return { ...session, page: personOf(test.app, token) }
  }
  const statusOf = async ({ integrator, sessionId }: Awaited<ReturnType<typeof onPage>>) =>
    (await integrator.get(`${sessionId}/status`)).json().status

  it('offers the page what would settle a session that lacks nothing but a proof, once', async () => {
    const session = await onPage('bank')
    await session.page.document()
    await session.page.face()
    const first = (await session.page.complete()).json()
    assert.deepEqual(first, { hasError: true, error: 'MISSING_DOCUMENT_AND_FACE', missing: ['proof'] })
    assert.equal(await statusOf(session), 'PENDING')
    const state = await session.page.state()
    assert.deepEqual(state.stepUp, ['chip'])
    assert.deepEqual(state.chip, { received: false, app: true, isOptional: true })
    assert.ok((await session.page.complete()).json().customerReturnUrl, 'whoever goes on without goes to a reviewer')
    assert.equal(await statusOf(session), 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal((await session.page.state()).stepUp, undefined)
  })

  it('is offered to nobody where the tenant has not switched it on, nor to an integrator’s own program', async () => {
    for (const tenant of ['plain', 'bank']) {
      const session = await onPage(tenant)
      const who = tenant === 'plain' ? session.page : session.person
      await who.document()
      await who.face()
      assert.ok((await who.complete()).json().customerReturnUrl, tenant)
    }
  })

  it('is not offered where something speaks against the session', async () => {
    const before = test.engine.face
    test.engine.face = async (picture) => {
      const read = await before(picture)
      if (!read.ok) return read
      const { liveness: _, ...reading } = read.value.reading
      return accept({ ...read.value, reading })
    }
    const session = await onPage('bank')
    await session.page.document()
    await session.page.face()
    assert.ok((await session.page.complete()).json().customerReturnUrl)
    test.engine.face = before
  })
})
