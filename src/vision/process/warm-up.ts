import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resource } from '../../platform/resources.ts'
import { readPage } from '../document/read-page.ts'
import { readFace } from '../face/read-face.ts'
import type { ReadContext, ReadEngine } from '../read-engine.ts'

/** Synthetic documents and people: both sides, with an MRZ, with barcodes, and one on a display. */
const FOLDER = resource('src/apps/demo/server/pictures')
const PICTURES: readonly { file: string; read: (context: ReadContext, bytes: Uint8Array) => Promise<unknown> }[] = [
  { file: 'passport.jpg', read: readPage },
  { file: 'card-front.jpg', read: readPage },
  { file: 'card-back.jpg', read: readPage },
  { file: 'selfie.jpg', read: readFace },
  { file: 'licence-front.jpg', read: readPage },
  { file: 'licence-back.jpg', read: readPage },
  { file: 'passport-on-screen.jpg', read: readPage },
  { file: 'selfie-at-the-border.jpg', read: readFace },
]

/** 12 labelled documents took 923 CPU-ms each on average without warm-up, and 755, 747 and 700 after 1 to 3 rounds. */
const ROUNDS = 3

/** An idle worker reads synthetic pictures until a request arrives. */
export interface WarmUp {
  /** Continues with the remaining pictures while `isIdle` returns true. */
  goOn(isIdle: () => boolean): Promise<void>
  /** A real picture was read, which warms up the code just as well. */
  skip(): void
}

/**
 * Reads synthetic pictures, so that a real one does not wait for code to be compiled: the first twenty pages of a
 * worker take a fifth more CPU time than later ones.
 */
export function openWarmUp(engine: ReadEngine): WarmUp {
  const left = Array.from({ length: ROUNDS }, () => PICTURES).flat()
  return {
    async goOn(isIdle) {
      for (let next = left[0]; next && isIdle(); next = left[0]) {
        const { file, read } = next
        const bytes = await readFile(join(FOLDER, file))
        const isDone = await engine.read((context) => readUnless(context, isIdle, (watched) => read(watched, bytes)))
        if (isDone.value && left[0] === next) left.shift()
      }
    },
    skip: () => void left.shift(),
  }
}

/** False if it was aborted, at the next step after a request arrived. */
async function readUnless(
  context: ReadContext,
  isIdle: () => boolean,
  read: (watched: ReadContext) => Promise<unknown>,
): Promise<boolean> {
  const watched: ReadContext = {
    ...context,
    time(step, work) {
      if (!isIdle()) throw new Interrupted()
      return context.time(step, work)
    },
  }
  try {
    await read(watched)
    return true
  } catch (error) {
    if (error instanceof Interrupted) return false
    throw error
  }
}

class Interrupted extends Error {}
