import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { type Photograph, photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import { expectedIn } from '../../../src/vision/document/film/lay-frame.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { type EnginePool, openEngine } from '../../../src/vision/process/pool.ts'
import { engine as readEngine } from '../../support/read-engine.ts'

/** Longer than any machine takes, however busy it is. */
const LIMIT_MS = 600_000

describe('a page that nobody waits behind', () => {
  const steps: string[] = []
  let engine: EnginePool
  let photo: Photograph
  let picture: Uint8Array
  let alone: Awaited<ReturnType<EnginePool['readPage']>>
  before(async () => {
    const { front } = await drawSpecimen({ kind: 'td1', seed: 5 })
    photo = await photograph(front, { seed: 5, level: 'easy', size: 1600 })
    picture = photo.jpeg
    alone = (await readEngine.read((context) => readPage(context, picture))).value
    assert.ok(alone.ok)
    const onStep = (task: string, { step }: { step: string }) => steps.push(`${task} ${step}`)
    engine = openEngine({ workers: 2, timeLimitMs: LIMIT_MS, onStep })
    await bothReady()
  })
  after(() => engine.close())

  const bothReady = async () => {
    while (engine.state().workers.filter(({ ready, busy }) => ready && !busy).length < 2) await sleep(20)
  }
  const helper = () => engine.state().workers[1]?.pid as number

  it('is read by two workers as by one', async () => {
    const part = expectedIn(photo, photo.quad, { width: 640, height: 448 })
    assert.ok(part)
    const { x: left, y: top, width, height } = part
    const frame = await sharp(picture).extract({ left, top, width, height }).jpeg().toBuffer()
    const filmed = await engine.readPage(picture, { tenant: '', film: [frame, frame] })
    assert.ok(filmed.ok)
    const { film, ...reading } = filmed.value.reading
    assert.deepEqual(film, { frames: 2, same: 2, score: film?.score, leastChange: 0 })
    assert.ok((film?.score ?? 0) > 50, 'a film that came with it was judged, and nothing moves in it')
    assert.deepEqual({ ...filmed, value: { ...filmed.value, reading } }, alone)
    assert.ok(steps.includes('parallel judge-recapture') && !steps.includes('page judge-recapture'), steps.join())
  })

  it('may be let go of once it is answered, though the other has not had it yet', async () => {
    await bothReady()
    const slow = helper()
    process.kill(slow, 'SIGSTOP')
    const memory = new ArrayBuffer(5_000_000, { maxByteLength: 5_000_000 })
    await assert.rejects(engine.readPage(new Uint8Array(memory)), /not a picture/)
    memory.resize(0)
    process.kill(slow, 'SIGCONT')
    await bothReady()
    assert.equal(helper(), slow, 'it had all of it, and was not killed for waiting')
    assert.deepEqual(await engine.readPage(picture), alone)
  })

  it('is not given to the other while it is decoded, nor when that fails', async () => {
    await bothReady()
    const held = engine.state().workers[0]?.pid as number
    process.kill(held, 'SIGSTOP')
    const refused = assert.rejects(engine.readPage(Buffer.from('no picture')), /not a picture/)
    assert.equal(engine.state().workers[1]?.busy, false)
    process.kill(held, 'SIGCONT')
    await refused
    assert.equal(engine.state().workers[1]?.busy, false)
  })

  it('is read to its end by one when the other dies', async () => {
    await bothReady()
    process.kill(helper(), 'SIGSTOP')
    const read = engine.readPage(picture)
    while (!engine.state().workers[1]?.busy) await sleep(1)
    process.kill(helper(), 'SIGKILL')
    assert.deepEqual(await read, alone)
  })

  it('is read to its end by one when the other hangs', async (t) => {
    await bothReady()
    const hung = helper()
    process.kill(hung, 'SIGSTOP')
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const read = engine.readPage(picture)
    // It helps from when the picture is decoded.
    while (!engine.state().workers[1]?.busy) await new Promise((resolve) => setImmediate(resolve))
    t.mock.timers.tick(LIMIT_MS / 3)
    assert.deepEqual(await read, alone)
    t.mock.timers.reset()
    process.kill(hung, 'SIGCONT')
  })

  it('has one worker alone where two tenants send: the other is for the other', async () => {
    await bothReady()
    await engine.readPage(picture, { tenant: 'one' })
    await bothReady()
    steps.length = 0
    assert.deepEqual(await engine.readPage(picture, { tenant: 'two' }), alone)
    assert.ok(
      steps.includes('page judge-recapture') && !steps.some((step) => step.startsWith('parallel')),
      steps.join(),
    )
  })
})
