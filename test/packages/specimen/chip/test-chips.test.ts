import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CHIP_FORGERIES } from '../../../../packages/specimen/src/chip/forge-chip.ts'
import { CHIP_PROFILES } from '../../../../packages/specimen/src/chip/test-chips.ts'
import { CHIP_NAMES, makeNamedChip } from '../../../../packages/specimen/src/chip/write-chip.ts'
import { verifyChip } from '../../../../src/features/chip/verify/verify-chip.ts'
import { collectTrust } from '../../../../src/formats/x509/collect-trust.ts'
import { chipContents } from '../../../support/chip-contents.ts'

const challenge = Buffer.from('0011223344556677', 'hex')
const now = Date.parse('2026-06-01')

describe('test chips', () => {
  for (const name of CHIP_NAMES)
    it(`${name} is judged as what it is`, () => {
      const { sod, groups, answer, trust, expect } = makeNamedChip(name, chipContents())
      const { store, refused } = collectTrust(trust)
      assert.deepEqual(refused, [])
      const signature = answer?.(challenge)
      const result = verifyChip({ sod, groups, ...(signature && { signature }) }, { trust: store, now, challenge })
      assert.deepEqual(
        { verdict: result.verdict, activeAuthentication: result.activeAuthentication },
        expect,
        JSON.stringify(result.reasons),
      )
      assert.equal(result.portrait?.height, 50)
    })

  it('show all that passports have: both portrait formats in each record, and every hash', () => {
    const profiles = JSON.stringify(CHIP_PROFILES)
    for (const word of ['ISO 39794-5', 'ISO 19794-5:2011', 'JPEG2000', 'explicit', 'compressed', 'implied', 'plain'])
      assert.ok(profiles.includes(word), word)
    for (const hash of ['sha1', 'sha224', 'sha256', 'sha384', 'sha512']) assert.ok(profiles.includes(`"${hash}"`), hash)
    assert.ok(Object.keys(CHIP_FORGERIES).length >= 8)
  })
})
