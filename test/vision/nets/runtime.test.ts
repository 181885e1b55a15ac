import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readNetList } from '../../../src/vision/nets/net-list.ts'
import { openNets, watchNets } from '../../../src/vision/nets/runtime.ts'

const FETCHED = fileURLToPath(new URL('../../../.models', import.meta.url))
/** Something for the net of eyes to look at. */
const LOOK = { input: { data: new Float32Array(24 * 24).fill(0.5), dims: [1, 1, 24, 24] } }
let folder: string
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'limen-runtime-'))
})
after(() => rm(folder, { recursive: true, force: true }))

describe('a net', () => {
  it('runs and is kept', async () => {
    const nets = openNets()
    const eye = await nets.get('face-eye')
    assert.equal(await nets.get('face-eye'), eye)
    const { output } = await eye.run(LOOK)
    assert.deepEqual(output?.dims, [1, 2])
  })

  it('is named to whoever watches, each time it runs', async () => {
    const ran: string[] = []
    const eye = await watchNets(openNets(), ({ name, sha256 }) => ran.push(`${name} ${sha256}`)).get('face-eye')
    assert.deepEqual(ran, [])
    await eye.run(LOOK)
    await eye.run(LOOK)
    assert.deepEqual(ran, [`face-eye ${eye.sha256}`, `face-eye ${eye.sha256}`])
  })

  it('brings its dictionary', async () => {
    const reader = await openNets().get('text-lines')
    assert.ok((await reader.text('dictionary')).split('\n').length > 400)
  })

  it('is refused when its bytes are not the ones that were measured', async () => {
    const entry = readNetList()['face-eye']
    assert.ok(entry)
    const bytes = await readFile(path.join(FETCHED, entry.files.model.path))
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1
    await writeFile(path.join(folder, 'eye.onnx'), bytes)
    const overrides = await override({ ...entry, files: { model: { ...entry.files.model, path: 'eye.onnx' } } })
    await assert.rejects(openNets({ overrides }).get('face-eye'), /is not the one that was measured/)
    await assert.rejects(openNets({ overrides }).check('face-eye'), /is not the one that was measured/)
  })

  it('is checked without being opened, by whoever may need it later', async () => {
    await openNets().check('face-eye')
    await assert.rejects(openNets().check('face-tail'), /there is no model/)
    const entry = readNetList()['face-eye']
    assert.ok(entry)
    const overrides = await override({ ...entry, files: { model: { ...entry.files.model, path: 'gone.onnx' } } })
    await assert.rejects(openNets({ overrides }).check('face-eye'), /is not at/)
  })

  it('can be the operator’s own, put in a slot by a file of theirs', async () => {
    const entry = readNetList()['face-eye']
    assert.ok(entry)
    await writeFile(path.join(folder, 'own.onnx'), await readFile(path.join(FETCHED, entry.files.model.path)))
    const overrides = await override({
      ...entry,
      origin: 'ours',
      files: { model: { ...entry.files.model, path: 'own.onnx' } },
    })
    assert.equal((await openNets({ overrides }).get('face-eye')).entry.origin, 'ours')
  })

  it('whose thresholds were measured with another checksum is refused at once', async () => {
    const entry = readNetList()['face-eye']
    assert.ok(entry)
    const other = { ...entry, thresholds: { sha256: 'f'.repeat(64), values: {} } }
    const overrides = await override(other)
    assert.throws(() => openNets({ overrides }), /measured with another model|state /)
  })

  it('can be left out where the engine can do without, and only there', async () => {
    const overrides = await overrideAll({ 'face-embed-second': null })
    assert.equal(openNets({ overrides }).has('face-embed-second'), false)
    const without = await overrideAll({ 'face-embed': null })
    assert.throws(() => openNets({ overrides: without }), /cannot do without/)
  })

  it('whose thresholds were measured together with another slot’s net is refused next to a new one there', async () => {
    const list = readNetList()
    const entry = { ...list['face-eye'], thresholds: { ...list['face-embed']?.thresholds, sha256: 'e'.repeat(64) } }
    const own = { ...entry, files: { model: { path: 'own.onnx', sha256: 'e'.repeat(64) } } }
    const overridden = await overrideAll({ 'face-embed': own })
    assert.throws(() => openNets({ overrides: overridden }), /measured with another "face-embed"/)
    const alone = await overrideAll({ 'face-embed': own, 'face-embed-second': null })
    assert.equal(openNets({ overrides: alone }).has('face-embed'), true)
  })

  it('for a slot that does not exist is refused at once', async () => {
    const file = path.join(folder, 'unknown.json')
    await writeFile(file, JSON.stringify({ models: { 'no-such-slot': readNetList()['face-eye'] } }))
    assert.throws(() => openNets({ overrides: file }), /no model slot/)
  })
})

const override = (entry: unknown): Promise<string> => overrideAll({ 'face-eye': entry })

async function overrideAll(models: Record<string, unknown>): Promise<string> {
  const file = path.join(folder, 'models.json')
  await writeFile(file, JSON.stringify({ models }))
  return file
}
