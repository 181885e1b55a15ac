import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { takesSelfieFiles } from '../../../src/kernel/session/allowed.ts'
import { challengeSetting, shouldHaveChallenge, wantsChallenge } from '../../../src/kernel/session/asks-challenge.ts'
import { asksConsent } from '../../../src/kernel/session/consent.ts'
import type { Session } from '../../../src/kernel/session/session.ts'
import { decided } from '../../kernel/decision/decided.ts'
import { passport } from '../../kernel/decision/genuine.ts'

const steps = ['document' as const, 'face' as const]
const page = (more: Partial<Session> = {}): Session => ({
  ...decided(passport()),
  mode: 'live',
  captures: { FRONT: { source: 'camera' }, FACE: { source: 'camera' } },
  ...more,
})

describe('the challenge', () => {
  it('is asked in live mode unless the tenant says otherwise, and not while testing', () => {
    assert.equal(challengeSetting('live', {}), 'always')
    assert.equal(challengeSetting('test', {}), 'off')
    assert.equal(challengeSetting('test', { challenge: 'risk' }), 'risk')
  })

  it('by risk is asked where a document is missing, came as a file or scored below HIGH', () => {
    const settings = { steps, challenge: 'risk' as const }
    const asks = (session: Session) => wantsChallenge({ ...session, mode: 'test' }, settings, defaultPolicy())
    const { document: _, ...noDocument } = page()
    assert.equal(asks(page()), false)
    assert.equal(asks(noDocument), true)
    assert.equal(asks(page({ captures: { FRONT: { source: 'file' } } })), true)
    assert.equal(asks(page({ createdAt: new Date('2090-01-01T00:00:00Z') })), true)
  })

  it('is not asked where the flow has no face', () => {
    assert.equal(wantsChallenge(page(), { steps: ['document'], challenge: 'always' }, defaultPolicy()), false)
  })

  it('is always asked of a returning person in live mode', () => {
    const returning = page({ flow: { name: 'returning', steps: ['face'], kind: 'returning' } })
    assert.equal(wantsChallenge(returning, { steps, challenge: 'off' }, defaultPolicy()), true)
    assert.equal(
      shouldHaveChallenge({ ...returning, mode: 'test' }, { steps, challenge: 'off' }, defaultPolicy()),
      false,
    )
  })

  it('is not demanded of an integrator who sends the selfie and chose none, unless with the token of the page', () => {
    const sent = (capture: NonNullable<Session['captures']>['FACE']) =>
      shouldHaveChallenge(page({ captures: { FACE: capture ?? { source: 'api' } } }), { steps }, defaultPolicy())
    assert.equal(sent({ source: 'camera' }), true)
    assert.equal(sent({ source: 'api' }), false)
    assert.equal(sent({ source: 'api', besidePage: true }), true)
  })
})

describe('the selfie', () => {
  it('comes as a file while testing, and live where the tenant allows it', () => {
    assert.equal(takesSelfieFiles('test', {}), true)
    assert.equal(takesSelfieFiles('live', {}), false)
    assert.equal(takesSelfieFiles('live', { selfieFiles: true }), true)
  })

  it('wants consent once, where there is a face step and the page is to ask', () => {
    const consent = { by: 'page' as const, givenAt: '2026-01-01T00:00:00Z', textVersion: '2' }
    assert.equal(asksConsent({}, { steps }), true)
    assert.equal(asksConsent({ consent }, { steps }), false)
    assert.equal(asksConsent({}, { steps: ['document'] }), false)
    assert.equal(asksConsent({}, { steps, asksConsent: false }), false)
  })
})
