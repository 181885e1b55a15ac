import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { FETCHED_NETS } from '../../../src/platform/resources.ts'
import { type NetEntry, readNetList } from '../../../src/vision/nets/net-list.ts'
import { selfTest } from '../../../src/vision/process/self-test.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import { engine } from '../../support/read-engine.ts'

describe('the self-test', () => {
  it('passes with the models as they are', async () => {
    await selfTest(engine)
  })

  it('refuses a recogniser that is fed the wrong way', async (t) => {
    const modelsFile = await changed(t, 'face-embed', (entry) => ({
      ...entry,
      input: { ...required(entry.input), order: 'RGB', mean: 0, std: 255 },
    }))
    await assert.rejects(selfTest(openReadEngine({ ...DEFAULT_SETTINGS, modelsFile })), /self-test: /)
  })

  it('refuses a threshold at which one person would not match', async (t) => {
    const modelsFile = await changed(t, 'face-embed-second', (entry) => ({
      ...entry,
      thresholds: {
        ...required(entry.thresholds),
        curves: {
          ...required(entry.thresholds?.curves),
          joined: {
            points: [
              [-1, 0],
              [0.9, 50],
              [1, 100],
            ],
            measured: 'nowhere',
          },
        },
      },
    }))
    await assert.rejects(selfTest(openReadEngine({ ...DEFAULT_SETTINGS, modelsFile })), /do not match/)
  })

  it('refuses a liveness model that is fed the wrong way', async (t) => {
    const modelsFile = await changed(t, 'face-liveness', (entry) => ({
      ...entry,
      input: { ...required(entry.input), std: 255 },
    }))
    await assert.rejects(selfTest(openReadEngine({ ...DEFAULT_SETTINGS, modelsFile })), /live/)
  })
})

/** A models file with one slot changed; its network stays where it was fetched to. */
async function changed(t: TestContext, slot: string, change: (entry: NetEntry) => NetEntry): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'limen-slot-'))
  t.after(() => rm(folder, { recursive: true }))
  const entry = required(readNetList()[slot])
  const model = { ...entry.files.model, path: path.join(FETCHED_NETS, entry.files.model.path) }
  const file = path.join(folder, 'models.json')
  await writeFile(file, JSON.stringify({ models: { [slot]: change({ ...entry, files: { model } }) } }))
  return file
}

function required<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined)
  return value
}
