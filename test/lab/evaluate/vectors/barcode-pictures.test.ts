import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import barcodes from 'bwip-js/node'
import sharp from 'sharp'
import { readBarcodePictures } from '../../../../lab/evaluate/vectors/barcode-pictures.ts'

describe('pictures of barcodes', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'barcodes-'))
  })
  after(() => rm(folder, { recursive: true }))

  it('are read in JPEG, PNG and WebP, and held against the text next to them', async () => {
    const drawn = sharp(
      await barcodes.toBuffer({
        bcid: 'pdf417',
        text: 'OF TESSA FICTIVE',
        scale: 3,
        padding: 10,
        backgroundcolor: 'ffffff',
      }),
    )
    for (const [name, bytes, text] of [
      ['a.jpg', await drawn.jpeg().toBuffer(), 'OF TESSA FICTIVE'],
      ['b.png', await drawn.png().toBuffer(), 'OF TESSA FICTIVE'],
      ['c.webp', await drawn.webp().toBuffer(), 'OF TESSA FICTIVE'],
      ['d.webp', await drawn.webp().toBuffer(), 'OF SOMEBODY ELSE'],
    ] as const) {
      await writeFile(path.join(folder, name), bytes)
      await writeFile(path.join(folder, name.replace(/\w+$/, 'txt')), text)
    }
    const steps: number[] = []
    const found = await readBarcodePictures(folder, (done) => steps.push(done))
    assert.deepEqual(found, { n: 4, decoded: 3, missed: ['d.webp'] })
    assert.deepEqual(steps, [1, 2, 3, 4])
  })

  it('counts none where there are none', async () => {
    assert.equal((await readBarcodePictures(path.join(folder, 'absent'), () => {})).n, 0)
  })
})
