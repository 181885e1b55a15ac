import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { measureEffort, persist } from '../../../src/apps/hosted-page/api.ts'

/** The events of a browser's window. */
const browser = new EventTarget()
const names = ['addEventListener', 'removeEventListener'] as const

describe('a request of the page', () => {
  before(() => {
    for (const name of names) Object.assign(globalThis, { [name]: browser[name].bind(browser) })
  })
  after(() => {
    for (const name of names) Reflect.deleteProperty(globalThis, name)
  })

  it('is given up when the browser goes offline, said so, and sent again when it is back', async () => {
    const said: (string | undefined)[] = []
    let sends = 0
    const answer = persist(
      (attempt) => {
        sends += 1
        if (sends > 1) return Promise.resolve('answered')
        return new Promise((_, reject) => attempt.addEventListener('abort', () => reject(new TypeError('network'))))
      },
      (why) => said.push(why),
    )
    browser.dispatchEvent(new Event('offline'))
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(said, ['offline'])
    browser.dispatchEvent(new Event('online'))
    assert.equal(await answer, 'answered')
    assert.deepEqual([sends, said], [2, ['offline', undefined]])
  })

  it('ends for good when the person leaves', async () => {
    const leaving = new AbortController()
    const answer = persist(
      (attempt) =>
        new Promise((_, reject) => attempt.addEventListener('abort', () => reject(new TypeError('network')))),
      () => undefined,
      leaving.signal,
    )
    leaving.abort()
    await assert.rejects(answer, /ABORTED/)
  })
})

it('what a step takes is counted from the one before', () => {
  let now = 0
  const effort = measureEffort(() => now)
  now = 4_400
  assert.deepEqual(effort.count(), { 'x-limen-tries': '1', 'x-limen-seconds': '4' })
  now = 9_600
  assert.deepEqual(effort.count(), { 'x-limen-tries': '2', 'x-limen-seconds': '10' })
  effort.begin()
  now = 12_600
  assert.deepEqual(effort.count(), { 'x-limen-tries': '1', 'x-limen-seconds': '3' })
})
