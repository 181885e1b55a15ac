import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openReadEngine, type ReadContext } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'

const engine = openReadEngine(DEFAULT_SETTINGS, { now: () => new Date('2031-02-03T23:59:00Z') })

/** Runs a net of faces on grey pixels. */
async function show(context: ReadContext, name: 'face-eye' | 'face-occlusion'): Promise<void> {
  const net = await context.nets.get(name)
  const { name: input, width, height, order, layout } = net.entry.input ?? assert.fail(`${name} has no input`)
  const channels = order === 'GREY' ? 1 : 3
  const dims = layout === 'NCHW' ? [1, channels, height, width] : [1, height, width, channels]
  await context.time(`look-${name}`, () =>
    net.run({ [input]: { data: new Float32Array(channels * width * height).fill(0.5), dims } }),
  )
}

describe('a reading', () => {
  it('says which nets it used and how long its steps took, next to its value', async () => {
    const { value, nets, times } = await engine.read(async (context) => {
      await show(context, 'face-eye')
      await show(context, 'face-eye')
      return 'seen'
    })
    assert.equal(value, 'seen')
    assert.deepEqual(nets, [{ name: 'face-eye', sha256: (await engine.nets.get('face-eye')).sha256 }])
    assert.deepEqual(
      times.map(({ step }) => step),
      ['look-face-eye', 'look-face-eye'],
    )
    assert.ok(times.every(({ cpuMs, wallMs }) => cpuMs >= 0 && wallMs >= 0))
  })

  it('knows nothing of the one before it, nor of one that goes on at the same time', async () => {
    const look = (name: 'face-eye' | 'face-occlusion') => engine.read((context) => show(context, name))
    const [eye, mask] = await Promise.all([look('face-eye'), look('face-occlusion')])
    assert.deepEqual(
      [eye, mask].map(({ nets, times }) => [...nets.map(({ name }) => name), ...times.map(({ step }) => step)]),
      [
        ['face-eye', 'look-face-eye'],
        ['face-occlusion', 'look-face-occlusion'],
      ],
    )
    assert.deepEqual((await engine.read(async () => 'nothing')).nets, [])
  })

  it('knows so far used nets while it goes on, and a step that failed by its time', async () => {
    const { value, times } = await engine.read(async (context) => {
      await show(context, 'face-eye')
      await assert.rejects(
        context.time('fail', () => Promise.reject(new Error('no'))),
        /no/,
      )
      return context.used().map(({ name }) => name)
    })
    assert.deepEqual(value, ['face-eye'])
    assert.deepEqual(
      times.map(({ step }) => step),
      ['look-face-eye', 'fail'],
    )
  })

  it('takes the day from the clock of the engine', async () => {
    assert.equal((await engine.read(async ({ today }) => today)).value, '2031-02-03')
  })
})
