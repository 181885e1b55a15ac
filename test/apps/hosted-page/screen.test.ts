import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureAfter } from '../../../src/apps/hosted-page/screen.ts'

describe('the step after a picture', () => {
  const seen = { verdict: 'ready', fingerprint: { light: 0, scene: new Uint8Array() } } as const

  it('holds the back until the front is gone from the camera', () => {
    assert.deepEqual(captureAfter('BACK', seen), {
      name: 'capture',
      part: 'BACK',
      held: { reason: 'SAME_SIDE', seen, forGood: false },
    })
  })

  it('holds nothing where the front came as a file, and no face', () => {
    assert.deepEqual(captureAfter('BACK', undefined), { name: 'capture', part: 'BACK' })
    assert.deepEqual(captureAfter('FACE', seen), { name: 'capture', part: 'FACE' })
  })
})
