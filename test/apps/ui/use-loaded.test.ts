import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { untilLoaded } from '../../../src/apps/ui/use-loaded.ts'

describe('a part of the page', () => {
  it('is asked for again on a line that breaks, until it is there', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] })
    const warned = test.mock.method(console, 'warn', () => undefined)
    let asked = 0
    const part = untilLoaded(async () => {
      asked += 1
      if (asked < 3) throw new TypeError('Failed to fetch')
      return 'the part'
    })
    for (let tick = 0; tick < 2; tick++) {
      await new Promise((resolve) => setImmediate(resolve))
      assert.equal(asked, tick + 1)
      test.mock.timers.tick(2_000)
    }
    assert.equal(await part, 'the part')
    assert.equal(asked, 3)
    assert.equal(warned.mock.callCount(), 2)
  })
})
