import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { lookAtPicture, uprightPicture } from '../../actions/enrol/look-at-picture.ts'
import type { Engine } from '../../actions/ports/engine.ts'
import { describeFault } from '../parser/faults.ts'
import { bytesOf, UsageError } from '../support/usage.ts'
import type { Seen } from './seen.ts'

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

/** A bug throws on, with its stack. */
function problemOf(error: unknown): string {
  const sentence = error instanceof UsageError ? error.message : describeFault(error)?.sentence
  if (sentence === undefined) throw error
  return sentence
}

async function draw(engine: Engine, seen: Seen, bytes: Uint8Array, out: string): Promise<void> {
  const drawing = await import('./draw-seen.ts')
  const image = await uprightPicture({ engine }, bytes)
  const drawn = await drawing.drawSeen(image, seen, formatOf(out) ?? 'jpeg')
  try {
    writeFileSync(out, drawn)
  } catch (error) {
    throw new UsageError(`${out} cannot be written: ${(error as Error).message}`)
  }
}
