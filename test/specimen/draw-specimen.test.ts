import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadImage } from '@napi-rs/canvas'
import { checkDigitAgrees } from '../../src/domain/mrz/check-digit.ts'
import { formatOf } from '../../src/domain/mrz/formats.ts'
import { drawSpecimen } from '../../src/specimen/draw-specimen.ts'
import type { Truth } from '../../src/specimen/truth.ts'

const today = '2026-06-15'

function wrongChecks({ mrz }: Truth): string[] {
  assert.ok(mrz)
  const text = ({ line, start, end }: { line: number; start: number; end: number }) =>
    mrz.lines[line]?.slice(start, end) ?? ''
  return formatOf(mrz.type)
    .checks.filter(({ digit, over }) => !checkDigitAgrees(over.map(text).join(''), text(digit)))
    .map(({ name }) => name)
}

describe('a specimen', () => {
  it('is drawn in the size its truth states, each side', async () => {
    const { front, back, truth } = await drawSpecimen({ kind: 'td1', seed: 3, today })
    assert.ok(back)
    for (const [index, bytes] of [front, back].entries()) {
      const image = await loadImage(Buffer.from(bytes))
      assert.equal(image.width, truth.sides[index]?.width)
      assert.equal(image.height, truth.sides[index]?.height)
    }
    assert.deepEqual(
      truth.sides.map(({ side }) => side),
      ['FRONT', 'BACK'],
    )
  })

  it('carries valid check digits unless asked otherwise', async () => {
    for (const kind of ['td3', 'td1'] as const) {
      assert.deepEqual(wrongChecks((await drawSpecimen({ kind, seed: 5, today })).truth), [])
    }
  })

  it('carries a wrong check digit when asked to', async () => {
    const { truth } = await drawSpecimen({ kind: 'td3', seed: 5, today, faults: ['wrong-check-digit'] })
    assert.equal(truth.mrz?.valid, false)
    assert.notDeepEqual(wrongChecks(truth), [])
  })

  it('is expired only when asked to be', async () => {
    assert.ok((await drawSpecimen({ kind: 'td3', today })).truth.dateOfExpiry > today)
    assert.ok((await drawSpecimen({ kind: 'td3', today, faults: ['expired'] })).truth.dateOfExpiry < today)
  })

  it('shows a number or a date that differs from the MRZ in one digit when asked to', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const { truth } = await drawSpecimen({ kind: 'td3', seed, today, faults: ['visual-digit'] })
      assert.ok(truth.altered)
      const { name, printed, genuine } = truth.altered
      assert.equal([...printed].filter((sign, index) => sign !== genuine[index]).length, 1)
      assert.equal(truth.sides[0]?.visual.find((field) => field.name === name)?.value, printed)
    }
  })

  it('has no MRZ when asked to have none', async () => {
    const { truth } = await drawSpecimen({ kind: 'td1', today, faults: ['no-mrz'] })
    assert.equal(truth.mrz, undefined)
    assert.equal(truth.sides[1]?.regions.mrz, undefined)
  })

  it('is the same for the same seed and another for another', async () => {
    const one = await drawSpecimen({ kind: 'td1', country: 'CZE', seed: 7, today })
    const same = await drawSpecimen({ kind: 'td1', country: 'CZE', seed: 7, today })
    const other = await drawSpecimen({ kind: 'td1', country: 'CZE', seed: 8, today })
    assert.deepEqual(one.truth, same.truth)
    assert.ok(Buffer.from(one.front).equals(Buffer.from(same.front)))
    assert.notEqual(one.truth.documentNumber, other.truth.documentNumber)
    assert.ok(!Buffer.from(one.front).equals(Buffer.from(other.front)))
  })
})
