import { availableParallelism } from 'node:os'
import type { Tracing } from '../../actions/ports/tracing.ts'
import type { StepTime } from '../read-engine.ts'
import type { EngineSettings } from '../settings.ts'
import type { Task } from './messages.ts'
import type { Sandbox } from './sandbox.ts'

export interface PoolOptions {
  /** One per core by default: a worker computes on one thread. */
  workers?: number
  /** Pictures that may wait for a worker; no tenant fills all of these places. */
  queueLimit?: number
  /** From the moment a worker takes the picture; past it the worker is killed. Waiting for a worker does not count. */
  timeLimitMs?: number
  /** A worker that has grown beyond this is replaced after its picture: a HEIC decoder never gives memory back. */
  memoryLimitBytes?: number
  /** A worker that grows beyond this while it reads is killed, and its picture is lost. */
  hardMemoryLimitBytes?: number
  /** What a worker runs, for tests of the pool alone: the engine by default. */
  program?: string | undefined
  /** What keeps the workers in; the strongest that the machine grants by default. */
  sandbox?: Sandbox
  /** What is not set here keeps its default. */
  settings?: Partial<EngineSettings>
  onStep?(task: Task, step: StepTime): void
  onProblem?(message: string): void
  /** A worker ended, for whatever reason, and another takes its place. */
  onRestart?(): void
  tracing?: Tracing | undefined
}

/** Every option but the sandbox, which is looked for only where none is given. */
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
