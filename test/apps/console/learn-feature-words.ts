import { globSync } from 'node:fs'
import { join } from 'node:path'
import { learnWords } from '../../../src/apps/console/words.ts'
import type { FeatureWords } from '../../../src/kernel/decision/factor-words.ts'

const src = join(import.meta.dirname, '../../../src')

/** The words of every feature, by its name, as the console finds them. */
export const featureWords = new Map<string, FeatureWords>()
for (const file of globSync('features/*/words.ts', { cwd: src })) {
  const { words } = (await import(join(src, file))) as { words: FeatureWords }
  featureWords.set(file.split('/')[1] ?? '', words)
  learnWords(words)
}
