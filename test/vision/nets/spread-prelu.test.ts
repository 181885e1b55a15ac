import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { FETCHED_NETS } from '../../../src/platform/resources.ts'
import { readNetList } from '../../../src/vision/nets/net-list.ts'
import { readFields, writeFields } from '../../../src/vision/nets/protobuf.ts'
import { placeOf } from '../../../src/vision/nets/runtime.ts'
import { spreadPrelu } from '../../../src/vision/nets/spread-prelu.ts'

const bytesOf = (name: string): Uint8Array => {
  const file = readNetList()[name]?.files.model
  assert.ok(file)
  return readFileSync(path.resolve(placeOf(file, FETCHED_NETS)))
}

async function answer(model: Uint8Array): Promise<Float32Array> {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 })
  const picture = Float32Array.from({ length: 3 * 112 * 112 }, (_, i) => Math.sin(0.37 * i))
  const { output } = await session.run({ input: new Tensor('float32', picture, [1, 3, 112, 112]) })
  return output?.data as Float32Array
}

describe('a net with PRelu', () => {
  for (const name of ['face-embed', 'face-embed-second']) {
    it(`answers the same when they are spelled otherwise: ${name}`, async () => {
      const model = bytesOf(name)
      const spread = spreadPrelu(model, 'x64')
      assert.notDeepEqual(Buffer.from(spread), Buffer.from(model))
      const [one, other] = [await answer(model), await answer(spread)]
      const largest = Math.max(...one.map(Math.abs))
      for (const [i, value] of one.entries()) assert.ok(Math.abs(value - (other[i] ?? 0)) < 1e-5 * largest)
    })
  }

  it('stays as it is where that gains nothing: on other processors, and with odd numbers of channels', () => {
    assert.equal(spreadPrelu(bytesOf('face-embed'), 'arm64').length, bytesOf('face-embed').length)
    const liveness = bytesOf('face-liveness')
    assert.equal(spreadPrelu(liveness, 'x64'), liveness)
  })
})

describe('a protobuf message', () => {
  it('is the same when its fields are read and written, and refused when it ends within one', () => {
    const model = bytesOf('corners')
    assert.ok(Buffer.from(model).equals(writeFields(readFields(model))))
    assert.throws(() => readFields(model.subarray(0, model.length - 1)), RangeError)
  })
})
