import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readChip } from '../../../packages/chip-reader/src/index.ts'
import { type SoftwareChipOptions, softwareChip } from '../../../packages/specimen/src/chip/software-chip.ts'
import { makeNamedChip } from '../../../packages/specimen/src/chip/write-chip.ts'
import { writeCom } from '../../../packages/specimen/src/chip/write-groups.ts'
import { verifyChip } from '../../../src/features/chip/verify/verify-chip.ts'
import { collectTrust } from '../../../src/formats/x509/collect-trust.ts'
import { chipContents } from '../../support/chip-contents.ts'

const KEY = { documentNumber: 'L898902C3', birthDate: '1974-08-12', expiryDate: '2032-04-15' }
const CHALLENGE = '8f3a09c15be27d46'
const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

const CASES: [chip: string, access: SoftwareChipOptions['access']][] = [
  ['rsa-sha1', 'BAC'],
  ['ecdsa-p256-sha256', { protocol: [2, 2], parameterId: 12 }],
  ['ecdsa-brainpool-p384-explicit', { protocol: [4, 4], parameterId: 16 }],
  ['pss-sha256', { protocol: [2, 4], parameterId: 13 }],
  ['altered-dg1', 'BAC'],
  ['copied-chip', 'BAC'],
  ['missing-group', { protocol: [2, 2], parameterId: 13 }],
]

describe('a test chip that is played in software', () => {
  for (const [name, access] of CASES)
    it(`is read by ${typeof access === 'object' ? 'PACE' : access} and verified: ${name}`, async () => {
      const { sod, groups, answer, trust, expect } = makeNamedChip(name, chipContents())
      const files = new Map([
        [0x011e, writeCom(groups.keys())],
        [0x011d, sod],
        ...[...groups].map(([number, bytes]) => [0x0100 + number, bytes] as const),
      ])
      const chip = softwareChip({ key: KEY, files, access, ...(answer && { sign: answer }) })
      const reading = await readChip({ transceive: chip.transceive, key: KEY, challenge: CHALLENGE })
      assert.equal(reading.access, access === 'BAC' ? 'BAC' : 'PACE')

      const signature = reading.activeAuthentication && bytesOf(reading.activeAuthentication.signature)
      const result = verifyChip(
        {
          sod: bytesOf(reading.sod),
          groups: new Map(Object.entries(reading.dataGroups).map(([number, text]) => [Number(number), bytesOf(text)])),
          ...(signature && { signature }),
        },
        { trust: collectTrust(trust).store, now: Date.parse('2026-06-01'), challenge: Buffer.from(CHALLENGE, 'hex') },
      )
      const { verdict, activeAuthentication } = result
      assert.deepEqual({ verdict, activeAuthentication }, expect)
      assert.deepEqual(
        Object.keys(reading.dataGroups).map(Number),
        [...groups.keys()].sort((one, other) => one - other),
      )
    })
})
