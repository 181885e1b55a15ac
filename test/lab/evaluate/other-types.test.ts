import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { run } from '../../../lab/evaluate/index.ts'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../packages/specimen/src/photograph/photograph.ts'

const SETS = [
  'documents',
  'issued',
  'unseen',
  'taught',
  'corners',
  'mrzTurned',
  'recapture',
  'tampered',
  'edits',
] as const

describe('an evaluation on a folder whose types of documents no net was trained on', () => {
  let data: string

  const write = async (file: string, content: string | Uint8Array) => {
    await mkdir(path.dirname(path.join(data, file)), { recursive: true })
    await writeFile(path.join(data, file), content)
  }

  before(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'limen-other-types-'))
    const { front } = await drawSpecimen({ kind: 'td3', country: 'UTO', seed: 'other types' })
    const { jpeg, quad } = await photograph(front, { seed: 'other types', level: 'easy', size: 1200 })
    const square = await sharp({ create: { width: 200, height: 40, channels: 3, background: '#d8d0c0' } })
      .png()
      .toBuffer()
    const painted = await sharp(jpeg)
      .composite([{ input: square, left: 500, top: 400 }])
      .jpeg({ quality: 92 })
      .toBuffer()
    // As sources state them: what they do not state is null.
    const truth = { file: 'a.jpg', country: 'UTO', type: 'passport', side: 'front', quad: null, fields: {} }
    await write('documents/a.jpg', jpeg)
    await write('documents/truth.json', JSON.stringify([{ ...truth, mrz: ['P<UTO'.padEnd(44, '<')] }]))
    await write('unseen/truth.json', JSON.stringify([{ ...truth, file: '../documents/a.jpg', mrz: null }]))
    await write(
      'issued/truth.json',
      JSON.stringify([
        { ...truth, file: '../documents/a.jpg', mrz: null, model: 'UTO passport', fields: { surname: 'NOT PRINTED' } },
      ]),
    )
    await write('corners/a.jpg', jpeg)
    await write('corners/quads.json', JSON.stringify([{ file: 'a.jpg', quad: quad.map(({ x, y }) => [x, y]) }]))
    await write('recapture/a.jpg', jpeg)
    await write('recapture/labels.csv', 'file,label\na.jpg,screen\n')
    await write('tampered/a.jpg', jpeg)
    await write('tampered/b.jpg', painted)
    await write(
      'tampered/labels.csv',
      'file,label,kind,model,number\na.jpg,genuine,untouched,uto_passport,1\nb.jpg,forged,painted,uto_passport,1\n',
    )
    const shown = [{ file: '../documents/a.jpg' }]
    const entry = { model: 'uto_passport', country: 'UTO', type: 'PASSPORT', side: 'FRONT', capture: 'phone photo' }
    await write('taught/truth.json', JSON.stringify([{ ...entry, teach: shown, test: shown, imitations: [] }]))
  })

  after(() => rm(data, { recursive: true }))

  for (const set of SETS) {
    it(`goes through the set ${set} and writes its figures`, async () => {
      const file = path.join(data, `${set}.figures.json`)
      await run(['--data', data, '--only', set, '--json', file, '--count', '1'])
      const written = JSON.parse(await readFile(file, 'utf8'))
      assert.deepEqual(Object.keys(written), [set])
    })
  }

  it('says of the set issued what was read, by country and by document, and at which step a value was lost', async () => {
    const file = path.join(data, 'issued.explained.json')
    await run(['--data', data, '--only', 'issued', '--json', file, '--explain'])
    const { issued } = JSON.parse(await readFile(file, 'utf8'))
    const group = {
      n: 1,
      recognised: 1,
      country: { n: 1, right: 1 },
      type: { n: 1, right: 1 },
      mrz: { n: 0, exact: 0 },
    }
    const { fields, ...read } = issued.byCountry.UTO
    assert.deepEqual(Object.keys(issued.byDocument), ['UTO passport'])
    assert.deepEqual({ ...read, sure: undefined }, { ...group, sure: undefined })
    assert.deepEqual(fields, { n: 1, exact: 0 })
    assert.equal(
      Object.values(issued.lostAt as Record<string, number>).reduce((sum, n) => sum + n, 0),
      1,
    )
  })

  it('says of the set tampered what was flagged by kind, and nothing of types that are not there', async () => {
    const { tampered } = JSON.parse(await readFile(path.join(data, 'tampered.figures.json'), 'utf8'))
    assert.deepEqual([tampered.genuine, tampered.forged, tampered.byKind.painted.n], [1, 1, 1])
    assert.deepEqual(Object.keys(tampered.byTraining), ['untrained'])
  })
})
