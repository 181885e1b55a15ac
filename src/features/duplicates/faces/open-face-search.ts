import type { FaceSearch } from '../../../kernel/ports/face-search.ts'
import type { Secrets } from '../../../kernel/ports/installation.ts'
import type { Context, Database } from '../../../kernel/storage/context.ts'
import type { FaceSearchOptions } from '../../../kernel/storage/feature-storage.ts'
import { sqlFaceIndex } from './face-index.ts'
import { vectorFaceSearch } from './face-vectors.ts'
import { removeSnapshot } from './snapshot.ts'
import { removeUnused } from './vector-use.ts'

/** The search for faces that `FACE_INDEX` names. */
export function openFaceSearch(
  context: Context & Pick<Database, 'kind'>,
  secrets: Secrets,
  options: FaceSearchOptions,
): FaceSearch {
  const removeKept = () => removeSnapshot(options.place.dataDir)
  if (options.faceIndex === 'pgvector') {
    if (context.kind !== 'postgres') throw new Error('FACE_INDEX=pgvector needs DATABASE_URL to name PostgreSQL')
    const search = vectorFaceSearch(context, secrets, options)
    return {
      ...search,
      removeKept,
      async refresh() {
        // Of an earlier choice of memory: nobody would remove from it who is erased.
        await removeKept()
        await search.refresh()
      },
    }
  }
  const search = { ...sqlFaceIndex(context, options), removeKept }
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
