import { isoDate } from './dates.ts'

/** By which year of the Hijra a country's documents count: of the moon, as Saudi Arabia keeps it, or of the sun. */
export type HijriYear = 'UMM_AL_QURA' | 'SOLAR'

const COUNTS: Readonly<Record<string, HijriYear>> = { SAU: 'UMM_AL_QURA', IRN: 'SOLAR', AFG: 'SOLAR' }

export const hijriYearOf = (country = ''): HijriYear | undefined => COUNTS[country]

const DAY = 86_400_000
/** The first day of each count, and the mean length of its years and months. Close enough to find the day among its neighbours. */
const LUNAR = { first: Date.UTC(622, 6, 19), year: 354.36707, month: 29.530589 }
const SOLAR = { first: Date.UTC(622, 2, 22), year: 365.2422, month: 30.5 }
const NEIGHBOURS = 4
/** Before 1356 no calendar of Umm al-Qura was published. */
const FIRST_PUBLISHED = 1356

/**
 * The ISO date of a day of the Hijra. Without the country, a year of the moon is taken: the calendar of Umm al-Qura and
 * the tabular one differ by a day about half of the time, and then there is not a date.
 */
export function fromHijri(year: number, month: number, day: number, count?: HijriYear): string | undefined {
  if (count === 'SOLAR') return dayIn('persian', SOLAR, year, month, day)
  const kept = year >= FIRST_PUBLISHED ? dayIn('islamic-umalqura', LUNAR, year, month, day) : undefined
  if (count === 'UMM_AL_QURA') return kept
  return kept === dayIn('islamic-civil', LUNAR, year, month, day) ? kept : undefined
}

function dayIn(calendar: string, count: typeof LUNAR, year: number, month: number, day: number): string | undefined {
  const near = count.first + Math.round((year - 1) * count.year + (month - 1) * count.month + day - 1) * DAY
  for (let i = -NEIGHBOURS; i <= NEIGHBOURS; i++) {
    const date = new Date(near + i * DAY)
    if (partsIn(calendar, date) === `${year}-${month}-${day}`)
      return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
  }
  return undefined
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsIn(calendar: string, date: Date): string {
  const format =
    formats.get(calendar) ??
    new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
  formats.set(calendar, format)
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}
