import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { refuse } from '../../../src/formats/result.ts'
import { defaultPolicyRules } from '../../../src/kernel/decision/policy.ts'
import type { OverviewResponse } from '../../../src/kernel/figures/contract/console-overview.ts'
import type { SearchResult } from '../../../src/kernel/review/contract/console-search.ts'
import type {
  CredentialEntry,
  PolicyEffect,
  PolicyView,
  WebhookList,
  WebhookSecrets,
} from '../../../src/kernel/tenants/contract/console-settings.ts'
import type { TenantView } from '../../../src/kernel/tenants/contract/tenant-view.ts'
import { clientOf, finishedSession, startSession } from '../../api/client.ts'
import { basic, type TestApp } from '../../support/app.ts'
import { type Browser, PASSWORD, signIn, startConsole, waitingSession } from './console.ts'

describe('running the service from the console', () => {
  let test: TestApp
  let ada: Browser
  let chief: Browser
  before(async () => {
    test = await startConsole()
    ada = await signIn(test, 'ada')
    chief = await signIn(test, 'chief')
  })
  after(() => test.close())

  it('is for admins: every address of the settings refuses a reviewer', async () => {
    const theirs: [Parameters<Browser['call']>[0], string, object?][] = [
      ['GET', 'credentials'],
      ['POST', 'credentials', { tenant: 'acme' }],
      ['DELETE', 'credentials/any'],
      ['GET', 'accounts'],
      ['POST', 'accounts', { username: 'eve', role: 'admin' }],
      ['PATCH', 'accounts/ada', { role: 'admin' }],
      ['GET', 'tenants'],
      ['PATCH', 'tenants/acme', { retentionDays: 1 }],
      ['GET', 'tenants/acme/webhooks'],
      ['GET', 'webhooks/any/attempts'],
      ['POST', 'webhooks/replay', { failedOf: 'acme' }],
      ['POST', 'audit/search', {}],
      ['POST', 'tenants/acme/webhooks/test'],
      ['GET', 'tenants/acme/policy'],
      ['POST', 'tenants/acme/policy/replay', { text: '{}' }],
      ['PUT', 'tenants/acme/policy', { text: '{}' }],
    ]
    for (const [method, path, payload] of theirs) {
      assert.equal((await ada.call(method, path, payload)).statusCode, 403, `${method} ${path}`)
    }
    assert.equal((await test.ports.reviewers.byUsername('ada'))?.role, 'reviewer')
  })

  it('issues a credential that works at once, and revokes it', async () => {
    const made = (await chief.call('POST', 'credentials', { tenant: 'acme' })).json()
    const integrator = clientOf(test, basic(made.username, made.password))
    assert.equal((await integrator.initialize()).json().mode, 'test', 'for trying out, unless one asks')
    const live = (await chief.call('POST', 'credentials', { tenant: 'acme', mode: 'live' })).json()
    assert.equal((await clientOf(test, basic(live.username, live.password)).initialize()).json().mode, 'live')
    const entries = (await chief.call('GET', 'credentials')).json<CredentialEntry[]>()
    const modes = [made, live].map((each) => entries.find(({ username }) => username === each.username)?.mode)
    assert.deepEqual(modes, ['test', 'live'])
    const listed = await chief.call('GET', 'credentials')
    assert.match(listed.body, new RegExp(made.username))
    assert.doesNotMatch(listed.body, new RegExp(made.password), 'shown once')
    assert.equal((await chief.call('DELETE', `credentials/${made.username}`)).statusCode, 204)
    assert.equal((await chief.call('DELETE', `credentials/${made.username}`)).statusCode, 404)
    assert.equal((await chief.call('POST', 'credentials', { tenant: 'nobody' })).statusCode, 400)
  })

  it('makes accounts, changes them, and keeps the last admin', async () => {
    const { password } = (await chief.call('POST', 'accounts', { username: 'dora', role: 'reviewer' })).json()
    const dora = await signIn(test, 'dora', password)
    assert.equal((await dora.call('GET', 'accounts')).statusCode, 403)
    await chief.call('PATCH', 'accounts/dora', { role: 'admin' })
    assert.equal((await dora.call('GET', 'accounts')).statusCode, 200, 'a new role is felt with the next click')
    await chief.call('PATCH', 'accounts/dora', { role: 'reviewer' })
    const reset = (await chief.call('PATCH', 'accounts/dora', { reset: true })).json()
    assert.equal((await dora.call('GET', 'session')).statusCode, 401, 'a new password ends what the old one opened')
    await signIn(test, 'dora', reset.password)
    for (const change of [{ role: 'reviewer' }, { disabled: true }]) {
      const answer = await chief.call('PATCH', 'accounts/chief', change)
      assert.match(answer.json().detail, /last admin/)
    }
    assert.equal((await chief.call('POST', 'accounts', { username: 'dora', role: 'reviewer' })).statusCode, 400)
    assert.equal((await chief.call('POST', 'accounts', { username: 'No Name', role: 'reviewer' })).statusCode, 400)
  })

  it('shows what a policy would change, refuses a wrong one, puts it to use and remembers who did', async () => {
    await finishedSession(test, {}, 'acme', 'test')
    const view = (await chief.call('GET', 'tenants/acme/policy')).json<PolicyView>()
    assert.deepEqual(JSON.parse(view.text), defaultPolicyRules())

    const rules = structuredClone(defaultPolicyRules())
    rules.version = '2'
    rules.factors.documentConsistency.onLow = 'ignore'
    rules.factors.documentConsistency.onMedium = 'ignore'
    const text = JSON.stringify(rules)
    const untried = await chief.call('PUT', 'tenants/acme/policy', { text })
    assert.match(untried.json().detail, /was not tried/, 'only a policy that was tried can be put to use')
    const effect = (await chief.call('POST', 'tenants/acme/policy/replay', { text, mode: 'test' })).json<PolicyEffect>()
    assert.deepEqual([effect.sessions, effect.changed, effect.isSample], [1, 1, false])
    const live = (await chief.call('POST', 'tenants/acme/policy/replay', { text })).json<PolicyEffect>()
    assert.equal(live.changed, 0, 'live sessions of specimens are referred for what they are')
    assert.deepEqual(effect.moves, [{ from: 'refer', to: 'approve', sessions: 1 }])
    assert.equal((await chief.call('GET', 'tenants/acme/policy')).json<PolicyView>().sha256, view.sha256, 'not yet')

    for (const wrong of ['{', '{}', text.replace('"ignore"', '"ignroe"')]) {
      const answer = await chief.call('PUT', 'tenants/acme/policy', { text: wrong })
      assert.equal(answer.statusCode, 400, wrong.slice(0, 20))
    }
    assert.equal((await chief.call('PUT', 'tenants/acme/policy', { text })).statusCode, 200)
    const after = (await chief.call('GET', 'tenants/acme/policy')).json<PolicyView>()
    assert.deepEqual(
      after.history.map(({ actor, version, sha256 }) => [actor, version, sha256]),
      [['reviewer:chief', '2', effect.sha256]],
    )
    const { sessionId, integrator } = await finishedSession(test, {}, 'acme', 'test')
    assert.deepEqual((await integrator.get(`${sessionId}/status`)).json(), { status: 'AUTO_APPROVED' })

    await chief.call('POST', 'tenants/acme/policy/replay', { text: view.text })
    assert.equal((await chief.call('PUT', 'tenants/acme/policy', { text: view.text })).statusCode, 200)
  })

  it('sets retention and theme, and refuses what cannot be', async () => {
    const theme = { name: 'Utopia Bank', accent: '#0b5f3f', radius: 8 }
    const changed = await chief.call('PATCH', 'tenants/acme', { retentionDays: 30, theme })
    assert.equal(changed.statusCode, 200)
    const acme = (await chief.call('GET', 'tenants')).json<TenantView[]>().find(({ id }) => id === 'acme')
    assert.deepEqual([acme?.retentionDays, acme?.theme], [30, theme])
    assert.deepEqual((await test.ports.tenants.load('acme'))?.settings.themes, { plain: {}, default: theme })
    for (const wrong of [{ retentionDays: 0 }, { theme: { accent: 'red' } }, { webhookUrl: 'http://far.example/' }]) {
      assert.equal((await chief.call('PATCH', 'tenants/acme', wrong)).statusCode, 400, JSON.stringify(wrong))
    }
  })

  it('words sentences of the hosted page again, for the very next look at a session, and refuses what it cannot say', async () => {
    const { accessToken } = await startSession(test)
    const state = async () =>
      (
        await test.app.inject({
          url: '/api/v1/enrolment/session',
          headers: { authorization: `Bearer ${accessToken}` },
        })
      ).json()
    assert.equal((await state()).texts, undefined)
    const texts = { 'en-US': { welcomeTitle: 'Who are you?' }, 'de-DE': { start: 'Los' } }
    const changed = await chief.call('PATCH', 'tenants/acme', { texts })
    assert.deepEqual(changed.json<TenantView>().texts, texts)
    assert.deepEqual((await state()).texts, texts)
    const [entry] = await test.ports.audit.list({ tenant: 'acme' }, 1)
    assert.deepEqual(
      [entry?.actor, entry?.action, entry?.detail],
      ['reviewer:chief', 'tenant.change', { changed: 'texts', texts: 'en-US.welcomeTitle, de-DE.start' }],
    )
    for (const [wrong, why] of [
      [{ 'en-US': { welcomTitle: 'Hello' } }, /welcomTitle is not a text of the page/],
      [{ 'en-US': { welcomeAsks: '{nobody} asks you.' } }, /has no value \{nobody\}/],
      [{ 'xx-XX': { start: 'Go' } }, /no locale/],
    ] as const) {
      const answer = await chief.call('PATCH', 'tenants/acme', { texts: wrong })
      assert.equal(answer.statusCode, 400)
      assert.match(answer.json().detail, why)
    }
    assert.deepEqual((await state()).texts, texts, 'what was refused changed nothing')
    assert.deepEqual((await chief.call('PATCH', 'tenants/acme', { texts: {} })).json<TenantView>().texts, {})
  })

  it('lists deliveries, sends a signed test event, and puts failed ones back in line', async (t) => {
    const seen: string[] = []
    const receiver = createServer((request, response) => {
      seen.push(String(request.headers['webhook-signature']))
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    t.after(() => receiver.close())
    await new Promise((resolve) => receiver.once('listening', resolve))
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    const other = await startConsole({ settings: { allowedHosts: [host] }, webhooks: { secrets: ['whsec_dGVzdA=='] } })
    t.after(() => other.close())
    const admin = await signIn(other, 'chief')
    assert.equal((await admin.call('POST', 'tenants/acme/webhooks/test')).statusCode, 400, 'no address yet')
    await admin.call('PATCH', 'tenants/acme', { webhookUrl: `http://${host}/hook` })
    assert.deepEqual((await admin.call('POST', 'tenants/acme/webhooks/test')).json(), { answered: 204 })
    assert.match(seen[0] ?? '', /^v1,/)
    const secret = (path: string) => admin.call('POST', `tenants/acme/webhooks/secret${path}`)
    assert.deepEqual((await secret('')).json(), { secrets: [{ secret: 'whsec_dGVzdA==' }] })
    const rotated = (await secret('/rotate')).json<WebhookSecrets>().secrets
    assert.deepEqual(
      rotated.map(({ untilUtc }) => untilUtc !== undefined),
      [false, true],
    )
    await admin.call('POST', 'tenants/acme/webhooks/test')
    assert.match(seen[1] ?? '', /^v1,\S+ v1,\S+$/, 'signed by both')
    assert.equal((await admin.call('POST', 'tenants/nobody/webhooks/secret')).statusCode, 404)

    const { sessionId } = await waitingSession(other)
    const [event] = await other.ports.outbox.claim('test', other.clock.now, 60, 10)
    assert.ok(event)
    await other.ports.outbox.failed(event.id, other.clock.now, 'answered 500', { answered: 500, tookMs: 31 })
    const failed = (await admin.call('GET', 'tenants/acme/webhooks?state=failed')).json<WebhookList>()
    assert.deepEqual(
      failed.events.map(({ sessionId, state }) => [sessionId, state]),
      [[sessionId, 'failed']],
    )
    const attempts = (await admin.call('GET', `webhooks/${event.id}/attempts`)).json()
    assert.equal(attempts.attempts[0].outcome, 'answered 500')
    assert.deepEqual([attempts.attempts[0].answered, attempts.attempts[0].tookMs], [500, 31])
    const { sessionId: sent, status } = JSON.parse(attempts.payload)
    assert.deepEqual([sent, status], [sessionId, event.status], 'what is sent')
    assert.equal((await admin.call('GET', 'webhooks/none/attempts')).statusCode, 404)
    const replay = async (tenant: string) =>
      (await admin.call('POST', 'webhooks/replay', { failedOf: tenant })).json<{ events: number }>().events
    assert.equal(await replay('nobody'), 0, 'another tenant’s are not its own')
    assert.equal(await replay('acme'), 1)
    assert.equal((await admin.call('GET', 'tenants/acme/webhooks')).json<WebhookList>().pending, 1)
  })

  it('finds sessions by what is asked in the body, and counts the search', async () => {
    const { sessionId } = await waitingSession(test, { externalId: 'order 77' })
    const search = async (body: object) => (await ada.call('POST', 'sessions/search', body)).json<SearchResult>()
    const found = await search({ externalId: 'order 77' })
    assert.deepEqual(
      found.sessions.map(({ id, externalId }) => [id, externalId]),
      [[sessionId, 'order 77']],
    )
    assert.equal((await search({ id: sessionId.slice(0, 8).toUpperCase() })).sessions[0]?.id, sessionId)
    assert.equal((await ada.call('POST', 'sessions/search', { id: "' or 1=1" })).statusCode, 400)
    assert.equal((await ada.call('POST', 'sessions/search', { status: 'OPEN' })).statusCode, 400)
    const [entry] = await test.ports.audit.list({ tenant: '*' }, 1)
    assert.deepEqual([entry?.actor, entry?.action], ['reviewer:ada', 'sessions.search'])
  })

  it('counts refusals by code next to sessions, times and backlog', async () => {
    const { person } = await startSession(test)
    const read = test.engine.face
    test.engine.face = async () => refuse('FACE_TOO_CLOSE')
    await person.face()
    test.engine.face = read
    const overview = (await ada.call('GET', 'overview')).json<OverviewResponse>()
    assert.deepEqual(overview.refusals, [{ code: 'FACE_TOO_CLOSE', refusals: 1 }])
    assert.equal(overview.days.length, 30)
    assert.ok((overview.days.at(-1)?.counts.WAITING_FOR_MANUAL_APPROVE ?? 0) >= 1)
    assert.equal(overview.spans.automatic.length, overview.spans.edges.length + 1)
    assert.ok(overview.webhooks.pending > 0)
  })

  it('keeps passwords out of the log', () => {
    assert.ok(PASSWORD)
    assert.doesNotMatch(test.log(), new RegExp(`${PASSWORD}|order 77`))
  })

  it('keeps how a tenant wants its cases reviewed, and says what cannot be', async () => {
    const change = (body: object) => chief.call('PATCH', 'tenants/acme', body)
    const own = [{ code: 'ON_A_LIST', text: 'The person is on a list of ours.' }]
    const saved = (
      await change({ fourEyes: 'approvals', confirmAgainst: 'alone', reviewHours: 8, rejectionReasons: own })
    ).json<TenantView>()
    assert.deepEqual(saved.review, {
      fourEyes: 'approvals',
      confirmAgainst: 'alone',
      reviewHours: 8,
      rejectionReasons: own,
    })
    const without = (
      await change({ fourEyes: 'off', confirmAgainst: 'second', reviewHours: null, rejectionReasons: [] })
    ).json<TenantView>()
    assert.deepEqual(without.review, { fourEyes: 'off', confirmAgainst: 'second', rejectionReasons: [] })
    for (const bad of [
      { code: 'OTHER', text: 'Taken.' },
      { code: 'lower', text: 'No capitals.' },
      { code: 'EMPTY', text: '' },
    ])
      assert.equal((await change({ rejectionReasons: [bad] })).statusCode, 400, bad.code)
    assert.equal((await change({ fourEyes: 'seldom' })).statusCode, 400)
    assert.equal((await change({ reviewHours: 0 })).statusCode, 400)
  })
})
