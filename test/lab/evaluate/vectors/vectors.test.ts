import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { evaluateVectors } from '../../../../lab/evaluate/vectors/vectors.ts'
import { formatAamva } from '../../../../packages/specimen/src/draw/format-aamva.ts'
import { formatMrz } from '../../../../packages/specimen/src/draw/format-mrz.ts'

const TODAY = '2026-11-15'
const PASSPORT = formatMrz({
  type: 'TD3',
  documentCode: 'P',
  issuer: 'UTO',
  nationality: 'UTO',
  documentNumber: 'X1234567',
  dateOfBirth: '1990-02-28',
  dateOfExpiry: '2031-02-28',
  sex: 'F',
  primaryIdentifier: 'SPECIMEN',
  secondaryIdentifier: 'TESSA',
})
const LICENCE = formatAamva({
  jurisdiction: 'CA',
  version: 9,
  kind: 'DL',
  documentNumber: 'X0000001',
  surname: 'SPECIMEN',
  givenName: 'TESSA',
  middleName: 'FICTIONAL',
  dateOfBirth: '1990-02-28',
  sex: 'F',
})

describe('evaluating on vectors', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vectors-'))
  })
  after(() => rm(folder, { recursive: true }))

  it('counts what agrees, and says what does not and why the source is wrong', async () => {
    const mrz = (id: string, stated_valid: boolean | null, stated_fields: object, lines = PASSPORT) => ({
      id,
      repo: 'example',
      lines,
      stated_valid,
      stated_fields,
    })
    await writeFile(
      path.join(folder, 'mrz.json'),
      JSON.stringify([
        mrz('right', true, {
          documentNumber: 'X1234567',
          sex: 'female',
          birthDate: '900228',
          birth_date: '28.02.1990',
        }),
        mrz('wrong number', true, { documentNumber: 'X1234568' }),
        mrz('unknown state', false, { issuingState: null }),
        mrz('refused', null, { _throws: true }, ['P<UTO', 'X']),
      ]),
    )
    const aamva = (id: string, stated_fields: object) => ({ id, raw: LICENCE, stated_fields })
    await writeFile(
      path.join(folder, 'aamva.json'),
      JSON.stringify([
        aamva('right', {
          First: 'TESSA',
          Middle: 'FICTIONAL',
          Last: 'SPECIMEN',
          DateOfBirth: '1990-02-28',
          JurisdictionCode: 'CA',
        }),
        aamva('wrong', { Last: 'OTHER' }),
      ]),
    )

    const found = await evaluateVectors(folder, TODAY)
    assert.deepEqual([found.mrz.n, found.mrz.agree], [4, 2])
    assert.deepEqual(found.mrz.disagreements[0], {
      id: 'wrong number',
      differences: [{ field: 'documentNumber', stated: 'X1234568', ours: 'X1234567' }],
    })
    assert.ok(found.mrz.disagreements[1]?.differences.every(({ explanation }) => explanation))
    assert.deepEqual([found.aamva.n, found.aamva.agree], [2, 1])
  })

  it('puts the number of the old French card together where a source divides it', async () => {
    const lines = formatMrz({ type: 'FRA_ID', documentCode: 'ID', issuer: 'FRA', documentNumber: '050995201874' })
    const card = (id: string, documentNumber: string) => ({
      id,
      repo: 'example',
      lines,
      stated_valid: true,
      stated_fields: { issueDate: '0509', administrativeCode2: '952', documentNumber },
    })
    await writeFile(path.join(folder, 'mrz.json'), JSON.stringify([card('right', '01874'), card('wrong', '01875')]))
    assert.deepEqual((await evaluateVectors(folder, TODAY)).mrz.disagreements, [
      { id: 'wrong', differences: [{ field: 'documentNumber', stated: '050995201875', ours: '050995201874' }] },
    ])
  })

  it('counts none where there are none', async () => {
    const found = await evaluateVectors(path.join(folder, 'absent'), TODAY)
    assert.deepEqual([found.mrz.n, found.aamva.n], [0, 0])
  })
})
