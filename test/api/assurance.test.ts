import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { unzipSync } from 'fflate'
import { accept } from '../../src/formats/result.ts'
import { levelsOfAssurance } from '../../src/kernel/decision/assurance.ts'
import { defaultPolicy, withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { signIn, startConsole } from '../apps/console/console.ts'
import { auditEntry } from '../storage/sample.ts'
import { passport, type TestApp } from '../support/app.ts'
import { finishedSession, startSession } from './client.ts'

const manifestOf = (bundle: Uint8Array) => JSON.parse(Buffer.from(unzipSync(bundle)['manifest.json'] ?? []).toString())

describe('the level of assurance', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole()
    const issued = passport()
    const { mrz } = issued.reading
    assert.ok(mrz)
    const fields = { ...mrz.fields, issuing_state_or_organization: 'SWE' }
    test.engine.page = async () =>
      accept({ ...issued, reading: { ...issued.reading, country: 'SWE', mrz: { ...mrz, fields } } })
  })
  after(() => test.close())

  const ended = async (tenant: string, body: object = {}) => {
    const session = await finishedSession(test, body, tenant)
    const { status } = (await session.integrator.get(`${session.sessionId}/status`)).json()
    return { ...session, status }
  }

  it('is high where nobody chose one: an untaught document goes to a person, as before', async () => {
    await test.addTenant('before', { challenge: 'off' })
    const { status, sessionId, integrator } = await ended('before')
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    const { decision } = (await test.ports.sessions.load('before', sessionId)) ?? {}
    assert.deepEqual([decision?.evidence.assurance, decision?.policy.sha256], [undefined, defaultPolicy().sha256])
    const ada = await signIn(test, 'ada')
    await ada.call('POST', `cases/${sessionId}/verdict`, { verdict: 'approve', reason: 'Fine.' })
    const manifest = manifestOf((await integrator.get(`${sessionId}/evidence`)).rawPayload)
    assert.equal(manifest.assurance, 'high', 'the evidence says so')
  })

  it('of a tenant decides, and result, explanation and evidence name it', async () => {
    await test.addTenant('market', { challenge: 'off', assurance: 'basic' })
    const { status, sessionId, integrator } = await ended('market')
    assert.equal(status, 'AUTO_APPROVED')
    assert.equal((await integrator.get(`${sessionId}/decision/results`)).json().assurance, 'basic')
    const explained = (await integrator.get(`${sessionId}/decision/explanation`)).json()
    assert.deepEqual([explained.assurance, explained.decision.policy.name], ['basic', 'assurance-basic'])
    const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
    const { publicKey } = (await integrator.get('evidence/key')).json()
    assert.deepEqual(verifyEvidence(bundle, createPublicKey(publicKey)).problems, [])
    assert.equal(manifestOf(bundle).assurance, 'basic')
  })

  it('of a flow takes its place, and stays with the session', async () => {
    const flows = { account: { steps: ['document', 'face'] as const, assurance: 'high' as const } }
    await test.addTenant('shop', { challenge: 'off', assurance: 'basic', flows: structuredClone(flows) as never })
    assert.equal((await ended('shop')).status, 'AUTO_APPROVED')
    assert.equal((await ended('shop', { flow: 'account' })).status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('standard asks for the challenge, whatever the tenant’s setting, and for the page’s camera', async () => {
    await test.addTenant('business', { challenge: 'off', assurance: 'standard' })
    const session = await startSession(test, {}, 'business')
    assert.equal((await session.person.state()).challenge, true)
    const { status, sessionId, integrator } = await ended('business')
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    const { decision } = (await test.ports.sessions.load('business', sessionId)) ?? {}
    assert.deepEqual(decision?.evidence.assurance, 'standard')
    assert.match(decision?.reasons.join(' ') ?? '', /challenge/)
    assert.equal((await integrator.get(`${sessionId}/decision/results`)).statusCode, 409)
  })

  it('leaves a policy of the tenant’s own alone until one is chosen, and then decides in its place', async () => {
    await test.addTenant('own', { challenge: 'off' })
    const rules = { ...levelsOfAssurance().basic.policy, name: 'ours' }
    await test.ports.policies.use('own', withSha256(rules), auditEntry('policy.use', { tenant: 'own' }))
    const before = await ended('own')
    assert.equal(before.status, 'AUTO_APPROVED')
    assert.equal((await before.integrator.get(`${before.sessionId}/decision/results`)).json().assurance, undefined)
    const chief = await signIn(test, 'chief')
    const view = (await chief.call('GET', 'tenants/own/policy')).json()
    assert.deepEqual(view.assurance, { level: 'basic', differing: [] })

    const changed = await chief.call('PATCH', 'tenants/own', { assurance: 'high' })
    assert.equal(changed.json().assurance, 'high')
    assert.equal((await chief.call('GET', 'tenants/own/policy')).json().assurance.chosen, 'high')
    assert.equal((await ended('own')).status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal((await chief.call('PATCH', 'tenants/own', { assurance: '' })).json().assurance, undefined)
    assert.equal((await ended('own')).status, 'AUTO_APPROVED')
  })

  it('is listed with its figures, and the overview says why sessions were referred and what would remove it', async () => {
    const ada = await signIn(test, 'ada')
    const levels = (await ada.call('GET', 'assurance/levels')).json()
    assert.deepEqual(
      levels.map(({ level }: { level: string }) => level),
      ['basic', 'standard', 'high'],
    )
    for (const { figures } of levels) {
      const [genuine, attacks] = figures
      assert.match(genuine.about, /^Genuine people approved( without a proof)?$/)
      assert.equal(attacks.about, 'Attacks approved')
      for (const { measured } of [genuine, attacks]) assert.match(measured, /^\d+ of \d+$/)
    }

    const ended = async (query: string) => (await ada.call('GET', `overview?${query}`)).json().levels
    assert.deepEqual(
      (await ended('mode=live&tenant=shop')).toSorted((a: { level: string }, b: { level: string }) =>
        a.level.localeCompare(b.level),
      ),
      [
        { level: 'basic', approved: 1, rejected: 0, referrals: [] },
        {
          level: 'high',
          approved: 0,
          rejected: 0,
          referrals: [{ cause: 'documentAuthenticity', isUnread: true, sessions: 1 }],
        },
      ],
    )
    const all = await ended('mode=live')
    assert.ok(
      all.some(({ level }: { level: string }) => level === 'policy'),
      'a policy of one’s own is apart',
    )
    assert.deepEqual(await ended('mode=test'), [])
  })

  it('that there is none of is refused with the three that there are', async () => {
    const chief = await signIn(test, 'chief')
    const refused = await chief.call('PATCH', 'tenants/acme', { assurance: 'highest' })
    assert.equal(refused.statusCode, 400)
    assert.match(refused.json().detail, /assurance must be one of basic, standard, high/)
    const flows = { account: { steps: ['face'], assurance: 'none' } }
    assert.equal((await chief.call('PATCH', 'tenants/acme', { flows })).statusCode, 400)
  })
})
