import type { Trial, TriedPage } from '../../actions/ports/teaching.ts'
import { accept, type Result } from '../../domain/result.ts'
import type { DocumentRefusal } from '../../domain/vocabulary.ts'
import { readPage } from '../document/read-page.ts'
import type { ReadContext } from '../read-engine.ts'
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
