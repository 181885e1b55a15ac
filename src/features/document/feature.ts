import { PAGE_SIDES, type PageSide } from '../../formats/document-words.ts'
import type { Feature } from '../../kernel/feature.ts'
import { documentFactors } from './factors/index.ts'
import { documentLiveRules, findSpecimen } from './rules/live-rules.ts'

/** The identity document of a session, photographed side by side. */
export const document: Feature = {
  name: 'document',
  evidence: { name: 'document', ofPictures: true },
  factors: documentFactors,
  picture: {
    parts: PAGE_SIDES,
    async readAndKeep(ports, enrolment, { part, ...sent }, options) {
      const { readAndKeepPage } = await import('./submit-document.ts')
      return readAndKeepPage(ports, enrolment, { ...sent, only: part as PageSide }, options)
    },
  },
  async pictureRoutes(context, shared) {
    const { documentRoute } = await import('./routes.ts')
    return [documentRoute(context, shared)]
  },
  async results() {
    const { documentResults } = await import('./document-result.ts')
    return documentResults
  },
  liveRules: documentLiveRules,
  findings: findSpecimen,
}
