import type { Feature } from '../../kernel/feature.ts'

/** How soon faces that another node erased leave the memory of this one. Even before that, they are never found. */
const REFRESH_MS = 60_000

/** Sessions of the same tenant that show the same document or the same face. */
export const duplicates: Feature = {
  name: 'duplicates',
  async caseRoutes(context, routes) {
    const { pairRoutes } = await import('./routes.ts')
    return pairRoutes(context, routes)
  },
  async jobs({ storage: { faceIndex }, metrics }) {
    const progress = () => faceIndex.progress()
    metrics.watch('limen_face_index_faces', 'Faces read into memory.', () => progress().faces)
    metrics.watch('limen_face_index_total', 'Faces stored when reading began.', () => progress().total)
    metrics.watch('limen_face_index_bytes', 'Memory used by the faces.', () => progress().bytes)
    const ready = '1 once all faces were read; until then searches do not use the index.'
    metrics.watch('limen_face_index_ready', ready, () => Number(progress().isReady))
    return [{ name: 'face index', everyMs: REFRESH_MS, run: () => faceIndex.refresh().then(() => false) }]
  },
}
