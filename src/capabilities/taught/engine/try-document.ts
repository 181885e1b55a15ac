import { accept, type Result } from '../../../domain/result.ts'
import type { DocumentRefusal } from '../../../domain/vocabulary.ts'
import { readPage } from '../../../engine/document/read-page.ts'
import type { ReadContext } from '../../../engine/read-engine.ts'
import type { Trial, TriedPage } from '../ports/teaching.ts'
import { openTaughtDocuments } from './taught-documents.ts'

/** Reads a picture with the model in addition to those in use, in place of any other version of it. */
export async function tryDocument(
  context: ReadContext,
  { picture, model }: Trial,
): Promise<Result<TriedPage, DocumentRefusal>> {
  const others = context.taughtDocuments.models.filter(({ id }) => id !== model.id)
  const taughtDocuments = openTaughtDocuments([...others, model])
  const read = await readPage({ ...context, taughtDocuments }, picture, { alwaysHeat: true })
  if (!read.ok) return read
  const { reading, images } = read.value
  const recognised = reading.taught?.id === model.id && reading.taught.version === model.version
  return accept({ recognised, reading, images })
}
