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
    metrics.watch({ faceIndex: () => faceIndex.progress() })
    return [{ name: 'face index', everyMs: REFRESH_MS, run: () => faceIndex.refresh().then(() => false) }]
  },
}
