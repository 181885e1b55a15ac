import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { judgeSetup } from '../../../src/apps/cli/commands/doctor.ts'
import type { SetupSession, SetupView } from '../../../src/kernel/setup/contract/setup.ts'
import { readSetup } from '../../../src/kernel/setup/read-setup.ts'
import { SETUP_STEPS, setupOf } from '../../../src/kernel/setup/setup.ts'
import type { TestApp } from '../../support/app.ts'
import { type Browser, signIn, startConsole, waitingSession } from './console.ts'

describe('the set-up in the console', () => {
  let test: TestApp
  let chief: Browser
  const receiver = createServer((_request, response) => response.writeHead(204).end())
  before(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    test = await startConsole({
      settings: { allowedHosts: [`127.0.0.1:${port}`] },
      webhooks: { secrets: ['whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0'] },
    })
    await test.addTenant('shop', { webhookUrl: `http://127.0.0.1:${port}/hook` })
    chief = await signIn(test, 'chief')
  })
  after(async () => {
    receiver.close()
    await test.close()
  })

  const view = async () => (await chief.call('GET', 'tenants/shop/setup')).json<SetupView>()
  const stateOf = async (step: string) => (await view()).lines.find((line) => line.step === step)?.state

  it('lists the steps of the domain, with what the service knows', async () => {
    const { lines, isDone, baseUrl } = await view()
    assert.deepEqual(
      lines.map(({ step }) => step),
      SETUP_STEPS,
    )
    assert.equal(isDone, false)
    const address = lines.find(({ step }) => step === 'address')
    assert.match(address?.now ?? '', new RegExp(new URL(baseUrl).host))
    assert.equal(await stateOf('backup'), 'open')
  })

  it('keeps an answer, takes it back, and refuses what is no answer', async () => {
    const say = (body: object) => chief.call('POST', 'tenants/shop/setup', body)
    assert.equal((await say({ step: 'backup', answer: 'skipped' })).statusCode, 200)
    assert.equal(await stateOf('backup'), 'skipped')
    assert.equal((await say({ step: 'backup', answer: 'open' })).statusCode, 200)
    assert.equal(await stateOf('backup'), 'open')
    assert.equal((await say({ step: 'retention', answer: 'done' })).statusCode, 200)
    assert.equal(await stateOf('retention'), 'done')
    assert.equal((await say({ step: 'lunch', answer: 'done' })).statusCode, 400)
    assert.equal((await say({ step: 'backup', answer: 'perhaps' })).statusCode, 400)
  })

  it('counts a test event once the receiver took it', async () => {
    assert.equal(await stateOf('webhook'), 'open')
    const sent = await chief.call('POST', 'tenants/shop/webhooks/test')
    assert.deepEqual(sent.json(), { answered: 204 })
    assert.equal(await stateOf('webhook'), 'done')
  })

  it('opens a live session for one’s own phone, and explains how a finished one ended', async () => {
    const opened = (await chief.call('POST', 'tenants/shop/setup/session')).json<SetupSession>()
    const session = await test.ports.sessions.load('shop', opened.id)
    assert.deepEqual([session?.mode, session?.status], ['live', 'PENDING'])
    assert.match(opened.url, /\/h\/[\w-]{22}$/, 'short enough for a coarse code')
    assert.equal((await view()).session, undefined, 'it was not finished')
    const { sessionId } = await waitingSession(test)
    const { session: own } = (await chief.call('GET', 'tenants/acme/setup')).json<SetupView>()
    assert.equal(own?.id, sessionId)
    assert.ok(own.summary && own.reasons.length)
  })

  it('is the list that `doctor` names', async () => {
    const tenant = (await test.ports.tenants.load('shop')) ?? assert.fail()
    const place = { baseUrl: 'https://id.example', webhookUrl: undefined }
    const open = setupOf(await readSetup(test.ports, tenant, place)).filter(({ state }) => state === 'open')
    const findings = await judgeSetup(test.ports, tenant, place)
    assert.deepEqual(
      findings.map(({ text }) => text.split(':')[0]),
      open.map(({ title }) => title),
    )
    assert.ok(findings.every(({ name, verdict }) => name === 'set-up shop' && verdict === 'unsafe'))
  })
})
