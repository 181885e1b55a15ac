import type { DocumentRefusal, FaceRefusal, Mode } from '../../domain/vocabulary.ts'
import type { Scope } from './scope.ts'

/** How often pictures were refused, and why. No session, no person. */
export interface Refusals {
  count(whose: { tenant: string; mode: Mode }, code: DocumentRefusal | FaceRefusal, at: Date): Promise<void>
  since(day: Date, scope: Scope): Promise<{ code: string; refusals: number }[]>
}
