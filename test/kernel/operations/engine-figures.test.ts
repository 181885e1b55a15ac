import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Gauge, Registry } from 'prom-client'
import { engineFigures } from '../../../src/kernel/figures/routes/console-overview.ts'

describe('what the console shows of the engine', () => {
  it('has how many of the faces were read for the duplicate check', async () => {
    const registry = new Registry()
    const gauge = (name: string, value: number) => new Gauge({ name, help: name, registers: [registry] }).set(value)
    assert.equal((await engineFigures(registry)).faces, undefined, 'the check is off')
    gauge('limen_face_index_faces', 250_000)
    gauge('limen_face_index_total', 1_000_000)
    assert.deepEqual((await engineFigures(registry)).faces, {
      read: 250_000,
      total: 1_000_000,
      place: 'memory',
    })
  })
})
