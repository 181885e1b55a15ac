import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { before, describe, it } from 'node:test'
import { loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { td2Type } from '../../../../packages/specimen/src/draw/layouts/td2-card.ts'
import { mrzOf } from '../../../../packages/specimen/src/draw/machine-readable.ts'
import { issueDocument } from '../../../../packages/specimen/src/issue/issue.ts'
import { stateCodes } from '../../../../packages/specimen/src/issue/states.ts'
import { KINDS, type Truth } from '../../../../packages/specimen/src/issue/truth.ts'
import { readBarcode } from '../../../../src/formats/aamva/read-barcode.ts'
import { checkDigitAgrees, formatOf } from '../../../../src/formats/mrz/formats.ts'
import { isValid, mrzText, parseMrz } from '../../../../src/formats/mrz/parse-mrz.ts'

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

  it('shares its background with others on the same paper, and with no other', async () => {
    const corner = async (seed: number, paper?: number) => {
      const { front } = await drawSpecimen({ kind: 'td1', seed, today, format: 'png', ...(paper && { paper }) })
      return sharp(front).extract({ left: 1000, top: 620, width: 250, height: 150 }).raw().toBuffer()
    }
    assert.ok((await corner(3, 1)).equals(await corner(4, 1)))
    assert.ok(!(await corner(3, 1)).equals(await corner(3, 2)))
    assert.ok(!(await corner(3)).equals(await corner(4)))
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

describe('the machine-readable parts of a specimen', () => {
  it('say what the document says, whichever state issues it', () => {
    const types = { td3: 'TD3', td1: 'TD1', td2: 'TD2', mrva: 'MRVA', mrvb: 'MRVB' } as const
    for (const kind of ['td3', 'td1', 'td2', 'mrva', 'mrvb'] as const) {
      for (const country of stateCodes()) {
        const issue = issueDocument({ kind, country, seed: 11, faults: [], today })
        const { lines } = mrzOf(issue, kind === 'td2' ? td2Type(issue.state) : types[kind])
        const parsed = parseMrz(lines, today)
        assert.ok(parsed.ok && isValid(parsed.value), `${kind} ${country}: ${lines.join(' ')}`)
        const { fields, dateOfBirth, dateOfExpiry } = parsed.value.reading
        assert.equal(dateOfBirth, issue.person.dateOfBirth)
        // The old French card states no expiry and cuts given names short.
        const french = fields.mrz_type === 'FRA_ID'
        if (!french) assert.equal(dateOfExpiry, issue.dateOfExpiry)
        assert.equal(fields.sex, issue.person.sex)
        assert.equal(fields.document_number, issue.number.replace(/[^A-Z0-9]/g, ''))
        assert.equal(mrzText(fields.primary_identifier ?? ''), mrzText(issue.person.surname.latin))
        const given = mrzText(issue.person.givenNames.latin)
        assert.equal(mrzText(fields.secondary_identifier ?? ''), french ? given.slice(0, 14) : given)
      }
    }
  })

  it('of a US licence are a PDF417 that decodes to its holder', async () => {
    for (const region of ['CA', 'NY', 'FL']) {
      const { back, truth } = await drawSpecimen({ kind: 'us-licence', region, seed: 2, today })
      assert.ok(back && truth.barcode)
      const decoded = await decodePdf417(back)
      assert.equal(decoded, truth.barcode.text)
      assert.deepEqual(readBarcode('PDF417', decoded, today).fields, truth.barcode.fields)
      assert.equal(truth.barcode.fields.document_number, truth.documentNumber)
      assert.equal(truth.region, region)
    }
  })

  it('of a US licence name another person when asked to', async () => {
    const { truth } = await drawSpecimen({ kind: 'us-licence', seed: 2, today, faults: ['other-barcode'] })
    assert.notEqual(truth.barcode?.fields.primary_identifier, truth.holder.surname)
    assert.notEqual(truth.barcode?.fields.document_number, truth.documentNumber)
    assert.notEqual(truth.barcode?.fields.date_of_birth, truth.holder.dateOfBirth)
  })
})

describe('what is printed on a specimen', () => {
  it('lies inside its side and carries a name of the vocabulary once', async () => {
    for (const kind of KINDS) {
      for (const country of kind === 'us-licence' ? ['USA'] : ['UTO', 'UKR', 'MAR']) {
        const { truth } = await drawSpecimen({ kind, country, seed: 6, today })
        assert.equal(truth.twoSided, truth.sides.length === 2)
        for (const { side, width, height, visual, regions } of truth.sides) {
          assert.equal(new Set(visual.map(({ name }) => name)).size, visual.length)
          const quads = [...visual.map(({ quad }) => quad), ...Object.values(regions)]
          for (const { x, y } of quads.flat()) {
            assert.ok(x >= 0 && y >= 0 && x <= width && y <= height, `${kind} ${country} ${side}: ${x}, ${y}`)
          }
        }
        const names = truth.sides.flatMap(({ visual }) => visual.map(({ name }) => name))
        for (const name of [
          'surname',
          'given_name',
          'date_of_birth',
          'date_of_expiry',
          'document_number',
          'sex',
        ] as const) {
          assert.ok(
            names.includes(name) || (name === 'sex' && kind === 'eu-licence'),
            `${kind} ${country} lacks ${name}`,
          )
        }
      }
    }
  })
})

before(async () => {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })
})

async function decodePdf417(picture: Uint8Array): Promise<string> {
  const [result] = await readBarcodes(picture, { formats: ['PDF417'], textMode: 'Plain' })
  return result?.text ?? ''
}
