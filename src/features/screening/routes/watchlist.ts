import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ConsoleAuth } from '../../../kernel/accounts/auth/console-auth.ts'
import type { HttpContext } from '../../../kernel/http/context.ts'
import { answers, noContent } from '../../../kernel/http/responses.ts'
import { found, idOf, sessionParams } from '../../../kernel/results/routes/data.ts'
import { tenantsOf } from '../../../kernel/tenants/tenant-scope.ts'
import { answerHit } from '../actions/answer-hit.ts'
import { HitAnswerRequest, WatchlistQuery, WatchlistQueue } from '../contract/watchlist.ts'

/** More than anyone would read through. */
const SHOWN = 200

/** Approved people with hits of later versions, and the lists with the progress of the comparison. */
export const consoleWatchlistRoutes = ({ ports }: HttpContext, { personOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function watchlist(app) {
    app.post(
      '/cases/:sessionId/hits',
      { schema: { params: sessionParams, body: HitAnswerRequest, ...noContent } },
      async (request, reply) => {
        found(await answerHit(ports, personOf(request), idOf(request.params), request.body))
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/watchlist',
      { schema: { querystring: WatchlistQuery, ...answers(WatchlistQueue) } },
      async (request): Promise<WatchlistQueue> => {
        const scope = { tenants: tenantsOf(personOf(request)), mode: request.query.mode ?? 'live' }
        const [{ total, alerts }, lists, runs, sources] = await Promise.all([
          ports.listRuns.alerts(scope, SHOWN),
          ports.watchlists.all(),
          ports.listRuns.runs(),
          ports.listSources.all(),
        ])
        return {
          total,
          alerts: alerts.map(({ sessionId, tenant, hits, foundAt }) => ({
            id: sessionId,
            tenant,
            hits,
            foundUtc: foundAt.toISOString(),
          })),
          lists: lists.map(({ name, version, entries, changed, sourceDate, importedAt }) => {
            const run = runs.find((each) => each.version === version)
            return {
              name,
              version,
              entries,
              changed,
              ...(sourceDate && { sourceDate }),
              importedUtc: importedAt.toISOString(),
              ...(run && { compared: run.compared, found: run.found }),
              doneUtc: run?.doneAt?.toISOString(),
            }
          }),
          sources: sources.map(({ list, url, everyHours, nextAt, last }) => ({
            list,
            host: new URL(url).host,
            everyHours,
            nextUtc: nextAt.toISOString(),
            last: last && { outcome: last.outcome, text: last.text, atUtc: last.at.toISOString() },
          })),
        }
      },
    )
  }
