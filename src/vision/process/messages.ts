import { once } from 'node:events'
import { Socket } from 'node:net'
import type { Result } from '../../formats/result.ts'
import type { EarlyReading } from '../document/early-reading.ts'
import type {
  Asked,
  AskedOfPage,
  BadPicture,
  ChallengeResult,
  Corners,
  FaceResult,
  Learnt,
  Lesson,
  LessonRefused,
  PageLook,
  PageResult,
  RewrittenPicture,
  StoredPortrait,
  Trial,
  TriedPage,
} from '../engine.ts'
import type { StepTime } from '../read-engine.ts'
import type { DocumentRefusal, FaceRefusal } from '../refusals.ts'
import type { EngineSettings } from '../settings.ts'
import type { DocumentModel } from '../taught/model.ts'

/** Requests to a worker, by task. */
export type Request =
  | ({ task: 'page'; picture: Uint8Array } & Omit<AskedOfPage, keyof Asked>)
  | { task: 'parallel'; picture: Uint8Array; corners?: Corners | undefined }
  | { task: 'face'; picture: Uint8Array }
  | { task: 'rewrite'; picture: Uint8Array }
  | { task: 'chip'; picture: Uint8Array }
  | { task: 'challenge'; frames: readonly Uint8Array[] }
  | { task: 'look'; picture: Uint8Array }
  | { task: 'learn'; lesson: Lesson }
  | { task: 'try'; trial: Trial }
export type Task = Request['task']

/** The answers to the requests. */
export interface Answers {
  page: Result<PageResult, DocumentRefusal>
  /** A part of reading a page, done by an idle worker. */
  parallel: EarlyReading
  face: Result<FaceResult, FaceRefusal>
  rewrite: RewrittenPicture
  chip: StoredPortrait
  challenge: ChallengeResult
  look: PageLook
  learn: Learnt | LessonRefused
  try: Result<TriedPage, DocumentRefusal>
}
export type TaskResult = Answers[Task]

/** A request as it is sent: the picture goes through a separate pipe, without copying; this has its length. */
export type SentRequest =
  | Exclude<Request, { picture: Uint8Array }>
  | {
      task: Extract<Request, { picture: Uint8Array }>['task']
      pictureBytes: number
      film?: readonly Uint8Array[] | undefined
      corners?: Corners | undefined
      ofUnnamed?: boolean | undefined
    }

/** The file descriptor of the picture pipe in a worker. */
export const PICTURE_PIPE = 4

/** Pool → worker. */
export type ToWorker =
  | { kind: 'open'; settings: EngineSettings }
  | { kind: 'models'; models: readonly DocumentModel[] }
  | { kind: 'read'; job: number; request: SentRequest }
  /** The answer to `decoded`. With `isShared`, another worker also reads the picture, and its result will be sent. */
  | { kind: 'share'; job: number; isShared: boolean }
  /** The other worker's result; undefined when it failed. */
  | { kind: 'parallel'; job: number; seen: EarlyReading | undefined }

/** Worker → pool. */
export type FromWorker =
  | { kind: 'ready' }
  /** The nets are wrong, or their self-test failed: another worker would have the same problem. */
  | { kind: 'unfit'; message: string }
  /** A picture is being decoded, for which so much CPU time is enough. */
  | { kind: 'decoding'; job: number; budgetMs: number }
  /** It was decoded, or refused. With `asksShare`, the worker waits to hear whether another one helps it. */
  | { kind: 'decoded'; job: number; asksShare: boolean }
  | { kind: 'done'; job: number; outcome: TaskOutcome; times: StepTime[]; residentBytes: number }

export type TaskOutcome =
  | { kind: 'result'; result: TaskResult }
  | { kind: 'bad-picture'; problem: BadPicture['kind']; message: string }
  | { kind: 'fault'; message: string }

let pipe: Socket | undefined

/** In a worker: reads the next picture from the pipe, given its length. The next one is sent once this is done. */
export async function readPicture(bytes: number): Promise<Uint8Array> {
  pipe ??= openPipe()
  const picture = Buffer.allocUnsafeSlow(bytes)
  for (let length = 0; length < bytes; ) {
    const part: Buffer | null = pipe.read()
    if (part) length += part.copy(picture, length)
    else await once(pipe, 'readable')
  }
  return picture
}

/** A worker that gets no pictures is useless; it exits, and the pool starts another one. */
function openPipe(): Socket {
  const socket = new Socket({ fd: PICTURE_PIPE, readable: true, writable: false })
  socket.on('error', () => process.exit(1))
  return socket
}
