import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { BadPicture } from '../../../src/vision/engine.ts'
import { HOSTILE, type HostileKind, hostilePictures } from '../../support/hostile-pictures.ts'
import { engine } from '../../support/read-engine.ts'

const COUNT = 204

describe('a hostile or broken picture', () => {
  it('is refused clearly or read, and never brings the engine down', { timeout: 600_000 }, async () => {
    const { front } = await drawSpecimen({ kind: 'td3', seed: 1, today: '2026-01-01' })
    const outcomes = new Map<HostileKind, Set<string>>(HOSTILE.map((kind) => [kind, new Set()]))
    for await (const { kind, bytes } of hostilePictures(COUNT, front)) {
      outcomes.get(kind)?.add(await outcomeOf(bytes))
    }

    async function outcomeOf(bytes: Uint8Array): Promise<string> {
      try {
        const { value: result } = await engine.read((context) => readPage(context, bytes))
        return result.ok ? 'read' : result.refusal
      } catch (error) {
        if (error instanceof BadPicture) return error.kind
        throw error
      }
    }

    const only = (kind: HostileKind) => [...(outcomes.get(kind) ?? [])].sort()
    assert.deepEqual(only('empty'), ['not-an-image'])
    assert.deepEqual(only('bomb'), ['too-many-pixels'])
    assert.deepEqual(only('one-pixel'), ['DOCUMENT_NOT_RECOGNIZED'])
    assert.deepEqual(only('strip'), ['too-many-pixels'])
    assert.deepEqual(only('noise'), ['DOCUMENT_NOT_RECOGNIZED'])
    assert.ok(!only('other-format').includes('read'))
  })
})
