import type { CaptureCount, DeviceClass, Mode } from '../../domain/vocabulary.ts'
import type { Scope } from './scope.ts'

/** On what kind of device and in which of the page's languages. */
export interface CapturedBy {
  device: DeviceClass
  language: string
}

interface CaptureFigure extends CaptureCount, CapturedBy {
  times: number
}

/** How far people come, what stopped them and what it took: numbers by day. No session, no person. */
export interface Captures {
  count(whose: { tenant: string; mode: Mode }, by: CapturedBy, counts: readonly CaptureCount[], at: Date): Promise<void>
  since(day: Date, scope: Scope): Promise<CaptureFigure[]>
  /** Forgets what was counted before that day. */
  prune(before: Date): Promise<void>
}
