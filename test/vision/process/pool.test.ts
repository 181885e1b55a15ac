import assert from 'node:assert/strict'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { FETCHED_NETS } from '../../../src/platform/resources.ts'
import { BadPicture, CallerAborted, EngineBusy, EngineFault } from '../../../src/vision/engine.ts'
import { type EnginePool, openEngine } from '../../../src/vision/process/pool.ts'
import type { PoolOptions } from '../../../src/vision/process/pool-options.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import { drawPassport, lessonOf, modelOf } from '../taught/teach.ts'

const nobody = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#3a6' } })
  .jpeg()
  .toBuffer()

/** Longer than a busy machine takes: the limit of a test that is about it is its own. */
const PATIENT_MS = 600_000

/** A worker without nets: what the pool does with its workers has nothing to do with what they read. */
const BARE = fileURLToPath(new URL('../../support/bare-worker.ts', import.meta.url))

let usual: EnginePool | undefined
after(() => usual?.close())

describe('the engine', () => {
  it('is ready after its self-test, answers, and times its steps', async (t) => {
    const steps: string[] = []
    const engine = await openReal(t, { onStep: (task, { step }) => steps.push(`${task} ${step}`) })
    assert.ok(engine.ready())
    assert.deepEqual(await engine.readFace(nobody), { ok: false, refusal: 'FACE_NOT_FOUND' })
    assert.ok(steps.includes('face decode'))
  })

  it('says of bytes that are no picture what is wrong with them', async (t) => {
    const engine = await openReal(t)
    const bad = (error: unknown) => error instanceof BadPicture && error.kind === 'not-an-image'
    await assert.rejects(engine.readPage(Buffer.from('no picture')), bad)
    await assert.rejects(engine.readFace(Buffer.from('no picture')), bad)
  })

  it('is not ready while its models are missing, says so once, and is when they come back', async (t) => {
    const modelsFolder = path.join(await mkdtemp(path.join(tmpdir(), 'limen-none-')), 'models')
    await mkdir(modelsFolder)
    await chmod(path.dirname(modelsFolder), 0o755)
    t.after(() => rm(path.dirname(modelsFolder), { recursive: true }))
    const problems: string[] = []
    const engine = openEngine({
      workers: 1,
      settings: { ...DEFAULT_SETTINGS, modelsFolder },
      onProblem: (message) => problems.push(message),
    })
    t.after(() => engine.close())
    await assert.rejects(engine.started, EngineFault)
    assert.equal(engine.ready(), false)
    assert.match(problems[0] ?? '', /cannot serve/)
    await assert.rejects(engine.readFace(nobody), { message: /^No worker of the engine could start/ })

    await cp(FETCHED_NETS, modelsFolder, { recursive: true })
    while (!engine.ready()) await sleep(50)
    assert.deepEqual(await engine.readFace(nobody), { ok: false, refusal: 'FACE_NOT_FOUND' })
    assert.equal(problems.length, 1)
  })
})

describe('the pool of workers', () => {
  it('loses one request when a worker is killed in the middle, and goes on', async (t) => {
    const engine = await open(t)
    const [worker] = engine.state().workers
    signal(worker?.pid, 'SIGSTOP')
    const lost = engine.readFace(nobody)
    const kept = engine.readFace(nobody)
    signal(worker?.pid, 'SIGKILL')
    await assert.rejects(lost, EngineFault)
    assert.equal((await kept).ok, false)
    assert.notEqual(engine.state().workers[0]?.pid, worker?.pid)
  })

  it('reads a picture again that its worker got no CPU time for, and loses nothing', async (t) => {
    const problems: string[] = []
    const engine = await open(t, { timeLimitMs: 3000, onProblem: (message) => problems.push(message) })
    signal(engine.state().workers[0]?.pid, 'SIGSTOP')
    const [held, next] = [engine.readFace(nobody), engine.readFace(nobody)]
    assert.deepEqual([(await held).ok, (await next).ok], [false, false])
    assert.match(problems.join(), /for lack of CPU time: no answer within 3000 ms/)
  })

  it('asks the caller to come again when the second worker gets none either', async (t) => {
    const engine = await open(t, { timeLimitMs: 500 })
    await assert.rejects(
      engine.readFace(Buffer.alloc(0)),
      (error) => error instanceof EngineBusy && error.retryAfterSeconds >= 1,
    )
  })

  it('refuses a picture whose decoding goes over its budget as one that cannot be read, while others go on', async (t) => {
    const problems: string[] = []
    const engine = await open(t, { workers: 2, onProblem: (message) => problems.push(message) })
    while (engine.state().workers.some(({ ready }) => !ready)) await sleep(20)
    const slow = engine.readFace(Buffer.from('slow to decode'))
    assert.equal((await engine.readFace(nobody)).ok, false)
    assert.equal(problems.length, 0, 'answered before the other one was refused')
    await assert.rejects(slow, (error) => error instanceof BadPicture && error.kind === 'damaged')
    assert.match(problems.join(), /a picture was refused: decoding it took more than 300 ms of CPU time/)
    assert.equal((await engine.readFace(nobody)).ok, false)
  })

  it('reads the pictures of a session one after the other, and those of others meanwhile', async (t) => {
    const engine = await open(t, { workers: 2 })
    while (engine.state().workers.some(({ ready }) => !ready)) await sleep(20)
    for (const { pid } of engine.state().workers) signal(pid, 'SIGSTOP')
    const read = (session: string) => engine.readFace(nobody, { tenant: 'bank', session })
    const answers = Array.from({ length: 8 }, () => read('one'))
    await sleep(1)
    assert.deepEqual(
      engine.state().workers.filter(({ busy }) => busy).length + engine.state().queued,
      1,
      'the others wait for their turn, and take no place in the queue',
    )
    const other = read('two')
    await sleep(1)
    assert.equal(engine.state().workers.filter(({ busy }) => busy).length, 2)
    for (const { pid } of engine.state().workers) signal(pid, 'SIGCONT')
    for (const answer of await Promise.all([...answers, other])) assert.equal(answer.ok, false)
  })

  it('starts an idle worker again that was killed', async (t) => {
    const engine = await open(t)
    signal(engine.state().workers[0]?.pid, 'SIGKILL')
    while (engine.state().workers[0]?.ready) await sleep(10)
    assert.equal((await engine.readFace(nobody)).ok, false)
  })

  it('tells callers to come back when its queue is full', async (t) => {
    const engine = await open(t, { queueLimit: 2 })
    const pid = engine.state().workers[0]?.pid
    signal(pid, 'SIGSTOP')
    const taken = [engine.readFace(nobody), engine.readFace(nobody), engine.readFace(nobody)]
    assert.equal(engine.state().queued, 2)
    await assert.rejects(
      engine.readFace(nobody),
      (error) => error instanceof EngineBusy && error.retryAfterSeconds >= 1,
    )
    signal(pid, 'SIGCONT')
    for (const answer of await Promise.all(taken)) assert.equal(answer.ok, false)
  })

  it('lets tenants take turns, however many pictures one of them sends', async (t) => {
    const engine = await open(t)
    const pid = engine.state().workers[0]?.pid
    signal(pid, 'SIGSTOP')
    const done: string[] = []
    const send = (tenant: string) => engine.readFace(nobody, { tenant }).then(() => done.push(tenant))
    const flood = Array.from({ length: 8 }, () => send('hostile'))
    const good = [send('good'), send('good')]
    signal(pid, 'SIGCONT')
    await Promise.all([...flood, ...good])
    assert.deepEqual(done.slice(0, 2), ['hostile', 'good'], 'after the one under way comes who has used least')
    assert.equal(done.slice(0, 5).filter((tenant) => tenant === 'good').length, 2)
  })

  it('keeps half of its workers from a tenant while another one is about', async (t) => {
    const engine = await open(t, { workers: 2 })
    while (engine.state().workers.some(({ ready }) => !ready)) await sleep(20)
    await engine.readFace(nobody, { tenant: 'good' })
    for (const { pid } of engine.state().workers) signal(pid, 'SIGSTOP')
    const flood = Array.from({ length: 3 }, () => engine.readFace(nobody, { tenant: 'hostile' }))
    const busy = () => engine.state().workers.filter((worker) => worker.busy).length
    assert.equal(busy(), 1)
    const good = engine.readFace(nobody, { tenant: 'good' })
    assert.equal(busy(), 2)
    for (const { pid } of engine.state().workers) signal(pid, 'SIGCONT')
    for (const answer of await Promise.all([...flood, good])) assert.equal(answer.ok, false)
  })

  it('lets half of its workers stand back, and gives them the pictures of a tenant that presses on others', async (t) => {
    const engine = await open(t, { workers: 2 })
    while (engine.state().workers.some(({ ready }) => !ready)) await sleep(20)
    const own = getPriority()
    const priority = (pid: number | undefined) => getPriority(pid as number) - own
    assert.deepEqual(
      engine
        .state()
        .workers.map(({ pid }) => priority(pid))
        .sort(),
      [0, 5],
    )
    await engine.readFace(nobody, { tenant: 'good' })
    for (const { pid } of engine.state().workers) signal(pid, 'SIGSTOP')
    const flood = Array.from({ length: 4 }, () => engine.readFace(nobody, { tenant: 'hostile' }))
    const busy = () => engine.state().workers.filter((worker) => worker.busy)
    const [first] = busy()
    // The first picture of a flood is not known as one yet: the next ones are.
    signal(first?.pid, 'SIGCONT')
    await flood[0]
    const [second] = busy()
    if (priority(first?.pid) === 0) signal(second?.pid, 'SIGCONT')
    const later = priority(first?.pid) === 0 ? second : first
    assert.equal(priority(later?.pid), 5)
    for (const { pid } of engine.state().workers) signal(pid, 'SIGCONT')
    for (const answer of await Promise.all(flood)) assert.equal(answer.ok, false)
  })

  it('lets whoever ends a worker wait for the next one, and not the others', async (t) => {
    const engine = await open(t, { workers: 2 })
    while (engine.state().workers.some(({ ready }) => !ready)) await sleep(20)
    await engine.readFace(nobody, { tenant: 'good' })
    for (const { pid } of engine.state().workers) signal(pid, 'SIGSTOP')
    const lost = engine.readFace(nobody, { tenant: 'hostile' })
    const done: string[] = []
    const send = (tenant: string) => engine.readFace(nobody, { tenant }).then(() => done.push(tenant))
    const more = send('hostile')
    const left = engine.state().workers.find(({ busy }) => !busy)?.pid
    signal(engine.state().workers.find(({ busy }) => busy)?.pid, 'SIGKILL')
    await assert.rejects(lost, EngineFault)
    while (engine.state().workers.length < 2) await sleep(1)
    const next = engine.state().workers.find(({ pid }) => pid !== left)?.pid
    signal(next, 'SIGSTOP')
    const good = send('good')
    signal(left, 'SIGCONT')
    await good
    signal(next, 'SIGCONT')
    await more
    assert.deepEqual(done, ['good', 'hostile'], 'the worker that is left is for the others')
  })

  it('does not read the pictures of those who have gone', async (t) => {
    const engine = await open(t)
    const pid = engine.state().workers[0]?.pid
    signal(pid, 'SIGSTOP')
    const held = engine.readFace(nobody)
    const caller = new AbortController()
    const asked = { tenant: '', signal: caller.signal }
    const abandoned = Array.from({ length: 20 }, () => engine.readFace(nobody, asked))
    assert.equal(engine.state().queued, 20)
    caller.abort()
    for (const each of abandoned) await assert.rejects(each, CallerAborted)
    assert.equal(engine.state().queued, 0)
    await assert.rejects(engine.readFace(nobody, asked), CallerAborted)
    signal(pid, 'SIGCONT')
    assert.equal((await held).ok, false)
  })

  it('replaces a worker that has grown too large', async (t) => {
    const engine = await open(t, { memoryLimitBytes: 1 })
    const before = engine.state().workers[0]?.pid
    await engine.readFace(nobody)
    await engine.readFace(nobody)
    assert.notEqual(engine.state().workers[0]?.pid, before)
  })

  it('finishes what it accepted before it closes, and leaves no process behind', async () => {
    const engine = openEngine({ workers: 2, program: BARE })
    await engine.started
    const pids = engine.state().workers.map(({ pid }) => pid)
    const accepted = Array.from({ length: 5 }, () => engine.readFace(nobody))
    await engine.close()
    for (const answer of await Promise.all(accepted)) assert.equal(answer.ok, false)
    assert.equal(engine.ready(), false)
    await assert.rejects(engine.readFace(nobody), EngineBusy)
    for (const pid of pids) assert.throws(() => process.kill(pid as number, 0), /ESRCH/)
  })

  it('goes on with the workers it has when one that starts again finds its models gone', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'limen-gone-'))
    await chmod(folder, 0o755)
    t.after(() => rm(folder, { recursive: true }))
    const modelsFolder = path.join(folder, 'models')
    await mkdir(modelsFolder)
    const problems: string[] = []
    const engine = await open(t, { workers: 2, settings: { modelsFolder }, onProblem: (text) => problems.push(text) })
    while (engine.state().workers.filter(({ ready }) => ready).length < 2) await sleep(20)

    await rename(modelsFolder, `${modelsFolder}-away`)
    signal(engine.state().workers[0]?.pid, 'SIGKILL')
    while (!problems.length) await sleep(20)
    assert.match(problems[0] ?? '', /cannot serve/)
    assert.ok(engine.ready())
    assert.equal((await engine.readFace(nobody)).ok, false)

    await rename(`${modelsFolder}-away`, modelsFolder)
    while (engine.state().workers.filter(({ ready }) => ready).length < 2) await sleep(20)
  })

  it('kills a worker that grows too large while it reads', async (t) => {
    const engine = await open(t, { hardMemoryLimitBytes: 1_000_000 })
    const pid = engine.state().workers[0]?.pid
    signal(pid, 'SIGSTOP')
    await assert.rejects(engine.readFace(nobody), EngineFault)
    assert.notEqual(engine.state().workers[0]?.pid, pid)
  })

  it('hands its workers no secret of the service', async (t) => {
    process.env.MASTER_KEY = 'not-for-workers'
    t.after(() => delete process.env.MASTER_KEY)
    const engine = await open(t, {})
    const pid = engine.state().workers[0]?.pid
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    assert.doesNotMatch(environment, /not-for-workers/)
  })
})

describe('taught documents', () => {
  it('are learnt by a worker, and known to one that is started later', async (t) => {
    const engine = await openReal(t)
    const passport = await drawPassport()
    const lesson = await lessonOf([passport])
    const learnt = await engine.learnDocument(lesson)
    assert.ok(learnt.ok)
    const [look] = await engine.lookAtPages(lesson.pictures)
    assert.ok(look?.lines.some(({ suggested }) => suggested === 'surname'))
    engine.useDocumentModels([modelOf(learnt.content)])
    signal(engine.state().workers[0]?.pid, 'SIGKILL')
    while (engine.state().workers[0]?.ready) await sleep(10)
    const read = await engine.readPage(lesson.pictures[0] as Uint8Array)
    assert.ok(read.ok)
    assert.equal(read.value.reading.taught?.id, modelOf(learnt.content).id)
    engine.useDocumentModels([])
    const again = await engine.readPage(lesson.pictures[0] as Uint8Array)
    assert.equal(again.ok && again.value.reading.taught, undefined)
  })
})

/** One that reads pictures; all tests that ask for no options have the same one after another. */
async function openReal(t: TestContext, options?: PoolOptions): Promise<EnginePool> {
  if (options) return openWith(t, options)
  usual ??= openEngine({ workers: 1, timeLimitMs: PATIENT_MS })
  while (!usual.ready()) await sleep(20)
  return usual
}

/** One whose workers have no nets. */
const open = (t: TestContext, options: PoolOptions = {}): Promise<EnginePool> =>
  openWith(t, { program: BARE, ...options })

async function openWith(t: TestContext, options: PoolOptions): Promise<EnginePool> {
  const engine = openEngine({ workers: 1, timeLimitMs: PATIENT_MS, ...options })
  t.after(() => engine.close())
  await engine.started
  return engine
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  assert.ok(pid)
  process.kill(pid, name)
}
