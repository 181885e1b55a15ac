import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { lookAtPicture, uprightPicture } from '../../../kernel/evidence/look-at-picture.ts'
import { withEngine } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { bytesOf, UsageError } from '../../../platform/cli/usage.ts'
import type { Engine } from '../../../vision/engine.ts'
import { describeFault } from '../faults.ts'
import { partsOf, type Seen, type SeenPart } from '../read/seen.ts'

/** What was seen in a file, as a table for a terminal. */
export function formatSeen(seen: Seen): string {
  const parts = partsOf(seen)
  const names = Math.max(0, ...parts.map(({ name }) => name.length))
  return [`${seen.file}: ${headingOf(seen)}`, ...parts.map((part, index) => rowOf(part, index + 1, names))].join('\n')
}

function headingOf(seen: Seen): string {
  if (seen.is === 'no picture' || seen.is === 'failed') return seen.problem
  if (seen.is === 'refused') {
    const { document, face } = seen.refusals
    const why = [document && `as a document ${document}`, face && `as a face ${face}`].filter(Boolean).join(', ')
    return `not read: ${why}${hintsOf(seen.hints)}`
  }
  if (seen.is === 'face') return `a face${hintsOf(seen.found.reading.hints)}`
  const { type, side, country, documentName, hints } = seen.found.reading
  return `${type}, ${side}, ${country ?? 'country unknown'} (${documentName})${hintsOf(hints)}`
}

const hintsOf = (hints: readonly string[]): string => (hints.length ? `; hints: ${[...new Set(hints)].join(', ')}` : '')

function rowOf({ name, value, score, note }: SeenPart, number: number, width: number): string {
  const sure = score === undefined ? '   ' : String(Math.round(score)).padStart(3)
  return `  ${String(number).padStart(2)}  ${name.padEnd(width)}  ${sure}  ${[value, note && `(${note})`].filter(Boolean).join('  ')}`.trimEnd()
}

/** The same for programs: without face templates and pictures. */
export function dataOf(seen: Seen): object {
  if (seen.is === 'document') {
    const { reading, outline, takenAt } = seen.found
    const { portrait, ghost, photograph, portraitPlace, portraitEyes, ...page } = reading
    const places = { place: portraitPlace, eyes: portraitEyes }
    return {
      file: seen.file,
      is: seen.is,
      ...page,
      ...(portrait && { portrait: places }),
      secondPortrait: ghost !== undefined,
      ...(outline && { outline }),
      ...(takenAt && { takenAt }),
    }
  }
  if (seen.is === 'face') {
    const { reading, head, takenAt } = seen.found
    const { template, photograph, ...face } = reading
    return { file: seen.file, is: seen.is, ...face, ...(head && { head }), ...(takenAt && { takenAt }) }
  }
  return seen
}

export const command = defineCommand({
  summary: 'say what the engine sees in pictures of documents or faces',
  details: `Without a session, a server or a database: nothing is stored. A picture is read as a document, and otherwise as a
face. Taught documents are not used (see documents try). A picture that fails does not stop
the others; ends with 1 when one could not be read.`,
  arguments: { file: { many: true, description: 'pictures: JPEG, PNG, WebP or HEIC' } },
  options: {
    as: { type: 'string', choices: ['document', 'face'], description: 'read it only as this' },
    picture: {
      type: 'string',
      value: 'OUT',
      description:
        'also draw outline, fields, MRZ and marks on the picture, with the numbers of the table: a .jpg, .png or .webp file, or a folder where several pictures are read',
    },
  },
  examples: ['read passport.jpg --picture seen.png', 'read front.jpg back.jpg selfie.jpg --json'],
  run: async ({ args: { file: files }, options: { as, picture: out } }) => {
    const target = out === undefined ? undefined : targetsOf(files, out)
    return withEngine(async (engine) => {
      const all = await lookAtFiles(engine, files, { as, target })
      return {
        data: all.map(dataOf),
        text: all.map(formatSeen).join('\n\n'),
        exitCode: all.every(({ is }) => is === 'document' || is === 'face') ? 0 : 1,
      }
    })
  },
})

/** Where the picture of each file goes: to the named file, or into a folder under its own name. */
function targetsOf(files: readonly string[], out: string): (file: string) => string {
  if (files.length === 1) {
    if (!formatOf(out)) throw new UsageError(`--picture takes a .jpg, .png or .webp file, not '${out}'`)
    return () => out
  }
  const names = files.map((file) => basename(file))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new UsageError(`two of the files are called ${twice}: their pictures would overwrite each other`)
  try {
    mkdirSync(out, { recursive: true })
  } catch (error) {
    throw new UsageError(`--picture takes a folder where several pictures are read: ${(error as Error).message}`)
  }
  return (file) => join(out, `${basename(file, extname(file))}${formatOf(file) ? extname(file) : '.jpg'}`)
}

interface LookOptions {
  as?: 'document' | 'face' | undefined
  /** Where the drawing of a file goes; without it nothing is drawn. */
  target?: ((file: string) => string) | undefined
}

/** What the engine sees in each file. One that fails does not stop the others. */
export async function lookAtFiles(
  engine: Engine,
  files: readonly string[],
  { as, target }: LookOptions,
): Promise<Seen[]> {
  const all: Seen[] = []
  for (const file of files) {
    try {
      const bytes = bytesOf(file)
      const seen: Seen = { file, ...(await lookAtPicture({ engine }, bytes, as)) }
      all.push(seen)
      if (target && seen.is !== 'no picture') await draw(engine, seen, bytes, target(file))
    } catch (error) {
      all.push({ file, is: 'failed', problem: problemOf(error) })
    }
  }
  return all
}

const FORMATS = { '.jpg': 'jpeg', '.jpeg': 'jpeg', '.png': 'png', '.webp': 'webp' } as const

export const formatOf = (file: string) => FORMATS[extname(file).toLowerCase() as keyof typeof FORMATS]

/** Rethrows a bug, with its stack. */
function problemOf(error: unknown): string {
  const sentence = error instanceof UsageError ? error.message : describeFault(error)?.sentence
  if (sentence === undefined) throw error
  return sentence
}

async function draw(engine: Engine, seen: Seen, bytes: Uint8Array, out: string): Promise<void> {
  const drawing = await import('../read/draw-seen.ts')
  const image = await uprightPicture({ engine }, bytes)
  const drawn = await drawing.drawSeen(image, seen, formatOf(out) ?? 'jpeg')
  try {
    writeFileSync(out, drawn)
  } catch (error) {
    throw new UsageError(`${out} cannot be written: ${(error as Error).message}`)
  }
}
