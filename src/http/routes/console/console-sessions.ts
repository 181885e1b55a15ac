import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FoundSession as Found, SessionFilter } from '../../../actions/ports/session-search.ts'
import { searchSessions } from '../../../actions/review/search-sessions.ts'
import { type FoundSession, SearchRequest, type SearchResult } from '../../../contract/console/console.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'

/** Finding sessions. The filter travels in the body: a caller's reference may name a person, and addresses are logged everywhere. */
export const consoleSessionsRoutes = ({ ports }: HttpContext, { personOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function sessions(app) {
    app.post('/sessions/search', { schema: { body: SearchRequest } }, async (request): Promise<SearchResult> => {
      const { after } = request.body
      const { total, rows } = await searchSessions(ports, personOf(request), filterOf(request.body), {
        ...(after && { after: { createdAt: new Date(after.createdUtc), id: after.id } }),
        limit: PAGE,
        countTo: COUNT_TO,
      })
      return { total, countedTo: COUNT_TO, sessions: rows.map(entry) }
    })
  }

const PAGE = 50
/** Nobody pages further than this; to say "1,000 or more" is enough. */
const COUNT_TO = 1000

function filterOf({
  mode = 'live',
  id,
  externalId,
  status,
  from,
  before,
  documentType,
  country,
}: SearchRequest): SessionFilter {
  return {
    mode,
    ...(id !== undefined && { idStart: id.toLowerCase() }),
    ...(externalId !== undefined && { externalId }),
    ...(status !== undefined && { status }),
    ...(from !== undefined && { createdFrom: new Date(from) }),
    ...(before !== undefined && { createdBefore: new Date(before) }),
    ...(documentType !== undefined && { documentType }),
    ...(country !== undefined && { country }),
  }
}

const entry = ({
  id,
  tenant,
  mode,
  status,
  createdAt,
  completedAt,
  documentType,
  country,
  externalId,
}: Found): FoundSession => ({
  id,
  tenant,
  mode,
  status,
  createdUtc: createdAt.toISOString(),
  ...(completedAt && { completedUtc: completedAt.toISOString() }),
  ...(documentType && { documentType }),
  ...(country !== undefined && { country }),
  ...(externalId !== undefined && { externalId }),
})
