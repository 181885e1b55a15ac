import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readLevelFigures } from '../../../actions/admin/level-figures.ts'
import { LevelList } from '../../../contract/console/assurance.ts'
import { LEVELS_OF_ASSURANCE } from '../../../domain/decision/assurance.ts'
import { figuresInWords } from '../../../domain/decision/level-figures.ts'
import { answers } from './answers.ts'

/** The levels of assurance with their figures. */
export const consoleAssuranceRoutes = (): FastifyPluginAsyncTypebox =>
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
  }
