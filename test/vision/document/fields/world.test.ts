import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { distance, sexOf } from '../../../../src/formats/text/compare.ts'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { findDate } from '../../../../src/vision/document/fields/printed-date.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import { lowered } from '../../../../src/vision/document/fields/spelling.ts'
import { classify } from '../../../../src/vision/document/kind/classify.ts'
import { fold } from '../../../../src/vision/text/fold.ts'
import { runsLeft } from '../../../../src/vision/text/reading-order.ts'

const TODAY = '2026-06-15'
const SIZE = { width: 1200, height: 757 }
const catalogue = openCatalogue()

/** Lines below each other, label and value side by side, as they stand in sight. */
const page = (...rows: string[][]) =>
  rows.flatMap((row, y) =>
    row.map((text, x) => {
      const column = row.length > 1 && runsLeft(row[0] ?? '') ? 1 - x : x
      const box = { x: 420 + 300 * column, y: 60 + 70 * y, width: 280, height: 32 }
      return { text, confidence: 0.9, probabilities: [...text].map(() => 0.9), box }
    }),
  )

const readCard = (...rows: string[][]) => {
  const lines = page(...rows)
  const kind = classify(catalogue, { lines, size: SIZE, portrait: true })
  const fields = kind ? readFields(catalogue, { kind, lines, size: SIZE, today: TODAY }) : []
  return {
    kind: kind && `${kind.country} ${kind.type}`,
    ...Object.fromEntries(fields.map(({ name, value, date }) => [name, date ?? value])),
  }
}

describe('documents in other scripts', () => {
  it('are read where a line has both labels and both names, and where the label of the sex was misread', () => {
    assert.deepEqual(
      readCard(
        ['গণপ্রজাতন্ত্রী বাংলাদেশ সরকার'],
        ['ড্রাইভিং লাইসেন্স'],
        ['নাম / Name উদাহরণ নমুনা / ZEPHYR SPECIMEN'],
        ['জন্মম তারিখ / Date ofbirth 21 Nov 1980'],
        ['উভ্র্গের তারিখ মেয়াদ / Date of expiry 18 Apr 2035'],
        ['লিঙ', 'পুরুষ'],
      ),
      {
        kind: 'BGD DRIVER_LICENSE',
        surname_and_given_names: 'উদাহরণ নমুনা / ZEPHYR SPECIMEN',
        date_of_birth: '1980-11-21',
        date_of_expiry: '2035-04-18',
        sex: 'পুরুষ',
      },
    )
  })

  it('are read where Arabic letters were taken for Persian ones', () => {
    assert.deepEqual(
      readCard(
        ['المملکة الاردنیة الهاشمیة'],
        ['بطاقة شخصیة'],
        ['الاسم:', 'سندباد الخیالي'],
        ['تاریخ المیلاد:', '16/01/1989'],
        ['الجنس:', 'أنشی'],
      ),
      {
        kind: 'JOR IDENTITY_CARD',
        surname_and_given_names: 'سندباد الخيالي',
        date_of_birth: '1989-01-16',
        sex: 'أنثى',
      },
    )
  })

  it('are read where Japanese characters were taken for Chinese ones', () => {
    const { kind, date_of_birth: born } = readCard(
      ['运転免許证'],
      ['氏名', '見本 太郎'],
      ['生年月日', '昭和44年6月8日'],
      ['性别', '男'],
      ['有效期限', '今和18年3月3日'],
    ) as Record<string, string>
    assert.equal(kind, 'JPN DRIVER_LICENSE')
    assert.equal(born, '1969-06-08')
  })

  it('are named by the title in the language of a state that had none', () => {
    assert.equal(readCard(['МОНГОЛ УЛС'], ['ИРГЭНИЙ ҮНЭМЛЭХ'], ['Хүйс', 'Эрэгтэй']).kind, 'MNG IDENTITY_CARD')
    assert.equal(readCard(['JAMHURI YA MUUNGANO WA TANZANIA'], ['LESENI YA UDEREVA']).kind, 'TZA DRIVER_LICENSE')
  })

  it('give no name high confidence that may have a letter which the reader does not know', () => {
    assert.equal(lowered(97, { name: 'surname', value: 'КУНАНБАЕВ' }, ['kk', 'ru', 'en']), 80)
    assert.equal(lowered(60, { name: 'surname', value: 'КУНАНБАЕВ' }, ['kk', 'ru', 'en']), 60)
    // Transliterated, in a language with known letters, or no text.
    assert.equal(lowered(97, { name: 'surname', value: 'KUNANBAYEV' }, ['kk', 'ru', 'en']), 97)
    assert.equal(lowered(97, { name: 'surname', value: 'КУНАНБАЕВ' }, ['ru']), 97)
    assert.equal(lowered(97, { name: 'document_number', value: 'А1234567' }, ['kk']), 97)
    assert.equal(lowered(97, { name: 'surname_and_given_names', value: 'NGUYEN VAN MAU' }, ['vi', 'en']), 80)
  })

  it('keep the vowel sign at the end of a name', () => {
    const rows = [['नेपाल सरकार'], ['राष्ट्रिय परिचयपत्र'], ['थर', 'नमुना'], ['नाम', 'कथा']]
    assert.equal((readCard(...rows) as Record<string, string>).surname, 'नमुना')
  })
})

describe('dates with a month in another script', () => {
  for (const [printed, kind, date] of [
    ['6 ก.ย. 2530', 'birth', '1987-09-06'],
    ['12 มกราคม 2566', 'issue', '2023-01-12'],
    ['١٤ آذار ٢٠٢٠', 'issue', '2020-03-14'],
    ['1990년 3월 5일', 'birth', '1990-03-05'],
    ['5 जनवरी 1990', 'birth', '1990-01-05'],
  ] as const)
    it(printed, () => assert.equal(findDate(printed, kind, TODAY)?.date, date))
})

describe('comparing across scripts', () => {
  it('takes figures of every script for ours', () => {
    assert.equal(distance('١٢٣٤٥٦', '123456', { kind: 'number' }), 0)
    assert.equal(distance('១២៣', '124', { kind: 'number' }), 1)
  })

  it('knows the sex in words', () => {
    for (const word of ['ذكر', 'ชาย', 'पुरुष', '남', 'LAKI-LAKI', 'መ / M']) assert.equal(sexOf(word), 'M', word)
    for (const word of ['أنثى', 'หญิง', 'स्त्री', 'ස්ත්‍රී', 'Nữ']) assert.equal(sexOf(word), 'F', word)
    assert.equal(sexOf('الجنس'), undefined)
  })

  it('folds characters that are one word in two spellings', () => {
    assert.equal(fold('運転免許証'), fold('运转免许证'))
    assert.equal(fold('کارت ملی'), fold('كارت ملي'))
    assert.notEqual(fold('男'), fold('女'))
  })
})
