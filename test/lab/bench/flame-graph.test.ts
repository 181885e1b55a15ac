import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawFlameGraph, type Profile } from '../../../lab/bench/support/flame-graph.ts'

describe('a flame graph', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url })
  const profile: Profile = {
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 5] },
      { id: 2, callFrame: frame('readPage', 'file:///x/src/engine/read-page.ts'), children: [3, 4] },
      { id: 3, callFrame: frame('run', 'file:///x/node_modules/onnxruntime-node/dist/backend.js') },
      { id: 4, callFrame: frame('a<b', 'file:///x/src/engine/warp.ts') },
      { id: 5, callFrame: frame('(idle)') },
    ],
    samples: [3, 4, 5, 2],
    timeDeltas: [60_000, 30_000, 500_000, 10_000],
  }
  const svg = drawFlameGraph(profile, 'a title')

  it('draws what is called above its caller, as wide as it took, without idle time', () => {
    const widths = [...svg.matchAll(/<title>([^<]*)<\/title><rect width="([\d.]+)"/g)].map(([, name, width]) => [
      name,
      Math.round(Number(width)),
    ])
    assert.deepEqual(widths, [
      ['all: 100 ms', 1200],
      ['readPage · read-page.ts: 100 ms', 1200],
      ['onnxruntime-node: 60 ms', 720],
      ['a&lt;b · warp.ts: 30 ms', 360],
    ])
  })
})
