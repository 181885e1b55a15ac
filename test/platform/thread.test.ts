import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { threadId } from 'node:worker_threads'
import { openChips } from '../../src/features/chip/verify/open-chips.ts'
import { JobTooLarge, openThread } from '../../src/platform/thread.ts'

const open = (processorMs?: number) => openThread<string, number>('test/support/thread/hostile-thread.ts', processorMs)

describe('a thread for jobs', () => {
  it('answers each in a thread that is not ours, and keeps it for the next', async () => {
    const run = open()
    const [one, two] = await Promise.all([run('number'), run('number')])
    assert.notEqual(one, threadId)
    assert.equal(one, two)
  })

  it('ends a job that takes more of the processor than it may, while ours goes on, and answers the next one', async () => {
    const run = open(1_000)
    let ticks = 0
    const timer = setInterval(() => ticks++, 10)
    const [ended, next] = await Promise.allSettled([run('for ever'), run('number')])
    clearInterval(timer)
    assert.ok(ended.status === 'rejected' && ended.reason instanceof JobTooLarge)
    assert.match(ended.reason.message, /1000 ms of processor time/)
    assert.equal(next.status, 'fulfilled')
    assert.ok(ticks > 3)
  })

  it('ends a job that takes too much memory', async () => {
    const warnings: string[] = []
    const listen = ({ message }: Error) => warnings.push(message)
    process.on('warning', listen)
    const run = open(60_000)
    await assert.rejects(run('memory'), JobTooLarge)
    assert.ok((await run('number')) > 0)
    process.off('warning', listen)
    assert.match(warnings.join(), /memory/)
  })

  it('passes on what a job throws, and starts again after a thread that ended', async () => {
    const run = open()
    await assert.rejects(run('fault'), { name: 'TypeError', message: 'a fault of ours' })
    await assert.rejects(run('end'), /ended/)
    assert.ok((await run('number')) > 0)
  })
})

describe('a chip that takes too long to verify', () => {
  it('is unreadable', async () => {
    const items = { ofCountry: async () => [], signersOf: async () => [] }
    const chips = openChips(items, () => Promise.reject(new JobTooLarge('more than 2000 ms of processor time')))
    const result = await chips.verify({ groups: new Map() }, { now: new Date() })
    assert.equal(result.verdict, 'UNREADABLE')
    assert.equal(result.reasons[0]?.code, 'SIGNED_OBJECT_UNREADABLE')
  })
})
