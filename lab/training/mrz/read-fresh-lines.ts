import { readFileSync } from 'node:fs'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'

/**
 * node lab/training/mrz/read-fresh-lines.ts FILE…: how many of the lines written by lines_fresh.py the shipped reader
 * gets exactly, without any grammar. Inputs without a line of text are skipped, as in the training program.
 */
const LENGTHS = [30, 36, 44]
const [HEIGHT, WIDTH, LETTERS, BATCH] = [32, 640, 37, 15]

interface Truth {
  characters: number[][]
  /** 0: no line, 1 to 3: the index of the length. */
  length: number[]
}

const net = await openReadEngine(DEFAULT_SETTINGS).nets.get('mrz-lines')
for (const file of process.argv.slice(2)) console.log(file, await exactLines(file))
process.exit(0)

async function exactLines(file: string): Promise<string> {
  const { characters, length } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Truth
  const bytes = readFileSync(`${file}.f32`)
  const pictures = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const tally = new Map(LENGTHS.map((n) => [n, { exact: 0, of: 0 }]))
  for (let from = 0; from < length.length; from += BATCH) {
    const rows = Math.min(BATCH, length.length - from)
    const data = pictures.subarray(from * HEIGHT * WIDTH, (from + rows) * HEIGHT * WIDTH)
    const read = await net.run({ line: { data, dims: [rows, 1, HEIGHT, WIDTH] } })
    for (let row = 0; row < rows; row++) {
      const n = LENGTHS[(length[from + row] ?? 0) - 1]
      const counts = n && tally.get(n)
      if (!counts) continue
      const slots = read[`slots${n}`]?.data.subarray(row * n * LETTERS, (row + 1) * n * LETTERS) as Float32Array
      counts.of++
      if (best(slots).every((letter, i) => letter === characters[from + row]?.[i])) counts.exact++
    }
  }
  const all = [...tally.values()].reduce((a, b) => ({ exact: a.exact + b.exact, of: a.of + b.of }))
  return [`${share(all)} of ${all.of}`, ...[...tally].map(([n, counts]) => `${n}: ${share(counts)}`)].join(', ')
}

/** The most probable letter of each slot. */
function best(slots: Float32Array): number[] {
  return Array.from({ length: slots.length / LETTERS }, (_, i) => {
    const slot = slots.subarray(i * LETTERS, (i + 1) * LETTERS)
    return slot.indexOf(Math.max(...slot))
  })
}

function share({ exact, of }: { exact: number; of: number }): string {
  return `${((100 * exact) / of).toFixed(2)} %`
}
