import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DocumentType, PageSide } from '../../../../src/formats/document-words.ts'
import type { Lesson } from '../../../../src/vision/engine.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { learnDocument } from '../../../../src/vision/taught/learn/learn-document.ts'
import type { DocumentModel } from '../../../../src/vision/taught/model.ts'
import type { EvaluationPart } from '../../evaluation.ts'
import { type DocumentTruth, fieldsOfTruth } from '../documents/document-truth.ts'

/** One entry of truth.json: a document, the pictures for teaching it, other pictures of it, and imitations of it. */
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

/** The documents of a labelled folder, or a part of them. */
export async function readEntries(folder: string, { from = 0, count }: EvaluationPart = {}): Promise<Entry[]> {
  const all = JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8')) as Entry[]
  return all.slice(from, from + (count ?? all.length))
}

export interface Shown {
  file: string
  fields?: Record<string, string>
}

/** The numbers of pictures that documents are taught with. */
export const SHOTS = [1, 3] as const

/** Teaches a document with the first of its pictures; no model if nothing was learnt. */
export async function teach(engine: ReadEngine, folder: string, entry: Entry, shots: number): Promise<Taught> {
  return teachPictures(engine, entry, await firstPictures(folder, entry, shots))
}

/** What an operator sends to teach a document with the first of its pictures. */
export async function lessonOf(folder: string, entry: Entry, shots: number): Promise<Lesson> {
  return asLesson(entry, await firstPictures(folder, entry, shots))
}

const firstPictures = (folder: string, { teach }: Entry, shots: number): Promise<Pictured[]> =>
  Promise.all(
    teach.slice(0, shots).map(async (each) => ({ ...each, picture: await readFile(path.join(folder, each.file)) })),
  )

interface Pictured {
  picture: Uint8Array
  fields?: Record<string, string>
}

type Named = Pick<Entry, 'country' | 'type' | 'side' | 'model'>

interface Taught {
  model?: DocumentModel
  /** Seconds. */
  took: number
}

export async function teachPictures(engine: ReadEngine, entry: Named, shown: readonly Pictured[]): Promise<Taught> {
  const { country, type, side, model: name } = entry
  const started = performance.now()
  const { value: learnt } = await engine.read((context) => learnDocument(context, asLesson(entry, shown)))
  const took = (performance.now() - started) / 1000
  return learnt.ok
    ? { took, model: { id: randomUUID(), version: 1, country, type, side, name, content: learnt.content } }
    : { took }
}

function asLesson({ country, type, side, model: name }: Named, shown: readonly Pictured[]): Lesson {
  const named = shown.flatMap(({ fields }, picture) =>
    [...fieldsOfTruth(asTruth({ file: '', ...(fields && { fields }) }))].flatMap(([field, values]) =>
      values.map((value) => ({ picture, field, value })),
    ),
  )
  return { country, type, side, name, pictures: shown.map(({ picture }) => picture), named }
}

export const asTruth = ({ file, fields = {} }: Shown): DocumentTruth => ({
  file,
  fields,
  country: null,
  type: null,
  side: null,
  mrz: null,
})
