import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { tenantsOf } from '../../../actions/admin/tenant-scope.ts'
import type { FoundSession as Found, SessionFilter } from '../../../actions/ports/sessions.ts'
import type { Examiner } from '../../../actions/review/claim-case.ts'
import { exportSessions, searchSessions } from '../../../actions/review/search-sessions.ts'
import {
  ExportRequest,
  type FoundSession,
  SearchRequest,
  SearchResult,
} from '../../../contract/console/console-search.ts'
import { readQuery } from '../../../domain/search-words.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { BadCall } from '../../present/problems.ts'
import { EXPORT_FORMATS } from '../../present/write-rows.ts'
import { answers, answersFile } from './answers.ts'

/** Finding sessions. The filter travels in the body: a caller's reference may name a person, and addresses are logged everywhere. */
export const consoleSessionsRoutes = (
  { ports }: HttpContext,
  { personOf, onlyAdmins }: ConsoleAuth,
): FastifyPluginAsyncTypebox =>
  async function sessions(app) {
    app.post(
      '/sessions/search',
      { schema: { body: SearchRequest, ...answers(SearchResult) } },
      async (request): Promise<SearchResult> => {
        const { after } = request.body
        const { total, rows } = await searchSessions(ports, asked(request, request.body), filterOf(request.body), {
          ...(after && { after: { createdAt: new Date(after.createdUtc), id: after.id } }),
          limit: PAGE,
          countTo: COUNT_TO,
        })
        return { total, countedTo: COUNT_TO, sessions: rows.map(entry) }
      },
    )

    const take = { onRequest: onlyAdmins, schema: { body: ExportRequest, ...answersFile('text/plain') } }
    app.post('/sessions/export', take, async (request, reply) => {
      const { format, after: _after, ...wanted } = request.body
      const { type, head, row } = EXPORT_FORMATS[format]
      const batches = await exportSessions(ports, asked(request, wanted), filterOf(wanted), format)
      const write = async function* () {
        yield head()
        for await (const rows of batches) yield rows.map((found) => row(entry(found))).join('')
      }
      reply.header('content-disposition', `attachment; filename="sessions.${format}"`)
      const file = Readable.from(write())
      file.on('error', () => {}) // Fastify logs it
      return reply.type(type).send(file)
    })

    /** Who asks, and about whose sessions: of the tenants that they see, all or the one that they name. */
    const asked = (request: FastifyRequest, { tenant }: Pick<SearchRequest, 'tenant'>): Examiner => {
      const person = personOf(request)
      if (tenant === undefined) return person
      const isSeen = tenantsOf(person)?.includes(tenant) ?? true
      return { username: person.username, role: 'reviewer', tenants: isSeen ? [tenant] : [] }
    }
  }

const PAGE = 50
/** Nobody pages further than this; to say "1,000 or more" is enough. */
const COUNT_TO = 1000

function filterOf({
  mode = 'live',
  id,
  externalId,
  text,
  status,
  from,
  before,
  documentType,
  country,
  statuses,
  reached,
  decided,
  reviewer,
}: Omit<SearchRequest, 'after'>): SessionFilter {
  const words = text === undefined ? undefined : readQuery(text)
  if (text !== undefined && !words) throw new BadCall('BAD_REQUEST', 'Type at least three characters of each word.')
  return {
    mode,
    ...(id !== undefined && { idStart: id.toLowerCase() }),
    ...(externalId !== undefined && { externalId }),
    ...(words && { words }),
    ...(status !== undefined && { status }),
    ...(from !== undefined && { createdFrom: new Date(from) }),
    ...(before !== undefined && { createdBefore: new Date(before) }),
    ...(documentType !== undefined && { documentType }),
    ...(country !== undefined && { country }),
    ...(statuses && { statuses }),
    ...(reached && { reached }),
    ...(decided && { decided: decidedOf(decided) }),
    ...(reviewer !== undefined && { reviewer }),
  }
}

const decidedOf = ({ from, ...rest }: NonNullable<SearchRequest['decided']>) => ({
  ...rest,
  ...(from !== undefined && { from: new Date(from) }),
})

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
