import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Registry } from 'prom-client'
import type { ConsoleAuth } from '../../accounts/auth/console-auth.ts'
import { ASSURANCE_LEVELS } from '../../decision/levels.ts'
import type { HttpContext } from '../../http/context.ts'
import { answers } from '../../http/responses.ts'
import { tenantsOf } from '../../tenants/tenant-scope.ts'
import { OverviewQuery, OverviewResponse } from '../contract/console-overview.ts'
import { overviewParts } from '../overview-part.ts'

/** Results of earlier versions come last. */
const rankOf = (level = ''): number => [...ASSURANCE_LEVELS, 'policy', ''].indexOf(level)

const DAY_MS = 86_400_000
const DAYS = '30'
/** A minute, five, a quarter of an hour, an hour, a day. */
const EDGES_MIN = [1, 5, 15, 60, 1440]

/** The numbers behind the plots: only counts, no session and no person. */
export const consoleOverviewRoutes = (
  { ports, metrics }: HttpContext,
  { personOf }: ConsoleAuth,
): FastifyPluginAsyncTypebox =>
  async function overview(app) {
    app.get(
      '/overview',
      { schema: { querystring: OverviewQuery, ...answers(OverviewResponse) } },
      async (request): Promise<OverviewResponse> => {
        const { tenant } = request.query
        const length = Number(request.query.days ?? DAYS)
        const seen = tenantsOf(personOf(request))
        const tenants = tenant === undefined ? seen : (seen?.includes(tenant) ?? true) ? [tenant] : []
        const scope = { tenants, mode: request.query.mode ?? 'live' }
        const now = ports.clock()
        const today = now.getTime() - (now.getTime() % DAY_MS)
        const since = new Date(today - (length - 1) * DAY_MS)
        const [counts, levels, times, refusals, captures, backlog, queue, reviewers, more, engine] = await Promise.all([
          ports.figures.perDay(since, scope),
          ports.figures.levels(since, scope),
          ports.figures.timesToDecide(
            since,
            EDGES_MIN.map((minutes) => minutes * 60_000),
            scope,
          ),
          ports.figures.refusals(since, scope),
          ports.figures.captures(since, scope),
          ports.outbox.backlog(scope),
          ports.reviews.waiting(now, { offset: 0, limit: 1 }, scope),
          ports.figures.reviewers(since, scope),
          Promise.all(overviewParts.parts().map((read) => read(ports, scope))),
          engineFigures(metrics.registry),
        ])
        const days = Array.from({ length }, (_, index) => since.getTime() + index * DAY_MS)
        // A node works for all tenants: its work would reveal those that this person does not see.
        const ofTheNode: Pick<OverviewResponse, 'engine'> = tenants ? {} : { engine }
        return {
          days: days.map((day) => ({
            day: new Date(day).toISOString().slice(0, 10),
            counts: Object.fromEntries(
              counts.filter((count) => count.day.getTime() === day).map(({ status, sessions }) => [status, sessions]),
            ),
          })),
          levels: levels.toSorted((a, b) => rankOf(a.level) - rankOf(b.level)),
          spans: { edges: EDGES_MIN, ...times },
          refusals,
          captures,
          ...ofTheNode,
          webhooks: backlog,
          waiting: queue.total,
          ...Object.assign({}, ...more),
          reviewers,
        }
      },
    )
  }

/** This node's own metrics of its engine, slowest step first. */
export async function engineFigures(registry: Registry): Promise<NonNullable<OverviewResponse['engine']>> {
  const steps = new Map<string, { calls: number; seconds: number }>()
  for (const { labels, value, ...rest } of await valuesOf(registry, 'limen_engine_step_duration_seconds')) {
    const name = 'metricName' in rest ? String(rest.metricName) : ''
    const step = String(labels.step)
    const so = steps.get(step) ?? { calls: 0, seconds: 0 }
    if (name.endsWith('_count')) steps.set(step, { ...so, calls: value })
    else if (name.endsWith('_sum')) steps.set(step, { ...so, seconds: value })
  }
  const [queued] = await valuesOf(registry, 'limen_engine_queue_length')
  const [faces, total, isShared] = await Promise.all(
    ['limen_face_index_faces', 'limen_face_index_total', 'limen_face_index_shared'].map(
      async (name) => (await valuesOf(registry, name))[0]?.value,
    ),
  )
  return {
    ...(total && { faces: { read: faces ?? 0, total, place: isShared ? ('pgvector' as const) : ('memory' as const) } }),
    queued: queued?.value,
    steps: [...steps]
      .filter(([, { calls }]) => calls > 0)
      .map(([step, { calls, seconds }]) => ({ step, calls, meanMs: Math.round((seconds / calls) * 1000) }))
      .toSorted((a, b) => b.meanMs - a.meanMs),
  }
}

async function valuesOf(registry: Registry, name: string) {
  return (await registry.getSingleMetric(name)?.get())?.values ?? []
}
