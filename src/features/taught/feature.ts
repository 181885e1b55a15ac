import type { Feature } from '../../kernel/feature.ts'
import { type Finding, good, unsafe } from '../../kernel/operations/finding.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { mayApprove } from '../../vision/taught/model.ts'
import { caseTeaching } from './contract/case-teaching.ts'
import { documentPixels } from './document-pixels.ts'
import { teachingOf } from './domain/may-teach.ts'
import { countModels, sqlDocumentModels } from './storage/document-models.ts'

/** Published models reach every node within this time. */
const FOLLOW_MS = 2_000

/** Documents that an operator taught from a few pictures, with which later pictures of them are compared. */
export const taught: Feature = {
  name: 'taught',
  sessionPart: documentPixels,
  setup: async ({ documentModels }) => ({
    taught: (await documentModels.list()).filter(({ status }) => status === 'published').length,
  }),
  storage: {
    open: (context) => ({ documentModels: sqlDocumentModels(context) }),
    write: (trx, _, { before, session }) => countModels(trx, before, session),
  },
  caseFields: caseTeaching,
  casePart: { view: ({ session, reviews }) => teachingOf(session, reviews) },
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

/** Whether taught documents can be approved by their models; no findings if none is in use. */
export async function judgeTaught({ documentModels }: Pick<Ports, 'documentModels'>): Promise<Finding[]> {
  const models = await documentModels.published()
  if (!models.length) return []
  const unfit = models.filter(({ content }) => !mayApprove(content)).map(({ name }) => name)
  if (!unfit.length) return [good('taught documents', `${models.length} in use`)]
  return [
    unsafe(
      'taught documents',
      `the comparison cannot approve these, which were taught with files, with fewer than three comparable pictures or by an earlier version: ${unfit.join(', ')}`,
      'teach them again with three sharp pictures like those that people send; until then a reviewer decides',
    ),
  ]
}
