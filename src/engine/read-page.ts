import type { PageResult } from '../actions/ports.ts'
import { type Result, refuse } from '../domain/result.ts'
import type { DocumentRefusal } from '../domain/vocabulary.ts'
import { decode } from './steps/decode.ts'
import type { Workbench } from './workbench.ts'

/** The picture of one side of a document → what it says. No document can be recognised yet. */
export async function readPage(bench: Workbench, bytes: Uint8Array): Promise<Result<PageResult, DocumentRefusal>> {
  await bench.time('decode', () => decode(bytes, bench.settings.maxMegapixels))
  return refuse('DOCUMENT_NOT_RECOGNIZED')
}
