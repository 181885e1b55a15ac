import { ask } from '../../../apps/console/api.ts'
import type { PairAnswerRequest, PairResponse } from '../contract/pairs.ts'

/** A case next to another session that has the same document or face. */
export const readPair = (id: string, other: string) => ask<PairResponse>('GET', `cases/${id}/duplicates/${other}`)
export const answerPair = (id: string, other: string, answer: PairAnswerRequest) =>
  ask<void>('POST', `cases/${id}/duplicates/${other}`, answer)
