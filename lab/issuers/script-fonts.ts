import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GlobalFonts } from '@napi-rs/canvas'
import { UsageError } from '../../src/platform/cli/usage.ts'
import type { Issuer } from './issuers.ts'

const FOLDER = fileURLToPath(new URL('./fonts/node_modules/@fontsource', import.meta.url))

/**
 * The typeface of each script. All but Abyssinica SIL were held out from the training of our readers
 * (lab/training/scripts/bank.py); Chinese is read by a net that we did not train.
 */
const FACES: Readonly<Record<string, string>> = {
  Arabic: 'markazi-text',
  Hebrew: 'alef',
  Georgian: 'firago',
  Armenian: 'dejavu-sans',
  Thai: 'niramit',
  Lao: 'dejavu-sans',
  Khmer: 'siemreap',
  Myanmar: 'padauk',
  Devanagari: 'karma',
  Bengali: 'tiro-bangla',
  Sinhala: 'abhaya-libre',
  Ethiopic: 'abyssinica-sil',
  zh: 'zcool-xiaowei',
  zt: 'cactus-classical-serif',
  Kana: 'zen-kaku-gothic-new',
  Hangul: 'ibm-plex-sans-kr',
}

/** Font families that have the text's letters, or undefined if the usual fonts have them. */
export function familiesFor(text: string, { script, language }: Issuer): string | undefined {
  const face = FACES[language] ?? FACES[script]
  if (!face || !/[^\p{Script=Latin}\p{Script=Common}]/u.test(text)) return undefined
  return familiesIn(face, text)
}

/** Families of one typeface that have the text's letters. */
export function familiesIn(face: string, text: string): string {
  const parts = partsOf(face).filter(({ has }) => [...text].some((letter) => has(letter.codePointAt(0) ?? 0)))
  for (const { file, alias } of parts) {
    if (!GlobalFonts.has(alias) && !GlobalFonts.registerFromPath(file, alias))
      throw new Error(`the font ${file} could not be loaded`)
  }
  return parts.map(({ alias }) => `'${alias}'`).join(', ')
}

interface FontPart {
  file: string
  alias: string
  has(code: number): boolean
}

const known = new Map<string, FontPart[]>()

/** The files of a typeface and the characters of each, from its style sheet. */
function partsOf(face: string): FontPart[] {
  const found = known.get(face)
  if (found) return found
  const sheet = join(FOLDER, face, '400.css')
  if (!existsSync(sheet))
    throw new UsageError('the fonts are missing: npm ci --ignore-scripts --prefix lab/issuers/fonts')
  const parts = [...readFileSync(sheet, 'utf8').matchAll(/@font-face \{[^}]*\}/g)].flatMap(([rule]) => {
    const name = /files\/([\w-]+)\.woff2/.exec(rule)?.[1]
    if (!name) return []
    const ranges = rangesOf(/unicode-range: ([^;]*)/.exec(rule)?.[1] ?? 'U+0-10ffff')
    return {
      file: join(FOLDER, face, 'files', `${name}.woff2`),
      alias: `specimen-${name}`,
      has: (code: number) => ranges.some(([from, to]) => code >= from && code <= to),
    }
  })
  known.set(face, parts)
  return parts
}

const rangesOf = (list: string): [number, number][] =>
  list.split(',').map((range) => {
    const [from = '0', to = from] = range.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
