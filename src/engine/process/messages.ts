import { once } from 'node:events'
import { Socket } from 'node:net'
import type {
  Asked,
  AskedOfPage,
  BadPicture,
  ChallengeResult,
  ChipPortrait,
  Corners,
  FaceResult,
  Learnt,
  Lesson,
  LessonRefused,
  PageLook,
  PageResult,
  RewrittenPicture,
  Trial,
  TriedPage,
} from '../../actions/ports/engine.ts'
import type { DocumentModel } from '../../domain/document/model.ts'
import type { Result } from '../../domain/result.ts'
import type { DocumentRefusal, FaceRefusal } from '../../domain/vocabulary.ts'
import type { EarlyReading } from '../document/early-reading.ts'
import type { StepTime } from '../read-engine.ts'
import type { EngineSettings } from '../settings.ts'

/** What a worker is asked for, by task. */
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

/** And what it answers. */
export interface Answers {
  page: Result<PageResult, DocumentRefusal>
  /** A part of what reading a page takes, by a worker that has nothing else to do. */
  parallel: EarlyReading
  face: Result<FaceResult, FaceRefusal>
  rewrite: RewrittenPicture
  chip: ChipPortrait
  challenge: ChallengeResult
  look: PageLook
  learn: Learnt | LessonRefused
  try: Result<TriedPage, DocumentRefusal>
}
export type TaskResult = Answers[Task]

/** As it travels: a picture goes through a pipe of its own, which copies nothing; here is how long it is. */
export type SentRequest =
  | Exclude<Request, { picture: Uint8Array }>
  | {
      task: Extract<Request, { picture: Uint8Array }>['task']
      pictureBytes: number
      film?: readonly Uint8Array[] | undefined
      corners?: Corners | undefined
    }

/** The pipe of the pictures, as a worker finds it. */
export const PICTURE_PIPE = 4

/** Pool → worker. */
export type ToWorker =
  | { kind: 'open'; settings: EngineSettings }
  | { kind: 'models'; models: readonly DocumentModel[] }
  /** With `shared` another worker looks at the same picture, and its answer will come. */
  | { kind: 'read'; job: number; request: SentRequest; shared: boolean }
  /** What the other saw; undefined when it could not. */
  | { kind: 'parallel'; job: number; seen: EarlyReading | undefined }

/** Worker → pool. */
export type FromWorker =
  | { kind: 'ready' }
  /** The nets or their self-test are wrong: another worker would fare no better. */
  | { kind: 'unfit'; message: string }
  | { kind: 'done'; job: number; outcome: TaskOutcome; times: StepTime[]; residentBytes: number }

export type TaskOutcome =
  | { kind: 'result'; result: TaskResult }
  | { kind: 'bad-picture'; problem: BadPicture['kind']; message: string }
  | { kind: 'fault'; message: string }

let pipe: Socket | undefined

/** In a worker: the next picture of the pipe, whose length it was sent. No other comes before this one is done. */
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

/** A worker that gets no pictures is of no use; the pool starts another. */
function openPipe(): Socket {
  const socket = new Socket({ fd: PICTURE_PIPE, readable: true, writable: false })
  socket.on('error', () => process.exit(1))
  return socket
}
