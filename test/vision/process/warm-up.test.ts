import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openWarmUp } from '../../../src/vision/process/warm-up.ts'
import { openReadEngine, type ReadContext, type ReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'

/** The real engine, which is asked and does not read. */
function counting(onRead: () => void = () => undefined): { engine: ReadEngine; reads: () => number } {
  let reads = 0
  const read = (async () => {
    reads++
    onRead()
    return { value: true, nets: [], times: [] }
  }) as unknown as ReadEngine['read']
  return { engine: { ...openReadEngine(DEFAULT_SETTINGS), read }, reads: () => reads }
}

describe('an idle worker warms up', () => {
  it('with pictures that are there, and then no more', async () => {
    const { engine, reads } = counting()
    const warmUp = openWarmUp(engine)
    await warmUp.goOn(() => true)
    const all = reads()
    assert.ok(all >= 8)
    await warmUp.goOn(() => true)
    assert.equal(reads(), all)
  })

  it('until somebody comes, and goes on later; what people sent counts', async () => {
    let idle = true
    const { engine, reads } = counting(() => {
      if (reads() === 3) idle = false
    })
    const warmUp = openWarmUp(engine)
    await warmUp.goOn(() => idle)
    assert.equal(reads(), 3)
    warmUp.skip()
    await warmUp.goOn(() => true)
    const whole = counting()
    await openWarmUp(whole.engine).goOn(() => true)
    assert.equal(reads() + 1, whole.reads())
  })

  it('gives a picture up at its next step when somebody comes, and reads it again later', async () => {
    const steps: string[] = []
    let idle = true
    const context: ReadContext = {
      settings: DEFAULT_SETTINGS,
      async time(step: string) {
        steps.push(step)
        idle = false
        return { width: 1000, height: 1000, data: new Uint8Array(3_000_000) }
      },
      decoding: () => (context as unknown as { time(step: string): Promise<unknown> }).time('decode'),
    } as unknown as ReadContext
    const read = (async (work: (context: ReadContext) => Promise<unknown>) => ({
      value: await work(context),
    })) as unknown
    const engine = { ...openReadEngine(DEFAULT_SETTINGS), read: read as ReadEngine['read'] }
    const warmUp = openWarmUp(engine)
    await warmUp.goOn(() => idle)
    assert.deepEqual(steps, ['decode'])
    idle = true
    await warmUp.goOn(() => idle)
    assert.deepEqual(steps, ['decode', 'decode'])
  })
})
