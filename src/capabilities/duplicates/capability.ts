import type { Capability } from '../capability.ts'

/** How soon faces that other nodes erased leave the memory of this one; they are never found, whenever that is. */
const REFRESH_MS = 60_000

/** Sessions of the same tenant that show the same document or the same face. */
export const duplicates: Capability = {
  name: 'duplicates',
  async caseRoutes(context, routes) {
    const { pairRoutes } = await import('./routes.ts')
    return pairRoutes(context, routes)
  },
  async jobs({ storage: { faceIndex }, metrics }) {
    const progress = () => faceIndex.progress()
    metrics.watch('limen_face_index_faces', 'Faces that were read into memory.', () => progress().faces)
    metrics.watch('limen_face_index_total', 'Faces that were there when reading began.', () => progress().total)
    metrics.watch('limen_face_index_bytes', 'Memory that they take.', () => progress().bytes)
    const ready = '1 once all were read; until then everybody is compared with.'
    metrics.watch('limen_face_index_ready', ready, () => Number(progress().isReady))
    return [{ name: 'face index', everyMs: REFRESH_MS, run: () => faceIndex.refresh().then(() => false) }]
  },
}
