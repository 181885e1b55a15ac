import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { readDocument } from '../../../src/vision/document/read-document.ts'
import type { Net, Nets } from '../../../src/vision/nets/runtime.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { engine } from '../../support/read-engine.ts'

describe('a page whose letters look upright upside down', () => {
  it('is turned by its portrait', async () => {
    const { front } = await drawSpecimen({ kind: 'td1', seed: 3, today: '2026-01-01' })
    const photo = await decode(front)
    const { value: read } = await engine.read((context) =>
      readDocument({ ...context, nets: misled(context.nets) }, photo),
    )
    assert.ok(read.ok, read.ok ? '' : read.refusal)
    const { turns, portrait, kind, visual } = read.value
    assert.equal(turns, 0)
    assert.ok(portrait)
    assert.equal(kind.type, 'IDENTITY_CARD')
    assert.ok(visual.length > 3)
  })
})

/** Every line is taken to stand on its head. */
function misled(nets: Nets): Nets {
  return {
    ...nets,
    async get(name): Promise<Net> {
      const net = await nets.get(name)
      if (name !== 'text-direction') return net
      const inverted = { data: Float32Array.from([0, 1]), dims: [1, 2] }
      return { ...net, run: async () => ({ directions: inverted }) }
    },
  }
}
