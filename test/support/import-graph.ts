import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const source = fileURLToPath(new URL('../../src', import.meta.url))

/** Every file of src with the files it needs: by import of a value or a type, at once or later, or as a worker's program. */
export function importGraph(): Map<string, string[]> {
  const files = globSync('**/*.{ts,tsx}', { cwd: source })
  return new Map(files.map((file) => [file, importsOf(file)]))
}

const FROM = /^(?:import|export)\b[^'"]*?from '(\.[^']+)'/gm
const BARE = /^import '(\.[^']+)'/gm
const LATER = /\bimport\('(\.[^']+)'\)/g
const WORKER = /\bnew URL\('([^']+\.tsx?)', import\.meta\.url\)/g

/** A library that we publish, imported like anybody's: it knows nothing of the service. */
const OUR_PACKAGE = '../packages/chip-reader/src/'

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  const targets = [FROM, BARE, LATER, WORKER].flatMap((form) =>
    [...text.matchAll(form)].map(([, target]) => target ?? ''),
  )
  return [...new Set(targets.map((target) => normalize(join(dirname(file), target))))].filter(
    (target) => /\.tsx?$/.test(target) && !target.startsWith(OUR_PACKAGE),
  )
}

/** Whether a file is the place or lies in it. */
export const liesIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`)
