import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { certify, makeAuthority } from '../../../packages/specimen/src/chip/certify.ts'
import { answerByCurve, makeChip } from '../../../packages/specimen/src/chip/make-chip.ts'
import { makeKey } from '../../../packages/specimen/src/chip/sign.ts'
import {
  writeDg1,
  writeDg2,
  writeDg2In39794,
  writeDg2Of2011,
  writeDg15,
} from '../../../packages/specimen/src/chip/write-groups.ts'
import { verifyChip } from '../../../src/features/chip/verify/verify-chip.ts'
import { collectTrust } from '../../../src/formats/x509/collect-trust.ts'
import { readSignedFile } from '../../../src/formats/x509/signed-data.ts'
import { codestream, jpegHeader } from '../../support/chip-pictures.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const authority = makeAuthority('CSCA Utopia', { way })
const signer = certify('Signer', { way, by: authority })
const key = makeKey(way)
const challenge = Buffer.from('0011223344556677', 'hex')
const groups = new Map([
  [1, writeDg1(['P<UTOSPECIMEN<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204159ZE184226B<<<<<10'])],
  [2, writeDg2(jpegHeader(40, 50))],
  [15, writeDg15(key.publicKey)],
])
const { store: trust } = collectTrust([{ name: 'root.cer', bytes: authority.certificate }])
const now = Date.parse('2026-06-01')
const signature = answerByCurve(key, challenge, 'sha256', 'plain')
const judge = (files: Partial<Parameters<typeof verifyChip>[0]>) =>
  verifyChip({ sod: chip.sod, groups, signature, ...files }, { trust, now, challenge })
/** Without the answer to a challenge, which takes as long as the rest. */
const judgeUnanswered = (files: Pick<Parameters<typeof verifyChip>[0], 'sod'> | { groups: typeof groups }) =>
  verifyChip({ sod: chip.sod, groups, ...files }, { trust, now })

const chip = makeChip(groups, signer, { issuer: authority, signedAt: '2024-05-01' })

/** Where the parts lie that a signature covers: the hashes, the signer's certificate, the signed attributes, the signatures. */
function coveredBy(sod: Uint8Array): (at: number) => boolean {
  const { content, certificates, signer: info } = readSignedFile(sod)
  const middle = content.length >> 1
  const parts = [
    content.subarray(0, middle),
    content.subarray(middle),
    certificates[0]?.signed,
    certificates[0]?.signature,
    info.attributes?.signed.subarray(2),
    info.signature,
  ]
  const ranges = parts.map((part) => {
    const start = Buffer.from(sod).indexOf(Buffer.from(part ?? []))
    assert.ok(part && part.length > 30 && start > 0)
    return { start, end: start + part.length }
  })
  return (at) => ranges.some(({ start, end }) => at >= start && at < end)
}

describe('a damaged chip', () => {
  it('is never trusted when a byte of its signed object was changed, but where nothing is signed', () => {
    const { sod } = chip
    assert.equal(judge({ sod }).verdict, 'TRUSTED')
    const covered = coveredBy(sod)
    const trusted: number[] = []
    for (let at = 0; at < sod.length; at++) {
      const damaged = Uint8Array.from(sod)
      damaged[at] = (damaged[at] ?? 0) ^ (at % 2 ? 0x01 : 0xff)
      const { verdict, reasons } = judgeUnanswered({ sod: damaged })
      assert.ok(verdict && reasons.length > 0)
      if (verdict === 'TRUSTED') trusted.push(at)
    }
    // What remains: versions, the list of digests, the name by which the signer is looked for, parameters without meaning.
    assert.deepEqual(trusted.filter(covered), [])
  })

  it('cannot be read when its signed object was cut off anywhere, and not be trusted when bytes are doubled', () => {
    for (let at = 0; at < chip.sod.length; at++) {
      assert.equal(judgeUnanswered({ sod: chip.sod.subarray(0, at) }).verdict, 'UNREADABLE', `cut at ${at}`)
      const doubled = Buffer.concat([chip.sod.subarray(0, at + 1), chip.sod.subarray(at)])
      assert.notEqual(judgeUnanswered({ sod: doubled }).verdict, 'TRUSTED', `doubled at ${at}`)
    }
    assert.equal(judge({ sod: Buffer.concat([chip.sod, chip.sod]) }).verdict, 'UNREADABLE')
  })

  it('is altered when any byte of a data group was changed, cut or doubled', () => {
    for (const [number, bytes] of groups)
      for (let at = 0; at < bytes.length; at++) {
        const changed = Uint8Array.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 0xff
        const doubled = Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)])
        // The key is drawn: if its last byte is one that readers pad files with, a second one is padding.
        const isPadding = at === bytes.length - 1 && [0, 0xff].includes(bytes[at] ?? 0)
        for (const damaged of [changed, bytes.subarray(0, at), ...(isPadding ? [] : [doubled])]) {
          const { verdict, dataGroups } = judgeUnanswered({ groups: new Map(groups).set(number, damaged) })
          assert.equal(verdict, 'ALTERED')
          assert.equal(dataGroups?.[number], 'OTHER')
        }
      }
  })

  it('is false when any byte of its answer to the challenge was changed or cut', () => {
    for (let at = 0; at < signature.length; at++) {
      const changed = Uint8Array.from(signature)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.equal(judge({ signature: changed }).activeAuthentication, 'FALSE')
      assert.equal(judge({ signature: signature.subarray(0, at) }).activeAuthentication, 'FALSE')
    }
  })
})

describe('hostile files', () => {
  it('with a portrait of any damage are read or refused', () => {
    for (const write of [writeDg2, writeDg2Of2011, writeDg2In39794])
      for (const picture of [jpegHeader(40, 50), codestream(40, 50)]) {
        const bytes = write(picture)
        for (let at = 0; at < bytes.length; at++)
          for (const change of [0x01, 0x7f, 0x80, 0xff]) {
            const damaged = Uint8Array.from(bytes)
            damaged[at] = (damaged[at] ?? 0) ^ change
            for (const file of [damaged, bytes.subarray(0, at)])
              assert.ok(verifyChip({ groups: new Map([[2, file]]) }, { trust, now }).reasons.length <= 1)
          }
      }
  })

  it('with deep nesting, endless lengths and huge numbers cannot be read', () => {
    const nested = Buffer.concat([...Array(50_000)].map(() => Buffer.of(0x30, 0x80)))
    const huge = Buffer.concat([Buffer.of(0x77, 0x84, 0x7f, 0xff, 0xff, 0xff), Buffer.alloc(1000, 0x30)])
    const tags = Buffer.alloc(100_000, 0xff)
    const empties = Buffer.concat([Buffer.of(0x77, 0x80), Buffer.alloc(900_000, 0x05).fill(0, 1, 2)])
    for (const sod of [nested, huge, tags, empties, Buffer.alloc(900_000, 0x24)])
      assert.equal(verifyChip({ sod, groups: new Map() }, { trust, now }).verdict, 'UNREADABLE')
  })
})
