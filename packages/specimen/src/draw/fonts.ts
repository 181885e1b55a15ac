import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

export type Face = 'sans' | 'serif' | 'mono'
export type Weight = 400 | 700

/** A canvas font string; every script uses the subset that has it, never a font of the machine. */
export function font(face: Face, weight: Weight, pixels: number, first?: string): string {
  registerFonts()
  return `${weight} ${pixels}px ${first ? `${first}, ` : ''}${families[face]}`
}

const packages: Record<Face, { name: string; subsets: string[] }> = {
  sans: { name: 'noto-sans', subsets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek'] },
  serif: { name: 'noto-serif', subsets: ['latin', 'latin-ext', 'cyrillic', 'greek'] },
  mono: { name: 'noto-sans-mono', subsets: ['latin', 'latin-ext', 'cyrillic', 'greek'] },
}

const families = {
  sans: familyList('sans'),
  serif: familyList('serif'),
  mono: familyList('mono'),
}

let registered = false

function registerFonts(): void {
  if (registered) return
  for (const face of ['sans', 'serif', 'mono'] as const) {
    const { name, subsets } = packages[face]
    for (const subset of subsets) {
      for (const weight of [400, 700]) register(name, `${name}-${subset}-${weight}-normal`, family(face, subset))
    }
  }
  for (const weight of [400, 700]) {
    register('noto-sans-arabic', `noto-sans-arabic-arabic-${weight}-normal`, family('sans', 'arabic'))
  }
  registered = true
}

function register(name: string, file: string, alias: string): void {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve(`@fontsource/${name}/package.json`))
  const key = GlobalFonts.registerFromPath(join(folder, 'files', `${file}.woff2`), alias)
  if (!key) throw new Error(`the font ${file} could not be loaded`)
}

function familyList(face: Face): string {
  return [...packages[face].subsets.map((subset) => family(face, subset)), family('sans', 'arabic')].join(', ')
}

function family(face: Face, subset: string): string {
  return `specimen-${face}-${subset}`
}
