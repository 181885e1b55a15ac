import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { OverviewResponse } from '../../contract/console.ts'
import type { HttpContext } from '../context.ts'
import { engineFigures } from '../engine-figures.ts'

const DAY_MS = 86_400_000
const DAYS = 30
/** A minute, five, a quarter of an hour, an hour, a day. */
const EDGES_MIN = [1, 5, 15, 60, 1440]

/** The numbers behind the plots: counts alone, no session and no person. */
export const consoleOverviewRoutes = ({ ports, metrics }: HttpContext): FastifyPluginAsyncTypebox =>
  async function overview(app) {
    app.get('/overview', async (): Promise<OverviewResponse> => {
      const now = ports.clock()
      const today = now.getTime() - (now.getTime() % DAY_MS)
      const since = new Date(today - (DAYS - 1) * DAY_MS)
      const [counts, times, refusals, backlog, queue, engine] = await Promise.all([
        ports.overview.perDay(since),
        ports.overview.timesToDecide(
          since,
          EDGES_MIN.map((minutes) => minutes * 60_000),
        ),
        ports.refusals.since(since),
        ports.outbox.backlog(),
        ports.reviewQueue.waiting(now, { offset: 0, limit: 1 }),
        engineFigures(metrics.registry),
      ])
      const days = Array.from({ length: DAYS }, (_, index) => since.getTime() + index * DAY_MS)
      return {
        days: days.map((day) => ({
          day: new Date(day).toISOString().slice(0, 10),
          counts: Object.fromEntries(
            counts.filter((count) => count.day.getTime() === day).map(({ status, sessions }) => [status, sessions]),
          ),
        })),
        spans: { edges: EDGES_MIN, ...times },
        refusals,
        engine,
        webhooks: backlog,
        waiting: queue.total,
      }
    })
  }
