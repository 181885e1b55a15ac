import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CaseChip } from '../../../src/features/chip/contract/case-chip.ts'
import { linksOf } from '../../../src/features/chip/panel/chip-links.ts'

const certificate = (subject: string) => ({
  subject,
  issuer: 'C=UT, CN=CSCA',
  notBefore: '2020-01-01T00:00:00.000Z',
  notAfter: '2035-01-01T00:00:00.000Z',
})
const trusted: CaseChip = {
  verdict: 'TRUSTED',
  activeAuthentication: 'ABSENT',
  reasons: [],
  country: 'UT',
  authority: { ...certificate('C=UT, CN=CSCA'), origin: 'ut.ml' },
  signer: certificate('C=UT, CN=Signer 1'),
  readUtc: '2026-06-15T10:00:00Z',
  dataGroups: { 1: 'SAME', 2: 'SAME' },
}
const tones = (chip: CaseChip) => linksOf(chip).map(({ tone }) => tone)

describe('the picture of who signed a chip', () => {
  it('shows state, signer and data with their names', () => {
    assert.deepEqual(linksOf(trusted), [
      { title: 'State: UT', lines: ['CSCA', 'until 2035-01-01', 'ut.ml'], tone: 'good' },
      { title: 'Signer', lines: ['Signer 1', 'until 2035-01-01'], tone: 'good' },
      { title: 'Data', lines: ['2 groups as signed'], tone: 'good' },
    ])
  })

  it('breaks where something does not hold', () => {
    const { authority: _, ...rest } = trusted
    const unknown: CaseChip = { ...rest, verdict: 'UNKNOWN_ISSUER', reasons: [{ code: 'AUTHORITY_UNKNOWN', text: '' }] }
    assert.deepEqual(tones(unknown), ['warn', 'warn', 'good'])
    const changed: CaseChip = { ...rest, verdict: 'ALTERED', dataGroups: { 1: 'OTHER', 2: 'SAME' } }
    assert.deepEqual(linksOf(changed)[2], { title: 'Data', lines: ['not as signed:', 'DG1'], tone: 'bad' })
    const forged: CaseChip = { ...changed, reasons: [{ code: 'SIGNER_CERTIFICATE_WRONG', text: '' }] }
    assert.equal(tones(forged)[1], 'bad')
    const wrong: CaseChip = { ...trusted, verdict: 'ALTERED', reasons: [{ code: 'SIGNATURE_WRONG', text: '' }] }
    assert.equal(tones(wrong)[2], 'bad')
  })
})
