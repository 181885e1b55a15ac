import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readReferrals } from '../../../actions/admin/assurance-overview.ts'
import { readLevelFigures } from '../../../actions/admin/level-figures.ts'
import { tenantsOf } from '../../../actions/admin/tenant-scope.ts'
import { AssuranceOverview, LevelList } from '../../../contract/console/assurance.ts'
import { OverviewQuery } from '../../../contract/console/console.ts'
import { LEVELS_OF_ASSURANCE } from '../../../domain/decision/assurance.ts'
import { figuresInWords } from '../../../domain/decision/level-figures.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { answers } from './answers.ts'

const DAY_MS = 86_400_000
const DAYS = '30'
/** Read in about a second. */
const SAMPLE = 2000

/** The levels of assurance with their figures, and what became of sessions on each. */
export const consoleAssuranceRoutes = ({ ports }: HttpContext, { personOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function assurance(app) {
    app.get(
      '/assurance/levels',
      { schema: answers(LevelList) },
      async (): Promise<LevelList> =>
        readLevelFigures().map((figures) => {
          const { asks, fitFor } = LEVELS_OF_ASSURANCE[figures.level]
          return { level: figures.level, asks, fitFor, figures: figuresInWords(figures) }
        }),
    )

    app.get(
      '/assurance/overview',
      { schema: { querystring: OverviewQuery, ...answers(AssuranceOverview) } },
      async (request): Promise<AssuranceOverview> => {
        const { tenant, mode = 'live', days = DAYS } = request.query
        const seen = tenantsOf(personOf(request)) ?? (await ports.tenants.all()).map(({ id }) => id)
        const tenants = seen.filter((id) => tenant === undefined || id === tenant)
        const since = new Date(ports.clock().getTime() - Number(days) * DAY_MS)
        const { outcomes, isSample } = await readReferrals(ports, { tenants, mode, since }, SAMPLE)
        return { levels: outcomes, isSample }
      },
    )
  }
