import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flowNamed, stepsOf } from '../../../src/kernel/session/flow.ts'

describe('flows', () => {
  it('has identity and document for every tenant', () => {
    assert.deepEqual(flowNamed({ steps: ['face'] }, 'identity'), { name: 'identity', steps: ['document', 'face'] })
    assert.deepEqual(flowNamed({ steps: ['face'] }, 'document'), { name: 'document', steps: ['document'] })
  })

  it('has returning, which is a selfie of somebody who was approved before', () => {
    assert.deepEqual(flowNamed({ steps: ['document'] }, 'returning'), {
      name: 'returning',
      steps: ['face'],
      kind: 'returning',
    })
  })

  it('lets a tenant name its own, also in place of a built-in one', () => {
    const settings = {
      steps: ['document' as const],
      flows: { selfie: { steps: ['face' as const] }, identity: { steps: ['face' as const] } },
    }
    assert.deepEqual(flowNamed(settings, 'selfie'), { name: 'selfie', steps: ['face'] })
    assert.deepEqual(flowNamed(settings, 'identity')?.steps, ['face'])
  })

  it('knows no other name, not even one that every object has', () => {
    assert.equal(flowNamed({ steps: ['face'] }, 'nothing'), undefined)
    assert.equal(flowNamed({ steps: ['face'] }, 'toString'), undefined)
    assert.equal(flowNamed({ steps: ['face'], flows: {} }, '__proto__'), undefined)
  })

  it('asks for the steps of the session’s flow, else for the tenant’s', () => {
    assert.deepEqual(stepsOf({ flow: { name: 'document', steps: ['document'] } }, { steps: ['face'] }), ['document'])
    assert.deepEqual(stepsOf({}, { steps: ['face'] }), ['face'])
  })
})
