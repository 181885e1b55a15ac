import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { TextLine } from '../../text/read-text.ts'
import { findMrz } from './find-mrz.ts'
import { lengthenMrz } from './lengthen-mrz.ts'
import { type FoundMrz, isSure, pickMrz, readMrz } from './read-mrz.ts'

/**
 * Takes another look for an MRZ that should be there, unless it has been read beyond doubt: with the net that finds it by
 * shape alone, and then by extending lines of which only the beginning was found.
 */
export async function readMissedMrz(
  { nets, today, time }: ReadContext,
  document: Picture,
  { lines, mrz }: { lines: readonly TextLine[]; mrz: FoundMrz | undefined },
): Promise<FoundMrz | undefined> {
  if (mrz && isSure(mrz)) return mrz
  const read = (quads: readonly Quad[]) => time('read-mrz', () => readMrz(nets, document, quads, today))
  let best = pickMrz(mrz, await read(await time('find-mrz', () => findMrz(nets, document))))
  for (const group of best && isSure(best) ? [] : lengthenMrz(lines, document)) {
    best = pickMrz(best, await read(group))
  }
  return best
}
