import { readFileSync } from 'node:fs'
import type { LevelFigures } from '../../domain/decision/assurance.ts'
import { resource } from '../../resources.ts'

/** The figures that the documentation shows: one file for the command line, the console and the pages. */
const FILE = resource('docs/figures/assurance.json')

let known: readonly LevelFigures[] | undefined

/** What was measured of each level. */
export function readLevelFigures(): readonly LevelFigures[] {
  known ??= (JSON.parse(readFileSync(FILE, 'utf8')) as { figures: { levels: LevelFigures[] } }).figures.levels
  return known
}
