import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openNets } from '../../../src/engine/nets/runtime.ts'

import { boundsOf } from '../../../src/engine/picture/box.ts'
import { decode } from '../../../src/engine/picture/decode.ts'
import type { Picture } from '../../../src/engine/picture/picture.ts'
import { quadOfPicture } from '../../../src/engine/picture/quad.ts'
import type { ReadContext } from '../../../src/engine/read-engine.ts'
import { editDistance } from '../../../src/engine/text/fold.ts'
import { readOtherScripts } from '../../../src/engine/text/other-scripts.ts'
import { readText } from '../../../src/engine/text/read-text.ts'

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
