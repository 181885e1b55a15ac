import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DocumentModel } from '../../../../src/domain/document/model.ts'
import type { DocumentType, PageSide } from '../../../../src/domain/vocabulary.ts'
import type { ReadEngine } from '../../../../src/engine/read-engine.ts'
import { learnDocument } from '../../../../src/engine/taught/learn/learn-document.ts'
import { type DocumentTruth, fieldsOfTruth } from '../documents/document-truth.ts'

/** One entry of truth.json: a document, the pictures it is taught with, others of it, and imitations of it. */
export interface Entry {
  model: string
  country: string
  type: DocumentType
  side: PageSide
  capture: string
  teach: Shown[]
  test: Shown[]
  imitations: { file: string; kind: string }[]
}

export interface Shown {
  file: string
  fields?: Record<string, string>
}

/** Documents are taught with so many pictures. */
export const SHOTS = [1, 3] as const

/** Teaches a document with the first of its pictures; no model where nothing was learnt. */
export async function teach(engine: ReadEngine, folder: string, entry: Entry, shots: number): Promise<Taught> {
  const shown = entry.teach.slice(0, shots)
  return teachPictures(
    engine,
    entry,
    await Promise.all(shown.map(async (each) => ({ ...each, picture: await readFile(path.join(folder, each.file)) }))),
  )
}

interface Taught {
  model?: DocumentModel
  /** Seconds. */
  took: number
}

export async function teachPictures(
  engine: ReadEngine,
  { country, type, side, model: name }: Pick<Entry, 'country' | 'type' | 'side' | 'model'>,
  shown: readonly { picture: Uint8Array; fields?: Record<string, string> }[],
): Promise<Taught> {
  const named = shown.flatMap(({ fields }, picture) =>
    [...fieldsOfTruth(asTruth({ file: '', ...(fields && { fields }) }))].flatMap(([field, values]) =>
      values.map((value) => ({ picture, field, value })),
    ),
  )
  const pictures = shown.map(({ picture }) => picture)
  const started = performance.now()
  const { value: learnt } = await engine.read((context) =>
    learnDocument(context, { country, type, side, name, pictures, named }),
  )
  const took = (performance.now() - started) / 1000
  return learnt.ok
    ? { took, model: { id: randomUUID(), version: 1, country, type, side, name, content: learnt.content } }
    : { took }
}

export const asTruth = ({ file, fields = {} }: Shown): DocumentTruth => ({
  file,
  fields,
  country: null,
  type: null,
  side: null,
  mrz: null,
})
