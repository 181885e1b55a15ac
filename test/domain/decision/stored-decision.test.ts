import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDecision, openDecisions, type StoredDecision } from '../../../src/domain/decision/check-decision.ts'
import type { Decision } from '../../../src/domain/decision/decide.ts'
import { evidenceOf } from '../../../src/domain/decision/evidence.ts'
import { decided } from './decided.ts'
import { passport } from './genuine.ts'

const today = decided(passport({}, { mode: 'test', duplicates: { documentNumber: ['another'], face: [] } }))

/** As versions up to 0.2 stored it. */
function earlierForm({ evidence, ...decision }: Decision): StoredDecision {
  return { ...decision, ...evidence }
}

describe('a stored decision', () => {
  assert.ok(today.decision)
  const earlier = earlierForm(today.decision)

  it('of version 0.2 opens as one of today', () => {
    assert.equal('evidence' in earlier, false)
    assert.deepEqual(openDecision(earlier), today.decision)
  })

  it('of today stays as it is', () => {
    assert.ok(today.decision)
    assert.equal(openDecision(today.decision), today.decision)
  })

  it('of version 1.0.0 opens without the signed barcode, which the session has', () => {
    assert.ok(today.decision)
    const { evidence } = today.decision
    const stored = { ...today.decision, evidence: { ...evidence, seal: { kind: 'VDS' } } }
    assert.deepEqual(openDecision(stored), today.decision)
  })

  it('of version 0.2 gives the evidence that it was decided on, also where it was decided again later', () => {
    const stored = {
      ...today,
      decision: earlier as Decision,
      earlier: [{ until: '2026-01-01T00:00:00.000Z', decision: earlier as Decision, images: {} }],
    }
    const opened = openDecisions(stored)
    assert.deepEqual(evidenceOf(opened), evidenceOf(today))
    assert.deepEqual(opened.earlier?.[0]?.decision, today.decision)
  })
})
