import type { Kysely } from 'kysely'
import type { FaceTemplate } from '../../../domain/document/document.ts'
import type { Schema } from '../database/schema.ts'

/** Prints of sessions that are not being erased, with the keys that open their faces. */
export const selectPrints = (db: Kysely<Schema>) =>
  db
    .selectFrom('print')
    .innerJoin('session', 'session.id', 'print.session_id')
    .innerJoin('session_key', 'session_key.session_id', 'print.session_id')
    .selectAll('print')
    .select(['session.mode', 'session_key.master_key_id', 'session_key.wrapped'])
    .where('session.erased_at', 'is', null)

export type KeptPrint = Awaited<ReturnType<ReturnType<typeof selectPrints>['execute']>>[number]

/** The numbers of a face as a print keeps them; of several recognisers, how many numbers each has. */
export type KeptFace = number[] | { values: number[]; lengths: number[] }

export function keptFaceOf({ values, parts }: FaceTemplate): KeptFace {
  const rounded = values.map(round)
  return parts ? { values: rounded, lengths: parts.map(({ length }) => length) } : rounded
}

/** A template to compare with a fresh one, whose curves then count: curves are not kept. */
export function templateOf(model: string, kept: KeptFace): FaceTemplate {
  if (Array.isArray(kept)) return { model, values: kept, curve: [] }
  const models = model.split('+')
  const parts = kept.lengths.map((length, at) => ({ model: models[at] ?? '', length, curve: [] }))
  return { model, values: kept.values, curve: [], parts }
}

/** Four decimals move a cosine by less than 0.001, and are read four times as fast. */
const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** What a kept face is sealed with. */
export const faceContext = (sessionId: string) => `print:${sessionId}:face`
