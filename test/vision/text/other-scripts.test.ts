import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { readNetList } from '../../../src/vision/nets/net-list.ts'
import { openNets } from '../../../src/vision/nets/runtime.ts'
import { boundsOf } from '../../../src/vision/picture/box.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../src/vision/picture/picture.ts'
import { quadOfPicture } from '../../../src/vision/picture/quad.ts'
import type { ReadContext } from '../../../src/vision/read-engine.ts'
import { editDistance } from '../../../src/vision/text/fold.ts'
import { readOtherScripts } from '../../../src/vision/text/other-scripts.ts'
import { readText, type TextLine } from '../../../src/vision/text/read-text.ts'

/** Drawn by lab/training/scripts/test_lines.py in faces that training never saw. */
const FOLDER = new URL('lines/', import.meta.url)
const TRUTH = JSON.parse(readFileSync(new URL('lines.json', FOLDER), 'utf8')) as Record<string, string>
const nets = openNets()
const context = { nets, time: <T>(_: string, work: () => T) => work() } as unknown as ReadContext

async function readLine(picture: Picture) {
  const quad = quadOfPicture(picture)
  const [plain] = await readText(nets, picture, [quad])
  assert.ok(plain)
  const [line] = await readOtherScripts(context, picture, [{ ...plain, box: boundsOf(quad) }])
  assert.ok(line)
  return { plain, line }
}

describe('lines in other scripts', () => {
  for (const [script, text] of Object.entries(TRUTH)) {
    it(`are read: ${script}`, async () => {
      const { line } = await readLine(await decode(readFileSync(new URL(`${script}.png`, FOLDER))))
      const [read, right] = [line.text, text].map((each) => each.normalize('NFKC').replaceAll(' ', ''))
      assert.ok(editDistance(read ?? '', right ?? '') <= Math.ceil(0.2 * text.length), `${line.text} for ${text}`)
    })
  }

  it('are believed less than the reader says, because it is right less often', async () => {
    const { line } = await readLine(await decode(readFileSync(new URL('georgian.png', FOLDER))))
    assert.ok(line.confidence <= 0.9)
    assert.ok(line.probabilities.every((probability) => probability <= 0.9))
  })
})

/** Lines one below the other, as the usual reader would give them. */
const page = (confidences: readonly number[]): TextLine[] =>
  confidences.map((confidence, i) => ({
    text: 'TEXT',
    confidence,
    probabilities: [],
    box: { x: 10, y: 10 + 40 * i, width: 200, height: 30 },
  }))

/** The net that names scripts gives these answers, one line after the other; another reader cannot be had. */
function namedAs(answers: readonly [script: string, probability: number][]) {
  const names = readFileSync(new URL('../../../models/line-scripts.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const entry = readNetList()['line-scripts']
  let asked = 0
  const nets = {
    async get(name: string) {
      if (name !== 'line-scripts') throw new Error(`${name} was asked for`)
      return {
        entry,
        async run() {
          const [script, probability] = answers[asked++] ?? ['Common', 1]
          const data = Float32Array.from(names, (each) => (each === script ? probability : 0))
          return { scripts: { data, dims: [1, names.length] } }
        },
        text: async () => names.join('\n'),
      }
    },
    has: () => true,
  }
  const read = (lines: TextLine[]) => {
    const sheet = { width: 220, height: 400, data: new Uint8Array(220 * 400 * 3) }
    return readOtherScripts({ ...context, nets: nets as unknown as typeof context.nets }, sheet, lines)
  }
  return { read, asked: () => asked }
}

describe('the script of a page', () => {
  const blurred = [0.7, 0.6, 0.5, 0.8, 0.4, 0.3, 0.95]

  it('is asked of three lines where these are in our letters', async () => {
    const { read, asked } = namedAs([])
    const lines = page(blurred)
    assert.deepEqual(await read(lines), lines)
    assert.equal(asked(), 3)
  })

  it('is not that of a single line that is doubtful', async () => {
    const { read, asked } = namedAs([['Han', 0.7]])
    const lines = page(blurred)
    assert.deepEqual(await read(lines), lines)
    assert.equal(asked(), 6, 'the other unsure lines are asked, the sure one is not')
  })

  it('is that of two lines, of one that is clear, and of one that is nearly all', async () => {
    for (const [answers, lines] of [
      [
        [
          ['Han', 0.6],
          ['Han', 0.6],
        ],
        blurred,
      ],
      [[['Arabic', 0.85]], blurred],
      [[['Lao', 0.6]], [0.6]],
    ] as [[string, number][], number[]][]) {
      await assert.rejects(namedAs(answers).read(page(lines)), /text-lines-\w+ was asked for/)
    }
  })
})
