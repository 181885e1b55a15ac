import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSetUp, SETUP_STEPS, type SetupFacts, type SetupStep, setupOf } from '../../../src/kernel/setup/setup.ts'

const nothing: SetupFacts = {
  baseUrl: 'http://localhost:8080',
  taught: 0,
  takesProofs: false,
  asksConsent: true,
  hasOwnConsent: false,
  accounts: 1,
  withoutSecondFactor: 1,
  retentionDays: 90,
  liveCredentials: 0,
  answers: {},
}

const everything: SetupFacts = {
  ...nothing,
  baseUrl: 'https://id.example',
  name: 'Utopia Bank',
  level: 'standard',
  taught: 2,
  hasOwnConsent: true,
  withoutSecondFactor: 0,
  webhookUrl: 'https://shop.example/hook',
  webhookAnswered: 204,
  backupAt: new Date('2026-06-01T00:00:00Z'),
  liveCredentials: 1,
  session: { id: '1', status: 'AUTO_APPROVED', summary: 'Approved automatically.', reasons: [] },
  answers: { retention: 'done' },
}

const line = (facts: Partial<SetupFacts>, step: SetupStep, base = nothing) =>
  setupOf({ ...base, ...facts }).find((each) => each.step === step) ?? assert.fail(step)

describe('the set-up', () => {
  it('has every step open at first, each with what happens without it and two ways to do it', () => {
    const lines = setupOf(nothing)
    assert.deepEqual(
      lines.map(({ step, state }) => [step, state]),
      SETUP_STEPS.map((step) => [step, 'open']),
    )
    assert.ok(lines.every(({ ifSkipped, place, command, now }) => ifSkipped && place && command && now))
    assert.equal(isSetUp(lines), false)
  })

  it('is done when facts say so', () => {
    assert.deepEqual(
      setupOf(everything).filter(({ state }) => state !== 'done'),
      [],
    )
    assert.ok(isSetUp(setupOf(everything)))
  })

  it('lets a step be left out, and a fact count for more than that', () => {
    const answers = { backup: 'skipped', address: 'done' } as const
    assert.equal(line({ answers }, 'backup').state, 'skipped')
    assert.equal(line({ answers }, 'address').state, 'open', 'nobody can say that a dead link is alive')
    assert.equal(line({ answers, backupAt: new Date() }, 'backup').state, 'done')
  })

  it('cannot go without the name of who asks', () => {
    assert.equal(setupOf(nothing)[0]?.step, 'asker')
    assert.equal(line({ answers: { asker: 'skipped' } }, 'asker').state, 'open')
    assert.match(line({ name: 'Utopia Bank', hasLogo: true }, 'asker').now, /Utopia Bank asks, with your logo/)
  })

  it('says what is wrong with an address', () => {
    assert.match(line({}, 'address').now, /localhost:8080.*cannot reach/)
    assert.match(line({ baseUrl: 'http://id.example' }, 'address').now, /not https/)
    assert.match(line({ baseUrl: 'https://id.example', unreachable: 'ENOTFOUND' }, 'address').now, /ENOTFOUND/)
  })

  it('wants a test event that the receiver took', () => {
    const webhookUrl = 'https://shop.example/hook'
    assert.equal(line({ webhookUrl }, 'webhook').state, 'open')
    assert.equal(line({ webhookUrl, webhookAnswered: 500 }, 'webhook').state, 'open')
    assert.equal(line({ webhookUrl, webhookAnswered: 204 }, 'webhook').state, 'done')
  })

  it('takes a chip or a wallet for a taught document', () => {
    assert.equal(line({ takesProofs: true }, 'documents').state, 'done')
  })
})
