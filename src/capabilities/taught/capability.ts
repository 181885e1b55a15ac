import type { Ports } from '../../actions/ports/ports.ts'
import { type Finding, good, unsafe } from '../../cli/doctor/finding.ts'
import { mayApprove } from '../../domain/document/model.ts'
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
  judgeStorage: judgeTaught,
}

/** Whether taught documents can be approved by their models; nothing where none is in use. */
export async function judgeTaught({ documentModels }: Pick<Ports, 'documentModels'>): Promise<Finding[]> {
  const models = await documentModels.published()
  if (!models.length) return []
  const unfit = models.filter(({ content }) => !mayApprove(content)).map(({ name }) => name)
  if (!unfit.length) return [good('taught documents', `${models.length} in use`)]
  return [
    unsafe(
      'taught documents',
      `approved by no comparison, taught with files, with fewer than three pictures that can be compared or by an earlier version: ${unfit.join(', ')}`,
      'teach them again with three sharp pictures of the kind that people send; until then a reviewer sees them',
    ),
  ]
}
