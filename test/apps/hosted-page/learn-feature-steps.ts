import { globSync } from 'node:fs'
import { join } from 'node:path'
import { learnSteps, type Step } from '../../../src/apps/hosted-page/steps.ts'

const src = join(import.meta.dirname, '../../../src')

/** The steps of every feature, as the page finds them. */
for (const file of globSync('features/*/screen/index.ts', { cwd: src }).toSorted()) {
  const { step } = (await import(join(src, file))) as { step: Step }
  learnSteps([step])
}
