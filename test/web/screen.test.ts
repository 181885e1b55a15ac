import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureAfter } from '../../src/web/screen.ts'
import type { Shot } from '../../src/web/screens/shot.ts'

describe('the step after a picture', () => {
  const picture = new Blob()
  const seen = { verdict: 'ready', fingerprint: { light: 0, scene: new Uint8Array() } } as const
  const shot: Shot = { source: 'camera', picture, seen }

  it('holds the back until the front is gone from the camera', () => {
    assert.deepEqual(captureAfter('BACK', shot), {
      name: 'capture',
      part: 'BACK',
      held: { reason: 'SAME_SIDE', seen, forGood: false },
    })
  })

  it('holds nothing where the front came as a file, and no face', () => {
    assert.deepEqual(captureAfter('BACK', { source: 'file', picture }), { name: 'capture', part: 'BACK' })
    assert.deepEqual(captureAfter('BACK', undefined), { name: 'capture', part: 'BACK' })
    assert.deepEqual(captureAfter('FACE', shot), { name: 'capture', part: 'FACE' })
  })
})
