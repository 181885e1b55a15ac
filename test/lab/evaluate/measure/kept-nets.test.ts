import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { it } from 'node:test'
import { keptNets } from '../../../../lab/evaluate/measure/kept-nets.ts'
import type { Net, Nets, Tensor } from '../../../../src/vision/nets/runtime.ts'

it('answers the same question from its folder, and another one by the net', async (test) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kept-'))
  test.after(() => rmSync(folder, { recursive: true }))
  let runs = 0
  const net = {
    sha256: 'a',
    async run({ x }: Record<string, Tensor>) {
      runs++
      const first = (x?.data[0] ?? 0) + 0.25
      return { sum: { data: Float32Array.of(first, 2), dims: [1, 2] }, rest: { data: Float32Array.of(3), dims: [1] } }
    },
  } as unknown as Net
  const nets = { get: async () => net } as unknown as Nets
  const ask = async (value: number) => {
    const kept = await keptNets(nets, folder).get('x')
    return kept.run({ x: { data: Float32Array.of(value), dims: [1] } })
  }
  const answers = [await ask(1), await ask(1), await ask(2)]
  assert.equal(runs, 2)
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual([...(answers[2]?.sum?.data ?? [])], [2.25, 2])
  assert.deepEqual(answers[1]?.rest, { data: Float32Array.of(3), dims: [1] })
})
