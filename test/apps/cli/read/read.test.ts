import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import sharp from 'sharp'
import { dataOf, formatSeen, lookAtFiles } from '../../../../src/apps/cli/commands/read.ts'
import { overlayOf } from '../../../../src/apps/cli/read/draw-seen.ts'
import type { Seen } from '../../../../src/apps/cli/read/seen.ts'
import { refuse } from '../../../../src/formats/result.ts'
import { type Engine, EngineFault } from '../../../../src/vision/engine.ts'
import { passportPage, selfie } from '../../../kernel/decision/genuine.ts'
import { played } from '../command-line.ts'

const OUTLINE = [
  { x: 0.5, y: 0 },
  { x: 1, y: 0.5 },
  { x: 0.5, y: 1 },
  { x: 0, y: 0.5 },
]
const place = { x: 0, y: 0, width: 0.5, height: 0.5 }

function aPage(): Seen {
  const reading = passportPage()
  const visual = reading.visual.map((field, index) => (index ? field : { ...field, place }))
  const hint = { hint: 'GLARE', x: 0, y: 0, width: 0.1, height: 0.1 } as const
  const found = { reading: { ...reading, visual }, images: {}, hash: new Uint8Array(), outline: OUTLINE, marks: [hint] }
  return { file: 'a.jpg', is: 'document', found }
}

describe('what was seen', () => {
  it('is a table with a number for every part', () => {
    const { visual } = passportPage()
    const lines = formatSeen(aPage()).split('\n')
    assert.match(lines[0] ?? '', /^a\.jpg: PASSPORT, FRONT, /)
    assert.match(lines[1] ?? '', new RegExp(`^ +1 +${visual[0]?.name} +\\d+ +${visual[0]?.value}`))
    assert.ok(lines.some((line) => /MRZ .*\(check digits right\)$/.test(line)))
    assert.match(lines.at(-1) ?? '', /GLARE/)
  })

  it('is data without the numbers of a face', () => {
    for (const seen of [
      aPage(),
      { file: 'b.jpg', is: 'face', found: { reading: selfie(), images: {} as never, hash: new Uint8Array() } },
    ] as Seen[]) {
      const text = JSON.stringify(dataOf(seen))
      assert.doesNotMatch(text, /"values"/)
      assert.ok(text.includes(seen.file))
    }
  })

  it('is drawn where it is in the picture: places on the page follow its outline', () => {
    const svg = overlayOf(aPage(), { width: 1000, height: 1000 })
    const polygons = [...svg.matchAll(/<polygon points="([^"]+)"/g)].map(([, points]) => points)
    assert.equal(polygons[0], '500.0,0.0 1000.0,500.0 500.0,1000.0 0.0,500.0')
    assert.equal(polygons[1], '500.0,0.0 750.0,250.0 500.0,500.0 250.0,250.0', 'the first quarter of the page')
    assert.equal(polygons.at(-1), '0.0,0.0 100.0,0.0 100.0,100.0 0.0,100.0', 'a hint has its place in the picture')
  })

  it('says why nothing was read', () => {
    const refusals = { document: 'DOCUMENT_NOT_RECOGNIZED', face: 'FACE_NOT_FOUND' }
    const seen: Seen = { file: 'c.jpg', is: 'refused', refusals, hints: ['NO_DOCUMENT'], marks: [] }
    assert.equal(
      formatSeen(seen),
      'c.jpg: not read: as a document DOCUMENT_NOT_RECOGNIZED, as a face FACE_NOT_FOUND; hints: NO_DOCUMENT',
    )
  })
})

describe('limen read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limen-read-'))
  after(() => rmSync(folder, { recursive: true }))
  const picture = (name: string) =>
    new URL(`../../../../src/apps/demo/server/pictures/${name}.jpg`, import.meta.url).pathname

  it('reads documents and faces, and draws what it saw', async () => {
    const broken = join(folder, 'broken.jpg')
    writeFileSync(broken, 'no picture')
    const out = join(folder, 'seen')
    const files = [picture('passport'), picture('selfie-of-another'), broken]
    const { status, stdout } = await played(['read', ...files, '--json', '--picture', out])
    assert.equal(status, 1, 'one of them is no picture')
    const [page, face, none] = JSON.parse(stdout)
    assert.deepEqual([page.is, page.type, page.side, page.country], ['document', 'PASSPORT', 'FRONT', 'UTO'])
    assert.equal(page.outline.length, 4)
    assert.ok(page.visual.some(({ name, value }: Record<string, string>) => name === 'document_number' && value))
    assert.deepEqual([face.is, none.is], ['face', 'no picture'])
    assert.ok(face.head.width > 0 && face.head.x + face.head.width <= 1.001)

    const [before, drawn] = await Promise.all(
      [picture('passport'), join(out, 'passport.jpg')].map((file) =>
        sharp(file).raw().toBuffer({ resolveWithObject: true }),
      ),
    )
    assert.ok(before && drawn)
    assert.deepEqual([drawn.info.width, drawn.info.height], [before.info.width, before.info.height])
    assert.ok(green(drawn.data) > green(before.data) + 500, 'the outline is drawn')
  })

  it('goes on when a picture fails, and says which and why', async () => {
    const hidden = join(folder, 'hidden.jpg')
    const out = join(folder, 'drawn')
    // A folder stands where the drawing of the passport would be written.
    mkdirSync(join(out, 'passport.jpg'), { recursive: true })
    const files = [hidden, picture('passport'), picture('selfie-of-another')]
    const { status, stdout } = await played(['read', ...files, '--picture', out])
    assert.equal(status, 1)
    const headings = stdout.split('\n').filter((line) => line && !line.startsWith(' '))
    assert.match(headings[0] ?? '', /hidden\.jpg cannot be read: ENOENT/)
    assert.match(headings[1] ?? '', /passport\.jpg: PASSPORT, FRONT/)
    assert.match(headings[2] ?? '', /passport\.jpg cannot be written: EISDIR/)
    assert.match(headings[3] ?? '', /selfie-of-another\.jpg: a face/)
    assert.equal(headings.length, 4)
  })

  it('goes on when the engine fails on a picture', async () => {
    const files = ['passport', 'selfie-of-another'].map(picture)
    const fault = new EngineFault('took too long')
    const answers = [Promise.reject(fault), Promise.resolve(refuse('DOCUMENT_NOT_RECOGNIZED', []))]
    const engine = { readPage: () => answers.shift() } as unknown as Engine
    const all = await lookAtFiles(engine, files, { as: 'document' })
    assert.deepEqual(
      all.map(({ is }) => is),
      ['failed', 'refused'],
    )
    assert.match(formatSeen(all[0] as Seen), /passport\.jpg: the engine failed: took too long$/)
  })

  it('says in a sentence what cannot be', async () => {
    for (const [words, sentence] of [
      [[picture('passport'), '--picture', 'seen.gif'], /--picture takes a \.jpg, \.png or \.webp file/],
      [[picture('passport'), picture('passport'), '--picture', folder], /overwrite each other/],
    ] as const) {
      const { status, stderr } = await played(['read', ...words])
      assert.equal(status, 2)
      assert.match(stderr, sentence)
    }
  })
})

/** Pixels of about the colour of the outline. */
function green(rgb: Uint8Array): number {
  let count = 0
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const [r = 0, g = 0, b = 0] = rgb.subarray(at, at + 3)
    if (g > 170 && r < 90 && b < 160) count++
  }
  return count
}
