import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hijriMonthOf } from '../../../src/formats/text/hijri-months.ts'

/** ICU's own name of the month that a day lies in. */
const named = (language: string, calendar: string, day: Date) =>
  new Intl.DateTimeFormat(`${language}-u-ca-${calendar}`, { month: 'long', timeZone: 'UTC' })
    .formatToParts(day)
    .find(({ type }) => type === 'month')?.value ?? ''
const numbered = (calendar: string, day: Date) =>
  Number(new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, { month: 'numeric', timeZone: 'UTC' }).format(day))

describe('the month of a Hijri calendar', () => {
  it('is known by the names that ICU gives it, on every day of thirty years', () => {
    for (const [calendar, languages] of [
      ['islamic-umalqura', ['ar', 'fa', 'ur', 'en']],
      ['persian', ['fa', 'fa-AF', 'en']],
    ] as const) {
      for (let day = Date.UTC(1995, 0, 1); day < Date.UTC(2025, 0, 1); day += 9 * 86_400_000) {
        const date = new Date(day)
        for (const language of languages)
          assert.deepEqual(
            hijriMonthOf(named(language, calendar, date)),
            { month: numbered(calendar, date), isSolar: calendar === 'persian' },
            `${named(language, calendar, date)} ${date.toISOString()}`,
          )
      }
    }
  })

  it('is known in other spellings', () => {
    assert.deepEqual(hijriMonthOf('ربيع الثاني'), { month: 4, isSolar: false })
    assert.deepEqual(hijriMonthOf('ذي الحجة'), { month: 12, isSolar: false })
    assert.deepEqual(hijriMonthOf('Jumada al-Ula'), { month: 5, isSolar: false })
    assert.deepEqual(hijriMonthOf('Sha’ban'), { month: 8, isSolar: false })
    assert.deepEqual(hijriMonthOf('Aqrab'), { month: 8, isSolar: true })
    assert.equal(hijriMonthOf('مارس'), undefined)
  })
})
