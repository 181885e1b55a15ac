import type { FeatureWords } from '../../kernel/decision/factor-words.ts'
import type { Panel } from './panel.ts'
import { learnWords } from './words.ts'

const words = import.meta.glob<FeatureWords>('../../features/*/words.ts', { eager: true, import: 'words' })
for (const each of Object.values(words)) learnWords(each)

/** The panels of all features, in the order of their names. */
const panels = Object.values(
  import.meta.glob<Panel>('../../features/*/panel/index.ts', { eager: true, import: 'panel' }),
)

/** One part of all panels. */
export const fromPanels = <Name extends 'sections' | 'portraits' | 'sources' | 'screens' | 'settings'>(name: Name) =>
  panels.flatMap((panel) => (panel[name] ?? []) as NonNullable<Panel[Name]>[number][])
