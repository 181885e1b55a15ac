import { availableParallelism } from 'node:os'
import type { Tracing } from '../../platform/telemetry/tracing.ts'
import type { StepTime } from '../read-engine.ts'
import type { EngineSettings } from '../settings.ts'
import type { Task } from './messages.ts'
import type { Sandbox } from './sandbox.ts'

export interface PoolOptions {
  /** By default one per core: a worker computes on one thread. */
  workers?: number
  /** Pictures that may wait for a worker; no single tenant can fill the whole queue. */
  queueLimit?: number
  /** Counted from when the worker takes the picture, not while it waits in the queue. After it the worker is killed. */
  timeLimitMs?: number
  /** A worker whose memory exceeds this is replaced after its picture: a HEIC decoder never frees its memory. */
  memoryLimitBytes?: number
  /** A worker whose memory exceeds this while it reads is killed, and its picture is lost. */
  hardMemoryLimitBytes?: number
  /** The program of a worker, only for tests of the pool: the engine by default. */
  program?: string | undefined
  /** The sandbox of the workers; the strongest one that the machine supports by default. */
  sandbox?: Sandbox
  /** Settings that are not given here keep their defaults. */
  settings?: Partial<EngineSettings>
  onStep?(task: Task, step: StepTime): void
  onProblem?(message: string): void
  /** Called when a worker ended for any reason and another one replaces it. */
  onRestart?(): void
  tracing?: Tracing | undefined
}

/** Every option except the sandbox, which is only determined if none is given. */
export type FullOptions = Required<Omit<PoolOptions, 'sandbox' | 'program' | 'tracing'>> &
  Pick<PoolOptions, 'program' | 'tracing'>

export const withDefaults = (options: Omit<PoolOptions, 'sandbox'>): FullOptions => ({
  workers: availableParallelism(),
  queueLimit: 64,
  timeLimitMs: 30_000,
  memoryLimitBytes: 1_500_000_000,
  hardMemoryLimitBytes: 2_500_000_000,
  settings: {},
  onStep: () => {},
  onProblem: () => {},
  onRestart: () => {},
  ...options,
})
