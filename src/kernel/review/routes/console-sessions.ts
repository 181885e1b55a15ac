import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { ConsoleAuth } from '../../accounts/auth/console-auth.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { answers, answersFile } from '../../http/responses.ts'
import type { FoundSession as Found, SessionFilter } from '../../ports/sessions.ts'
import { tenantsOf } from '../../tenants/tenant-scope.ts'
import type { Examiner } from '../claim-case.ts'
import { ExportRequest, type FoundSession, SearchRequest, SearchResult } from '../contract/console-search.ts'
import { exportSessions, searchSessions } from '../search-sessions.ts'
import { readQuery } from '../search-words.ts'

/**
 * Searches sessions. The filter is in the body: a caller's reference may name a person, and addresses are logged
 * everywhere.
 */
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

    /** Who searches, and in whose sessions: of the tenants that they see, all or the one that they name. */
    const asked = (request: FastifyRequest, { tenant }: Pick<SearchRequest, 'tenant'>): Examiner => {
      const person = personOf(request)
      if (tenant === undefined) return person
      const isSeen = tenantsOf(person)?.includes(tenant) ?? true
      return { username: person.username, role: 'reviewer', tenants: isSeen ? [tenant] : [] }
    }
  }

const PAGE = 50
/** Nobody pages further than this; "1,000 or more" is enough. */
const COUNT_TO = 1000

function filterOf({ mode = 'live', id, text, from, before, decided, ...same }: SearchRequest): SessionFilter {
  const words = text === undefined ? undefined : readQuery(text)
  if (text !== undefined && !words) throw new BadCall('BAD_REQUEST', 'Type at least three characters of each word.')
  const {
    tenant: _,
    after: __,
    ...filter
  } = {
    ...same,
    mode,
    idStart: id?.toLowerCase(),
    words,
    createdFrom: momentOf(from),
    createdBefore: momentOf(before),
    decided: decided && { ...decided, from: momentOf(decided.from) },
  }
  return withoutAbsent(filter)
}

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

/** The search and its record use the names of the fields. */
const withoutAbsent = <Filter extends object>(filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Filter

const entry = ({ createdAt, completedAt, expiresAt: _, heldUntil: __, ...found }: Found): FoundSession => ({
  ...found,
  createdUtc: createdAt.toISOString(),
  completedUtc: completedAt?.toISOString(),
})

export const EXPORT_FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: () => `${line(COLUMNS)}`,
    row: (row: FoundSession) => line(valuesOf(row)),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: () => '',
    row: (row: FoundSession) => `${JSON.stringify(row)}\n`,
  },
} as const

const COLUMNS = [
  'id',
  'tenant',
  'mode',
  'status',
  'createdUtc',
  'completedUtc',
  'documentType',
  'country',
  'externalId',
] as const satisfies (keyof FoundSession)[]

const valuesOf = (row: FoundSession): string[] => COLUMNS.map((column) => row[column] ?? '')

/** RFC 4180. */
const line = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`

/**
 * A spreadsheet executes text that begins like a formula, also in full-width characters (OWASP, CSV injection); after
 * an apostrophe it is text.
 */
function cell(value: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(value.trimStart()) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
