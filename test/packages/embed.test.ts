import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EndMessage, FrameEvent } from '../../packages/embed/src/messages.ts'
import type { FrameEvent as SentEvent, FrameMessage as SentMessage } from '../../src/kernel/session/contract/events.ts'

describe('the embedding package', () => {
  it('knows the messages that the page posts, no other and no fewer', () => {
    // Each is given to the other and back: the check of types fails when they part.
    const eventThere = (event: SentEvent): FrameEvent => event
    const eventBack = (event: FrameEvent): SentEvent => event
    const endThere = (message: SentMessage): EndMessage => message
    const endBack = (message: EndMessage): SentMessage => message
    const event: SentEvent = { sessionId: 'a', event: 'step', step: 'welcome' }
    const end: SentMessage = { sessionId: 'a', hasCompleted: true, hasError: false }
    assert.deepEqual(eventBack(eventThere(event)), event)
    assert.deepEqual(endBack(endThere(end)), end)
  })

  it('can be imported where there is no page, as by a server that renders', async () => {
    const { defineElement } = await import(new URL('../../packages/embed/src/index.ts', import.meta.url).href)
    assert.ok(!('customElements' in globalThis))
    assert.doesNotThrow(defineElement)
  })
})
