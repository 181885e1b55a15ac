import type { Capability } from '../capability.ts'

/** What is published reaches every node within this time. */
const FOLLOW_MS = 2_000

/** Documents that an operator taught from a few pictures, and what pictures of them are compared with. */
export const taught: Capability = {
  name: 'taught',
  async consoleRoutes(context, auth) {
    const { consoleDocumentRoutes } = await import('./routes.ts')
    return { reviewers: [consoleDocumentRoutes(context, auth)] }
  },
  async jobs({ ports }) {
    const { followModels } = await import('./actions/follow-models.ts')
    const follow = followModels(ports)
    await follow()
    return [{ name: 'documents', everyMs: FOLLOW_MS, run: follow }]
  },
  commands: { documents: () => import('./commands/documents.ts') },
  judgeStorage: async (storage) => (await import('./doctor.ts')).judgeTaught(storage),
}
