import type { Feature } from '../../kernel/feature.ts'
import type { IndexProgress } from '../../kernel/ports/face-search.ts'
import { otherSessionsOf } from './compare-pair.ts'
import { caseDuplicates, PairAnswerRequest, PairListResponse, PairResponse, PairSide } from './contract/pairs.ts'
import { openFaceSearch } from './faces/open-face-search.ts'
import { duplicateSearch } from './find-duplicates.ts'
import { casePairView } from './present-pairs.ts'
import { duplicateFactors } from './rules/duplicate-check.ts'
import { facesSearched } from './rules/faces-searched.ts'
import { sqlPairAnswers } from './storage.ts'

/** How soon faces that another node erased leave the memory of this one. Even before that, they are never found. */
const REFRESH_MS = 60_000

/** How often the progress of reading is logged. */
const SAID_MS = 10_000

/** Sessions of the same tenant that show the same document or the same face. */
export const duplicates: Feature = {
  name: 'duplicates',
  factors: duplicateFactors,
  sessionPart: duplicateSearch,
  liveRules: [facesSearched],
  storage: {
    open: (context) => ({ pairAnswers: sqlPairAnswers(context) }),
    openFaceSearch,
    tables: ['pair_answer'],
    // An answer about a pair is erased with either session.
    async erase(trx, _, id) {
      for (const column of ['low_id', 'high_id'] as const)
        await trx.deleteFrom('pair_answer').where(column, '=', id).execute()
    },
  },
  caseFields: caseDuplicates,
  casePart: {
    open: otherSessionsOf,
    view: ({ pairs, sentIn }) => ({ duplicates: pairs.map(casePairView), sentIn }),
  },
  components: [PairAnswerRequest, PairListResponse, PairSide, PairResponse],
  exportedFiles: [
    {
      name: 'duplicates.json',
      about: 'other sessions that were compared with yours, and whether they were said to be you',
      read: async ({ pairAnswers }, { id }) =>
        (await pairAnswers.of(id)).map(({ sessionId, otherId, answer, at }) => ({
          other: sessionId === id ? otherId : sessionId,
          answer,
          at,
        })),
    },
  ],
  bundledFiles: [
    {
      name: 'duplicates.json',
      async read({ pairAnswers }, { id }) {
        const pairs = await pairAnswers.of(id)
        return pairs.length ? pairs : undefined
      },
    },
  ],
  groupCommands: { person: async () => ({ duplicates: (await import('./commands/duplicates.ts')).duplicates }) },
  async caseRoutes(context, routes) {
    const { pairRoutes } = await import('./routes.ts')
    return pairRoutes(context, routes)
  },
  judgeStorage: async (storage) => (await import('./judge-faces.ts')).judgeFaces(storage),
  async jobs({ storage: { faceIndex }, metrics, info }) {
    const progress = () => faceIndex.progress()
    metrics.watch('limen_face_index_faces', 'Faces that can be searched.', () => progress().faces)
    metrics.watch('limen_face_index_total', 'Faces stored when reading began.', () => progress().total)
    metrics.watch('limen_face_index_bytes', 'Memory used by the faces.', () => progress().bytes)
    const isShared = () => Number(faceIndex.place === 'pgvector')
    metrics.watch('limen_face_index_shared', '1 if faces are searched in PostgreSQL, 0 if in memory.', isShared)
    const ready = '1 once all faces were read; until then the duplicate check may be UNKNOWN.'
    metrics.watch('limen_face_index_ready', ready, () => Number(progress().isReady))
    const unsearched =
      'Duplicate checks without a search for the face, because the faces of the tenant were being read.'
    metrics.watch('limen_face_index_unsearched_total', unsearched, () => progress().unsearched)
    const say = sayProgress(progress, info)
    return [
      { name: 'face index', everyMs: REFRESH_MS, run: () => faceIndex.refresh().then(() => false) },
      { name: 'progress of the face index', everyMs: SAID_MS, run: async () => say() },
    ]
  },
}

/** Logs how far reading is. Nothing for an installation without faces, or whose faces are read before the first line. */
function sayProgress(progress: () => IndexProgress, info: (message: string) => void): () => false {
  let wasSaid = false
  let isOver = false
  return () => {
    const { isReady, faces, total } = progress()
    if (isOver || (!wasSaid && (isReady || total === 0))) {
      isOver ||= isReady
      return false
    }
    wasSaid = true
    isOver = isReady
    info(isReady ? `all ${faces} faces were loaded` : `loading faces: ${faces} of ${total}`)
    return false
  }
}
