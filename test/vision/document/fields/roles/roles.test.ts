import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import {
  compact,
  dateIn,
  FEATURES,
  featuresOf,
  type SeenLine,
  type SeenPage,
} from '../../../../../src/vision/document/fields/roles/features.ts'
import { LONGEST, sayRoles } from '../../../../../src/vision/document/fields/roles/say-roles.ts'
import { openNets } from '../../../../../src/vision/nets/runtime.ts'

/** A page drawn by lab/training/roles/fixture.py, with what the training computed of it. */
interface DrawnPage extends SeenPage {
  lines: SeenLine[]
  features: number[][]
  roles: [role: string, probability: number][]
  kind: string
}

const drawn = JSON.parse(await readFile(new URL('drawn-page.json', import.meta.url), 'utf8')) as DrawnPage

describe('line roles', () => {
  it('tells the net of a page exactly what it was taught with', () => {
    const cut = drawn.lines.map((line) => ({ ...line, text: line.text.slice(0, LONGEST) }))
    const features = featuresOf(cut, drawn)
    for (const [i, expected] of drawn.features.entries()) {
      const row = [...features.slice(i * FEATURES, (i + 1) * FEATURES)]
      for (const [j, value] of expected.entries()) {
        assert.ok(Math.abs((row[j] as number) - value) < 1e-4, `line ${i}, feature ${j}: ${row[j]} for ${value}`)
      }
    }
  })

  it('gets the answers that the training got', async () => {
    const { rolesOf, kinds, back } = await sayRoles(openNets(), drawn.lines, drawn)
    for (const [i, [role, probability]] of drawn.roles.entries()) {
      const said = rolesOf(i, 0, drawn.lines[i]?.text.length ?? 0)
      // Weights are stored in 16 bits.
      assert.ok(
        Math.abs((said.get(role) ?? 0) - probability) < 0.02,
        `line ${i}: ${role} ${said.get(role)} for ${probability}`,
      )
    }
    assert.equal([...kinds].toSorted((a, b) => b[1] - a[1])[0]?.[0], drawn.kind)
    assert.ok(back < 0.5)
  })

  it('finds dates in any order and with named months', () => {
    assert.deepEqual(dateIn('Geboren 31.12.1999', 2030), [1999, 12, 31])
    assert.deepEqual(dateIn('1999-12-31', 2030), [1999, 12, 31])
    assert.deepEqual(dateIn('12/31/1999', 2030), [1999, 12, 31])
    assert.deepEqual(dateIn('03 MAY/MAI 21', 2030), [2021, 0, 3])
    assert.deepEqual(dateIn('31121999', 2030), [1999, 12, 31])
    assert.equal(dateIn('39303314018', 2030), undefined)
    assert.equal(dateIn('31.13.1999.', 2030), undefined)
  })

  it('compares names of any script as an MRZ spells them', () => {
    assert.equal(compact('Жукова-Ёлкина'), 'ZHUKOVAELKINA')
    assert.equal(compact('Ødegård Ńł'), 'OEDEGARDNL')
  })
})
