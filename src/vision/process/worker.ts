import type { EarlyReading } from '../document/early-reading.ts'
import { readEarly, readPage } from '../document/read-page.ts'
import { BadPicture } from '../engine.ts'
import { readChallenge } from '../face/challenge/read-challenge.ts'
import { readFace } from '../face/read-face.ts'
import { readStoredPortrait } from '../face/take-portrait.ts'
import { readNetList } from '../nets/net-list.ts'
import { rewritePicture } from '../picture/rewrite-picture.ts'
import { type DecodingWatch, openReadEngine, type ReadContext, type ReadEngine } from '../read-engine.ts'
import { learnDocument } from '../taught/learn/learn-document.ts'
import { lookAtPage, tryDocument } from '../taught/learn/preview.ts'
import type { DocumentModel } from '../taught/model.ts'
import {
  type FromWorker,
  type Request,
  readPicture,
  type SentRequest,
  type TaskOutcome,
  type TaskResult,
  type ToWorker,
} from './messages.ts'
import { checkOthers, selfTest } from './self-test.ts'
import { openWarmUp, type WarmUp } from './warm-up.ts'

/** The program of a worker process: opens the nets, tests them, then reads one picture after another. */

let engine: ReadEngine | undefined
/** Also kept here, since they may arrive before the nets are open. */
let models: readonly DocumentModel[] = []

/** Pictures that were received and are not yet answered. */
let reading = 0
let warmUp: WarmUp | undefined

/** The pending result of another worker for the picture that this one reads. */
let awaited: { job: number; seen: PromiseWithResolvers<EarlyReading | undefined> } | undefined

process.on('message', (message: ToWorker) => {
  if (message.kind === 'open') open(message).catch((error) => sayUnfit(error))
  else if (message.kind === 'models') useModels(message.models)
  else if (message.kind === 'parallel') take(message)
  else if (message.kind === 'share') answers.get(message.job)?.(message.isShared)
  else read(message).catch((error) => sayUnfit(error))
})

// The pool is gone, whether it shut down or crashed: nobody waits for an answer. An orderly exit would wait for a net
// that is being loaded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function open({ settings }: ToWorker & { kind: 'open' }): Promise<void> {
  const opened = openReadEngine(settings)
  await selfTest(opened)
  opened.useModels(models)
  engine = opened
  say({ kind: 'ready' })
  await checkOthers(opened.nets, readNetList())
  if (!settings.warmUp) return
  warmUp = openWarmUp(opened)
  await warmWhileIdle()
}

let isWarming = false

async function warmWhileIdle(): Promise<void> {
  if (!warmUp || isWarming) return
  isWarming = true
  await warmUp.goOn(() => reading === 0)
  isWarming = false
}

/** One picture is often followed by others: a worker continues its warm-up after it has been idle for this long. */
const IDLE_MS = 2_000

function warmLater(): void {
  warmUp?.skip()
  setTimeout(() => warmWhileIdle().catch((error) => sayUnfit(error)), IDLE_MS).unref()
}

function useModels(next: readonly DocumentModel[]): void {
  models = next
  engine?.useModels(models)
}

function take({ job, seen }: ToWorker & { kind: 'parallel' }): void {
  if (awaited?.job === job) awaited.seen.resolve(seen)
}

/** Who waits to hear whether another worker helps with a picture. */
const answers = new Map<number, (isShared: boolean) => void>()

/** What the pool learns about the decoding of a picture. Another worker can do a part of a page only. */
function watchDecoding(job: number, { task }: Request, seen: Promise<EarlyReading | undefined>): DecodingWatch {
  let asksShare = task === 'page'
  return {
    begins: (budgetMs) => say({ kind: 'decoding', job, budgetMs }),
    refused: () => say({ kind: 'decoded', job, asksShare: false }),
    async ended() {
      if (!asksShare) {
        say({ kind: 'decoded', job, asksShare })
        return undefined
      }
      asksShare = false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      answers.set(job, resolve)
      say({ kind: 'decoded', job, asksShare: true })
      const isShared = await promise
      answers.delete(job)
      return isShared ? () => seen : undefined
    },
  }
}

async function read({ job, request }: ToWorker & { kind: 'read' }): Promise<void> {
  if (!engine) throw new Error('a picture arrived before the nets were open')
  const seen = Promise.withResolvers<EarlyReading | undefined>()
  awaited = { job, seen }
  reading++
  const whole = await receive(request)
  const watch = watchDecoding(job, whole, seen.promise)
  const { value: outcome, times } = await engine.read((context) => attempt(context, whole), watch)
  reading--
  say({ kind: 'done', job, outcome, times, residentBytes: process.memoryUsage.rss() })
  warmLater()
}

async function receive(sent: SentRequest): Promise<Request> {
  if (!('pictureBytes' in sent)) return sent
  const { pictureBytes, ...others } = sent
  return { ...others, picture: await readPicture(pictureBytes) }
}

async function attempt(context: ReadContext, request: Request): Promise<TaskOutcome> {
  try {
    return { kind: 'result', result: await perform(context, request) }
  } catch (error) {
    if (error instanceof BadPicture) return { kind: 'bad-picture', problem: error.kind, message: error.message }
    return { kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function perform(context: ReadContext, request: Request): Promise<TaskResult> {
  switch (request.task) {
    case 'page':
      return readPage(context, request.picture, request)
    case 'parallel':
      return readEarly(context, request.picture, request.corners)
    case 'face':
      return readFace(context, request.picture)
    case 'rewrite':
      return rewritePicture(context, request.picture)
    case 'chip':
      return readStoredPortrait(context, request.picture)
    case 'challenge':
      return readChallenge(context, request.frames)
    case 'look':
      return lookAtPage(context, request.picture)
    case 'learn':
      return learnDocument(context, request.lesson)
    case 'try':
      return tryDocument(context, request.trial)
  }
}

function sayUnfit(error: unknown): void {
  say({ kind: 'unfit', message: error instanceof Error ? error.message : String(error) })
}

function say(message: FromWorker): void {
  process.send?.(message)
}
