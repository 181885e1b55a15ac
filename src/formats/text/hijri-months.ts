import type { HijriYear } from './dates.ts'

/** A month of a Hijri calendar, and which calendar has it. */
interface HijriMonth {
  month: number
  isSolar: boolean
}

/** Spellings that ICU does not have: Muharram or Farvardin first, those of one month between slashes. */
const LUNAR = [
  'المحرم/محرم الحرام/MUHARAM/MOHARRAM',
  'صفر الخير/SAFER',
  'ربيع أول/RABI AL AWWAL/RABI UL AWWAL/RABI AL AWAL/RABIULAWAL/RABI 1',
  'ربيع ثاني/ربيع الثاني/ربيع آخر/RABI AL THANI/RABI ATH THANI/RABI UL THANI/RABI AL AKHIR/RABI UL AKHIR/RABIULAKHIR/RABI 2',
  'جمادى أولى/جماد الأول/جمادى الأول/JUMADA AL ULA/JUMADA AL AWWAL/JUMADA AL OULA/JUMADIL AWAL/JAMADI UL AWWAL/JUMADA 1',
  'جمادى الثانية/جمادى الآخر/جماد الثاني/جماد الآخر/جمادى الثاني/JUMADA AL THANI/JUMADA AL AKHIRAH/JUMADA AL AKHIRA/JUMADA AL THANIYAH/JUMADIL AKHIR/JAMADI UL THANI/JUMADA 2',
  'رجب المرجب/RAJAB/REJEB',
  'شعبان المعظم/SHABAN/SHAABAN/SYABAN',
  'رمضان المبارك/RAMADAN/RAMADHAN/RAMZAN/RAMAZAN',
  'شوال المكرم/SHAWWAL/SHAWAL/SYAWAL',
  'ذي القعدة/ذو القعده/DHU AL QADAH/DHU AL QIDAH/DHUL QADAH/DHUL QIDAH/ZUL QADAH/ZULKAIDAH/ZIL QAD',
  'ذي الحجة/ذو الحجه/DHU AL HIJJAH/DHUL HIJJAH/DHUL HIJJA/ZUL HIJJAH/ZULHIJJAH/ZIL HAJJ',
]
const SOLAR = [
  'FARVARDIN/HAMAL',
  'ORDIBEHESHT/SAUR/SAWR',
  'KHORDAD/JAWZA/JAUZA',
  'TIR/SARATAN',
  'MORDAD/AMORDAD/امرداد/ASAD',
  'SHAHRIVAR/SUNBULA/SONBOLA',
  'MEHR/MIZAN',
  'ABAN/AQRAB',
  'AZAR/QAWS/QAUS',
  'DEY/DAY/JADI/JADDI',
  'BAHMAN/DALW/DALV',
  'ESFAND/HUT/HOOT',
]

/** ICU's languages of the calendars: in Afghanistan the solar months have the names of the zodiac. */
const LANGUAGES = { lunar: ['ar', 'fa', 'ur', 'en'], solar: ['fa', 'fa-AF', 'ps', 'en'] } as const

let known: Map<string, HijriMonth> | undefined

/** The month of a Hijri calendar with this name, in Arabic or Latin letters; spaces, signs and vowel signs are free. */
export function hijriMonthOf(name: string): HijriMonth | undefined {
  known ??= new Map([...monthsOf(LUNAR, LANGUAGES.lunar, false), ...monthsOf(SOLAR, LANGUAGES.solar, true)])
  return known.get(keyOf(name))
}

/** A lunar month in a country that counts solar years is still lunar. */
export const countOf = ({ isSolar }: HijriMonth, country: HijriYear | undefined): HijriYear | undefined => {
  if (isSolar) return 'SOLAR'
  return country === 'SOLAR' ? undefined : country
}

function monthsOf(
  spellings: readonly string[],
  languages: readonly string[],
  isSolar: boolean,
): (readonly [string, HijriMonth])[] {
  return spellings.flatMap((line, index) =>
    [...line.split('/'), ...languages.map((language) => byIcu(language, index, isSolar))].map(
      (name) => [keyOf(name), { month: index + 1, isSolar }] as const,
    ),
  )
}

/** Days in the middle of the twelve months of the lunar year 1445 and the solar year 1402. */
const MIDDLES = { lunar: Date.UTC(2023, 7, 2), solar: Date.UTC(2023, 3, 5) } as const
const DAY = 86_400_000

function byIcu(language: string, index: number, isSolar: boolean): string {
  const calendar = isSolar ? 'persian' : 'islamic-umalqura'
  const format = new Intl.DateTimeFormat(`${language}-u-ca-${calendar}`, { month: 'long', timeZone: 'UTC' })
  const day = isSolar ? MIDDLES.solar + index * 30.5 * DAY : MIDDLES.lunar + index * 29.53 * DAY
  return format.formatToParts(new Date(day)).find(({ type }) => type === 'month')?.value ?? ''
}

/** Only letters: hamza and madda are signs on alif, and Persian has its own yeh and kaf. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll(/[ىی]/g, 'ي')
    .replaceAll('ک', 'ك')
    .replaceAll('ة', 'ه')
    .toUpperCase()
