import { existsSync } from 'node:fs'
import { type FromWorker, readPicture, type ToWorker } from '../../src/vision/process/messages.ts'

/*
 * A worker process without nets, for tests of the pool alone: it is there in a blink and finds no face on any picture. Where its
 * settings name a folder of models that is not there, it cannot serve; with an empty picture it never ends.
 */

/** A picture that is never decoded. */
const SLOW_TO_DECODE = 'slow to decode'

/** What a picture costs: the pool counts it, in steps of ten milliseconds. */
const CPU_MICROSECONDS = 30_000

process.on('message', async (message: ToWorker) => {
  if (message.kind === 'open') {
    const { modelsFolder } = message.settings
    const isFit = modelsFolder === undefined || existsSync(modelsFolder)
    say(isFit ? { kind: 'ready' } : { kind: 'unfit', message: 'its models are gone' })
  }
  if (message.kind !== 'read') return
  if (!('pictureBytes' in message.request) || message.request.pictureBytes === 0) return
  const picture = await readPicture(message.request.pictureBytes)
  if (String(picture) === SLOW_TO_DECODE) {
    say({ kind: 'decoding', job: message.job, budgetMs: 300 })
    for (;;);
  }
  for (const before = process.cpuUsage(); process.cpuUsage(before).user < CPU_MICROSECONDS; );
  const outcome = { kind: 'result', result: { ok: false, refusal: 'FACE_NOT_FOUND' } } as const
  say({ kind: 'done', job: message.job, outcome, times: [], residentBytes: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit(0))

function say(message: FromWorker): void {
  process.send?.(message)
}
