import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { certify, makeAuthority } from '../../../packages/specimen/src/chip/certify.ts'
import { answerByCurve, makeChip } from '../../../packages/specimen/src/chip/make-chip.ts'
import { makeKey } from '../../../packages/specimen/src/chip/sign.ts'
import { writeDg1, writeDg2, writeDg15 } from '../../../packages/specimen/src/chip/write-groups.ts'
import { played } from '../../apps/cli/command-line.ts'
import { codestream } from '../../support/chip-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'limen-chip-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const authority = makeAuthority('CSCA Utopia', { way })
const signer = certify('Signer', { way, by: authority, until: '2030-01-01' })
const key = makeKey(way)
const challenge = '0123456789abcdef'
const LINES = ['P<UTOSPECIMEN<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204159ZE184226B<<<<<10']
const groups = new Map([
  [1, writeDg1(LINES)],
  [2, writeDg2(codestream(413, 531))],
  [15, writeDg15(key.publicKey)],
])
const { sod } = makeChip(groups, signer, { issuer: authority, signedAt: '2024-05-01' })
const answer = answerByCurve(key, Buffer.from(challenge, 'hex'), 'sha256', 'plain')

const trust = folderWith('trust', { 'root.cer': authority.certificate })
const whole = folderWith('whole', {
  'EF.SOD.bin': sod,
  'AA.bin': answer,
  ...Object.fromEntries([...groups].map(([number, bytes]) => [`DG${number}.bin`, bytes])),
})

function folderWith(name: string, files: Record<string, Uint8Array>): string {
  const path = join(folder, name)
  mkdirSync(path)
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(path, file), bytes)
  return path
}

const verify = async (...words: string[]) => {
  const { status, stdout, stderr } = await played(['chip', 'verify', ...words, '--json'])
  return { status, stderr, report: stdout ? JSON.parse(stdout) : undefined }
}

describe('chip verify', () => {
  it('prints what a chip says, and ends with 0 when it is trusted', async () => {
    const { status, report } = await verify(whole, '--trust', trust, '--challenge', challenge)
    assert.equal(status, 0)
    const { reasons, ...rest } = report
    assert.deepEqual(
      reasons.map(({ code }: { code: string }) => code),
      ['SIGNATURE_HOLDS', 'ISSUER_TRUSTED', 'ACTIVE_AUTHENTICATION_HOLDS'],
    )
    assert.equal(rest.mrz.fields.primary_identifier, 'SPECIMEN')
    assert.deepEqual(rest, {
      verdict: 'TRUSTED',
      country: 'UT',
      signer: {
        subject: 'C=UT, O=Utopia, CN=Signer',
        issuer: 'C=UT, O=Utopia, CN=CSCA Utopia',
        notBefore: '2020-01-01T00:00:00.000Z',
        notAfter: '2030-01-01T00:00:00.000Z',
      },
      authority: {
        subject: 'C=UT, O=Utopia, CN=CSCA Utopia',
        issuer: 'C=UT, O=Utopia, CN=CSCA Utopia',
        notBefore: '2020-01-01T00:00:00.000Z',
        notAfter: '2035-01-01T00:00:00.000Z',
        origin: 'root.cer',
      },
      dataGroups: { 1: 'SAME', 2: 'SAME', 15: 'SAME' },
      activeAuthentication: 'GENUINE',
      mrz: { lines: LINES, fields: rest.mrz.fields },
      portrait: { format: 'JPEG2000', width: 413, height: 531 },
    })
  })

  it('prints the same as text', async () => {
    const { status, stdout } = await played(['chip', 'verify', whole, '--trust', trust, '--challenge', challenge])
    assert.equal(status, 0)
    assert.match(stdout, /^TRUSTED\n/)
    assert.match(stdout, /authority +C=UT, O=Utopia, CN=CSCA Utopia \(root\.cer\)/)
    assert.match(stdout, /portrait +JPEG2000, 413 × 531/)
  })

  it('ends with 1 for any other verdict, with its reason first', async () => {
    const changed = folderWith('changed', {
      'EF.SOD.bin': sod,
      'DG1.bin': writeDg1(LINES.map((line) => line.replace('ANNA', 'ANNE'))),
    })
    const altered = await verify(changed, '--trust', trust)
    assert.equal(altered.status, 1)
    assert.equal(altered.report.verdict, 'ALTERED')
    assert.equal(altered.report.reasons[0].code, 'DATA_GROUP_CHANGED')
    assert.equal(altered.report.activeAuthentication, 'ABSENT')

    const unknown = await verify(whole, '--trust', folderWith('empty', {}), '--challenge', challenge)
    assert.deepEqual([unknown.status, unknown.report.verdict], [1, 'UNKNOWN_ISSUER'])
    const late = await verify(whole, '--trust', trust, '--at', '2031-01-01')
    assert.deepEqual([late.status, late.report.reasons[0].code], [1, 'SIGNER_OUTSIDE_VALIDITY'])
    const unreadable = await verify(folderWith('text', { 'EF.SOD.bin': Buffer.from('no passport') }), '--trust', trust)
    assert.deepEqual([unreadable.status, unreadable.report.verdict], [1, 'UNREADABLE'])
  })

  it('judges a folder in part where there is no signed object', async () => {
    const files = { 'DG15.bin': writeDg15(key.publicKey), 'AA.bin': answer }
    const active = await verify(folderWith('active', files), '--trust', trust, '--challenge', challenge)
    assert.equal(active.status, 0)
    assert.deepEqual(Object.keys(active.report), ['reasons', 'activeAuthentication'])
    assert.equal(active.report.activeAuthentication, 'GENUINE')
    const wrong = await verify(join(folder, 'active'), '--trust', trust, '--challenge', 'ffffffffffffffff')
    assert.deepEqual([wrong.status, wrong.report.activeAuthentication], [1, 'FALSE'])

    const portrait = await verify(folderWith('portrait', { 'DG2.bin': writeDg2(codestream(10, 20)) }), '--trust', trust)
    assert.equal(portrait.status, 0)
    assert.deepEqual(portrait.report.portrait, { format: 'JPEG2000', width: 10, height: 20 })
    const none = await verify(folderWith('none', { 'DG2.bin': Uint8Array.of(0x75, 0) }), '--trust', trust)
    assert.deepEqual([none.status, none.report.reasons[0].code], [1, 'DATA_GROUP_UNREADABLE'])
  })

  it('ends with 1 where nobody signed what the folder holds', async () => {
    const [first = new Uint8Array(), second = new Uint8Array()] = [groups.get(1), groups.get(2)]
    for (const [name, files] of Object.entries<Record<string, Uint8Array>>({
      'dg1-alone': { 'DG1.bin': first },
      'dg1-and-dg2': { 'DG1.bin': first, 'DG2.bin': second },
      'answer-and-dg1': { 'DG1.bin': first, 'DG15.bin': writeDg15(key.publicKey), 'AA.bin': answer },
    })) {
      const { status, report } = await verify(folderWith(name, files), '--trust', trust, '--challenge', challenge)
      assert.deepEqual([status, report.verdict], [1, undefined], name)
    }
  })

  it('finds the files under the names that readers give them', async () => {
    const [first = new Uint8Array()] = [groups.get(1)]
    for (const [object, group] of [
      ['EF_SOD', 'EF_DG1'],
      ['011D', '0101'],
      ['sod', 'dg1'],
      ['EF-SOD.der', 'DG01.bin'],
      ['011d.bin', '0101.bin'],
    ] as const) {
      const { status, report } = await verify(
        folderWith(`as ${object}`, { [object]: sod, [group]: first }),
        '--trust',
        trust,
      )
      assert.deepEqual([status, report.verdict, report.dataGroups], [0, 'TRUSTED', { 1: 'SAME' }], object)
    }
  })

  it('names files of trust that it could not use', async () => {
    const mixed = folderWith('mixed', { 'root.cer': authority.certificate, 'notes.txt': Buffer.from('renew') })
    const { report } = await verify(whole, '--trust', mixed)
    assert.equal(report.verdict, 'TRUSTED')
    const refused = report.reasons.find(({ code }: { code: string }) => code === 'TRUST_FILE_REFUSED')
    assert.match(refused.text, /^notes\.txt: /)
  })

  it('ends with 2 for wrong usage, and says what is wrong', async () => {
    for (const [words, sentence] of [
      [[whole], /--trust/],
      [[join(folder, 'nowhere'), '--trust', trust], /cannot be read/],
      [[whole, '--trust', join(folder, 'nowhere')], /cannot be read/],
      [[trust, '--trust', trust], /holds no EF\.SOD\.bin/],
      [[whole, '--trust', trust, '--at', 'yesterday'], /not a date/],
      [[whole, '--trust', trust, '--at', '2026-02-31'], /not a date/],
      [[whole, '--trust', trust, '--challenge', 'xyz'], /not hex/],
    ] as const) {
      const { status, stderr } = await verify(...words)
      assert.equal(status, 2, words.join(' '))
      assert.match(stderr, sentence)
    }
  })
})

describe('chip read', () => {
  it('wants the fields of the MRZ or the card access number', async () => {
    for (const words of [[], ['--number', 'L898902C3'], ['--can', 'abc']]) {
      const { status, stderr } = await played(['chip', 'read', '--trust', trust, ...words])
      assert.equal(status, 2)
      assert.match(stderr, /--can/)
    }
  })

  it('says so when there is no reader here', async (t) => {
    const before = process.env.PCSCLITE_CSOCK_NAME
    process.env.PCSCLITE_CSOCK_NAME = join(folder, 'no-such-socket')
    t.after(() => {
      if (before === undefined) delete process.env.PCSCLITE_CSOCK_NAME
      else process.env.PCSCLITE_CSOCK_NAME = before
    })
    const { status, stdout } = await played(['chip', 'read', '--trust', trust, '--can', '123456', '--json'])
    assert.equal(status, 1)
    assert.equal(JSON.parse(stdout).error.code, 'NO_CHIP')
  })
})
