import { type Child, type Done, startChild } from '../../../src/vision/process/child.ts'
import { findSandbox, readableFor } from '../../../src/vision/process/sandbox.ts'
import type { EngineSettings } from '../../../src/vision/settings.ts'

/** One worker process of the engine, as started by the pool, for one page after another. */
interface EngineWorker {
  readPage(picture: Uint8Array): Promise<Done>
  close(): void
}

export async function openEngineWorker(settings: EngineSettings): Promise<EngineWorker> {
  let settle: { done(done: Done): void; fail(error: Error): void } | undefined
  const child = await new Promise<Child>((ready, refuse) => {
    const fail = (why: string) => {
      const error = new Error(`the worker is of no use: ${why}`)
      settle?.fail(error)
      refuse(error)
    }
    startChild(settings, findSandbox(readableFor(settings)), {
      onReady: ready,
      onUnfit: (_, message) => fail(message),
      onDecoding: () => {},
      // It reads alone.
      onDecoded: (child, job, asksShare) => asksShare && child.share(job, false),
      onDone: (_, done) => settle?.done(done),
      onExit: (_, how) => fail(how),
    })
  })
  let job = 0
  return {
    readPage: (picture) =>
      new Promise((done, fail) => {
        settle = { done, fail }
        child.read({ id: ++job, request: { task: 'page', picture } })
      }),
    close: () => child.kill(),
  }
}
