import type { Secrets } from '../../../kernel/ports/installation.ts'
import type { Context, Database } from '../../../kernel/storage/context.ts'
import { type IndexOptions, sqlFaceIndex } from './face-index.ts'
import type { FaceIndexWord, FaceSearch } from './face-search.ts'
import { type VectorOptions, vectorFaceSearch } from './face-vectors.ts'
import { removeSnapshot } from './snapshot.ts'
import { removeUnused } from './vector-use.ts'

/** The search for faces that `FACE_INDEX` names. */
export function openFaceSearch(
  context: Context & Pick<Database, 'kind'>,
  secrets: Secrets,
  faceIndex: FaceIndexWord,
  options: IndexOptions & VectorOptions,
): FaceSearch {
  if (faceIndex === 'pgvector') {
    if (context.kind !== 'postgres') throw new Error('FACE_INDEX=pgvector needs DATABASE_URL to name PostgreSQL')
    const search = vectorFaceSearch(context, secrets, options)
    return {
      ...search,
      async refresh() {
        // Of an earlier choice of memory: nobody would remove from it who is erased.
        await removeSnapshot(options.place.dataDir)
        await search.refresh()
      },
    }
  }
  const search = sqlFaceIndex(context, options)
  if (context.kind !== 'postgres') return search
  return {
    ...search,
    async refresh() {
      await search.refresh()
      if (await removeUnused(context.db, context.clock))
        options.warn(
          'the masked faces of FACE_INDEX=pgvector were removed from the database: no node has used them for an hour',
        )
    },
  }
}
