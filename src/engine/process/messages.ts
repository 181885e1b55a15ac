import type { BadPicture, ChallengeResult, FaceResult, PageResult } from '../../actions/ports/engine.ts'
import type { Result } from '../../domain/result.ts'
import type { DocumentRefusal, FaceRefusal } from '../../domain/vocabulary.ts'
import type { EngineSettings } from '../settings.ts'
import type { StepTime } from '../workbench.ts'

export type Task = 'page' | 'face' | 'challenge'

export type TaskResult =
  | Result<PageResult, DocumentRefusal>
  | Result<FaceResult, FaceRefusal>
  | Result<ChallengeResult, never>

/** Pool → worker. */
export type ToWorker =
  | { kind: 'open'; settings: EngineSettings }
  | { kind: 'read'; job: number; task: Task; pictures: readonly Uint8Array[] }

/** Worker → pool. */
export type FromWorker =
  | { kind: 'ready' }
  /** The nets or their self-test are wrong: another worker would fare no better. */
  | { kind: 'unfit'; message: string }
  | { kind: 'done'; job: number; outcome: Outcome; times: StepTime[]; residentBytes: number }

export type Outcome =
  | { kind: 'result'; result: TaskResult }
  | { kind: 'bad-picture'; problem: BadPicture['kind']; message: string }
  | { kind: 'fault'; message: string }
