import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applicantIntegrity } from '../../../../src/features/document/factors/applicant-integrity.ts'
import { barcodeOcrCrossCheck } from '../../../../src/features/document/factors/barcode-ocr-cross-check.ts'
import { mrzOcrCrossCheck } from '../../../../src/features/document/factors/mrz-ocr-cross-check.ts'
import type { VisualField } from '../../../../src/formats/visual-field.ts'
import { isAnnounced } from '../../../../src/kernel/decision/announced.ts'
import type { Finding } from '../../../../src/kernel/decision/factors/factor.ts'
import { field, licence, licencePages, mrz, passport, passportPage } from '../genuine.ts'

const scoreOf = (finding: Finding | undefined) => (finding?.kind === 'scored' ? finding.score : finding?.kind)
const fieldOf = (finding: Finding, name: string) =>
  finding.kind === 'scored' ? finding.fields?.find(({ inputFieldName }) => inputFieldName === name) : undefined
const printing = (...changes: VisualField[]) =>
  passportPage().visual.map((printed) => changes.find(({ name }) => name === printed.name) ?? printed)
const withNames = (primary: string, secondary: string) => ({
  ...mrz(),
  fields: { ...mrz().fields, primary_identifier: primary, secondary_identifier: secondary },
})

describe('mrzOcrCrossCheck', () => {
  it('lists every field that both sources state, as the specification shapes them', () => {
    const finding = mrzOcrCrossCheck.find(passport())
    assert.equal(scoreOf(finding), 100)
    assert.ok(finding.kind === 'scored')
    assert.deepEqual(
      finding.fields?.map(({ inputFieldName }) => inputFieldName),
      ['surname', 'given_name', 'document_number', 'date_of_birth', 'date_of_expiry', 'sex'],
    )
    assert.deepEqual(fieldOf(finding, 'date_of_birth'), {
      inputFieldName: 'date_of_birth',
      ocrTextValue: '12 AUG 1974',
      otherTextValue: '740812',
      distance: 0,
      score: 100,
    })
  })

  it('finds MÜLLER, MUELLER and MULLER the same name', () => {
    for (const [printed, coded] of [
      ['MÜLLER', 'MUELLER'],
      ['MÜLLER', 'MULLER'],
      ['MULLER', 'MUELLER'],
      ['SØRENSEN', 'SOERENSEN'],
      ['ШЕВЧЕНКО', 'SHEVCHENKO'],
    ] as const) {
      const evidence = passport({ mrz: withNames(coded, 'ANNA MARIA'), visual: printing(field('surname', printed)) })
      assert.equal(fieldOf(mrzOcrCrossCheck.find(evidence), 'surname')?.distance, 0, `${printed} ${coded}`)
    }
  })

  it('does not hold a name in Chinese characters against its Latin spelling, and says that it was not compared', () => {
    const evidence = passport({
      mrz: withNames('WANG', 'ANNA MARIA'),
      visual: printing(field('surname', '王'), field('given_name', '中田')),
    })
    const finding = mrzOcrCrossCheck.find(evidence)
    assert.equal(fieldOf(finding, 'surname'), undefined)
    assert.match(finding.kind === 'scored' ? finding.reason : '', /not compared: surname/)
  })

  it('holds a difference less against a field that the reader of the MRZ was unsure of, and never nothing', () => {
    const visual = printing(field('document_number', 'L898903C4'))
    const scoreAt = (document_number?: number) =>
      fieldOf(
        mrzOcrCrossCheck.find(
          passport({ mrz: { ...mrz(), ...(document_number && { fieldConfidence: { document_number } }) }, visual }),
        ),
        'document_number',
      )?.score ?? 100
    assert.ok(scoreAt() < scoreAt(60))
    assert.equal(scoreAt(5), scoreAt(50))
    assert.ok(scoreAt(5) < 90)
  })

  it('joins a second surname and a middle name where documents print them apart', () => {
    const visual = [
      ...printing(field('surname', 'GARCIA'), field('given_name', 'ANNA')),
      field('second_surname', 'LOPEZ'),
      field('middle_name', 'MARIA'),
    ]
    const finding = mrzOcrCrossCheck.find(passport({ mrz: withNames('GARCIA LOPEZ', 'ANNA MARIA'), visual }))
    assert.equal(scoreOf(finding), 100)
  })

  it('accepts a name that the MRZ had to cut, and no other prefix', () => {
    const long = 'ANNA MARIA CHRISTINA ELISABETH'
    const lines = ['P<UTOERIKSSON<<ANNA<MARIA<CHRISTINA<ELISABET', '']
    const cut = { ...withNames('ERIKSSON', 'ANNA MARIA CHRISTINA ELISABET'), lines }
    assert.equal(
      fieldOf(mrzOcrCrossCheck.find(passport({ mrz: cut, visual: printing(field('given_name', long)) })), 'given_name')
        ?.distance,
      0,
    )
    const whole = { ...withNames('ERIKSSON', 'ANNA'), lines: ['P<UTOERIKSSON<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<', ''] }
    assert.notEqual(
      fieldOf(
        mrzOcrCrossCheck.find(passport({ mrz: whole, visual: printing(field('given_name', long)) })),
        'given_name',
      )?.distance,
      0,
    )
  })

  it('does not let a single digit pass: one differing scores under 85, two fields under 50', () => {
    const number = field('document_number', 'L898902C8')
    assert.equal(fieldOf(mrzOcrCrossCheck.find(passport({ visual: printing(number) })), 'document_number')?.distance, 1)
    assert.equal(scoreOf(mrzOcrCrossCheck.find(passport({ visual: printing(number) }))), 76)
    const doubted = field('document_number', 'L898902C8', { confidence: 60 })
    assert.equal(scoreOf(mrzOcrCrossCheck.find(passport({ visual: printing(doubted) }))), 85)

    const birth = field('date_of_birth', '30 NOV 1961', { date: '1961-11-30' })
    const one = mrzOcrCrossCheck.find(passport({ visual: printing(birth) }))
    assert.ok(one.kind === 'scored' && one.score > 50 && one.score < 85)
    const both = mrzOcrCrossCheck.find(passport({ visual: printing(birth, field('document_number', 'X12345678')) }))
    assert.ok(both.kind === 'scored' && both.score < 50)
    assert.match(both.reason, /differ in document number, date of birth/)
  })

  it('compares a personal number with the optional data, and not with the document number where there are none', () => {
    const coded = (optional?: string) => ({
      ...mrz(),
      fields: { ...mrz().fields, ...(optional && { personal_number_or_optional_data: optional }) },
    })
    const finding = (number: string, optional?: string) =>
      mrzOcrCrossCheck.find(
        passport({ mrz: coded(optional), visual: [...passportPage().visual, field('personal_number', number)] }),
      )
    const other = coded().fields.document_number ?? ''
    assert.equal(fieldOf(finding('ZE184226B', 'ZE184226B'), 'personal_number')?.distance, 0)
    assert.equal(fieldOf(finding('ZE184227B', 'ZE184226B'), 'personal_number')?.distance, 1)
    assert.equal(fieldOf(finding('QX000000Q', undefined), 'personal_number'), undefined)
    assert.equal(scoreOf(finding('QX000000Q', undefined)), 100)
    assert.equal(fieldOf(finding(other, undefined), 'personal_number')?.distance, 0, 'some states print it there')

    const numberless = passportPage().visual.filter(({ name }) => name !== 'document_number')
    const visual = [...numberless, field('personal_number', 'ZE184226B')]
    const unread = mrzOcrCrossCheck.find(passport({ mrz: coded('ZE184226B'), visual }))
    assert.match(unread.reason, /not compared: document number/, 'one number does not stand for the other')
  })

  it('does not find agreement in what was not read: without name, number or birth in print it is not over 85', () => {
    for (const missing of ['document_number', 'date_of_birth']) {
      const visual = passportPage().visual.filter(({ name }) => name !== missing)
      const finding = mrzOcrCrossCheck.find(passport({ visual }))
      assert.equal(scoreOf(finding), 80, missing)
      assert.match(finding.reason, new RegExp(`not compared: ${missing.replaceAll('_', ' ')}`))
    }
    const nameless = passportPage().visual.filter(({ name }) => !/name/.test(name))
    assert.match(mrzOcrCrossCheck.find(passport({ visual: nameless })).reason, /not compared: surname/)
    const oneName = passportPage().visual.filter(({ name }) => name !== 'given_name')
    assert.equal(scoreOf(mrzOcrCrossCheck.find(passport({ visual: oneName }))), 100)
  })

  it('lets an unsure reading contradict only as much as it is sure', () => {
    const unsure = field('document_number', 'L898902C8', { confidence: 40 })
    const finding = mrzOcrCrossCheck.find(passport({ visual: printing(unsure) }))
    assert.ok(finding.kind === 'scored' && finding.score > 85)
    assert.equal(fieldOf(finding, 'document_number')?.distance, 1)
  })

  it('compares nationalities only when both name a country', () => {
    const german = { ...mrz(), fields: { ...mrz().fields, nationality: 'D' } }
    const evidence = (nationality: string) =>
      passport({ mrz: german, visual: [...printing(), field('nationality', nationality)] })
    assert.equal(fieldOf(mrzOcrCrossCheck.find(evidence('DEUTSCH')), 'nationality'), undefined)
    assert.equal(fieldOf(mrzOcrCrossCheck.find(evidence('DEU')), 'nationality')?.distance, 0)
    assert.notEqual(fieldOf(mrzOcrCrossCheck.find(evidence('FRA')), 'nationality')?.distance ?? 0, 0)
  })

  it('does not hold an M that may be mujer against the MRZ', () => {
    const compared = (country: string) => {
      const woman = { ...mrz(), fields: { ...mrz().fields, sex: 'F' } }
      const visual = printing(field('sex', 'M'))
      const page = { ...passportPage(), country, type: 'IDENTITY_CARD' as const, mrz: woman, visual }
      return fieldOf(mrzOcrCrossCheck.find(passport({}, { document: { pages: [page] } })), 'sex')
    }
    assert.equal(compared('MEX'), undefined)
    assert.equal(compared('ESP')?.distance, 1)
  })

  it('is UNKNOWN when there is too little to compare or the MRZ was not read', () => {
    assert.equal(
      mrzOcrCrossCheck.find(passport({ visual: [field('surname', 'ERIKSSON'), field('sex', 'F')] })).kind,
      'unknown',
    )
    const { mrz: _, ...unread } = passportPage()
    assert.equal(mrzOcrCrossCheck.find(passport({}, { document: { pages: [unread] } })).kind, 'unknown')
  })

  it('is UNAVAILABLE on a document without an MRZ', () => {
    assert.equal(mrzOcrCrossCheck.find(licence()).kind, 'unavailable')
  })
})

describe('barcodeOcrCrossCheck', () => {
  it('compares front and back', () => {
    const finding = barcodeOcrCrossCheck.find(licence())
    assert.equal(scoreOf(finding), 100)
    assert.equal(fieldOf(finding, 'document_number')?.otherTextValue, 'D1234567')
  })

  it('is UNKNOWN when the barcode was not read, UNAVAILABLE when the document has none', () => {
    const [front, back] = licencePages()
    assert.ok(front && back)
    const { barcode: _, ...unread } = back
    assert.equal(barcodeOcrCrossCheck.find(licence({ document: { pages: [front, unread] } })).kind, 'unknown')
    assert.equal(barcodeOcrCrossCheck.find(passport()).kind, 'unavailable')
  })

  it('is UNAVAILABLE for a barcode that says nothing of its holder on a document of which none is expected', () => {
    const silent = { symbology: 'Code128', fields: {} } as const
    assert.equal(barcodeOcrCrossCheck.find(passport({ barcode: silent })).kind, 'unavailable')
  })
})

describe('applicantIntegrity', () => {
  const announced = (applicantForm: object) => applicantIntegrity.find(passport({}, { applicantForm }))

  it('is asked for by a form that states something and does not skip the check', () => {
    assert.equal(isAnnounced(undefined), false)
    assert.equal(isAnnounced({}), false)
    assert.equal(isAnnounced({ firstName: 'Anna', skipIntegrityCheck: true }), false)
    assert.equal(isAnnounced({ firstName: 'Anna' }), true)
  })

  it('agrees when what was announced stands on the document, also when a second name was left out', () => {
    assert.equal(scoreOf(announced({ firstName: 'Anna', lastName: 'Eriksson', dateOfBirth: '1974-08-12' })), 100)
    assert.equal(scoreOf(announced({ firstName: 'Maria' })), 100)
  })

  it('falls with the worst of the values', () => {
    assert.equal(scoreOf(announced({ firstName: 'Anna', lastName: 'Erikson' })), 85.7)
    assert.equal(scoreOf(announced({ firstName: 'Anna', dateOfBirth: '1974-08-13' })), 0)
    const other = announced({ firstName: 'Boris', lastName: 'Eriksson' })
    assert.ok(other?.kind === 'scored' && other.score < 50)
    assert.match(other.reason, /announced first name/)
  })

  it('is UNKNOWN when the document does not say', () => {
    const { mrz: _, ...page } = passportPage({ visual: [] })
    const evidence = passport({}, { document: { pages: [page] }, applicantForm: { lastName: 'Eriksson' } })
    assert.equal(applicantIntegrity.find(evidence)?.kind, 'unknown')
  })
})
