import type { Trial, TriedPage } from '../../actions/ports/teaching.ts'
import { accept, type Result } from '../../domain/result.ts'
import type { DocumentRefusal } from '../../domain/vocabulary.ts'
import { readPage } from '../page/read-page.ts'
import type { Desk } from '../workbench.ts'
import { openShelf } from './shelf.ts'

/** Reads a picture with the model beside those in use, in place of any other version of it. */
export async function tryDocument(desk: Desk, { picture, model }: Trial): Promise<Result<TriedPage, DocumentRefusal>> {
  const others = desk.shelf.models.filter(({ id }) => id !== model.id)
  const shelf = openShelf([...others, model])
  const read = await readPage({ ...desk, shelf }, picture, true)
  if (!read.ok) return read
  const { reading, images } = read.value
  const recognised = reading.taught?.id === model.id && reading.taught.version === model.version
  return accept({ recognised, reading, images })
}
