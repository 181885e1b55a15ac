/** Good, doubtful, bad or neutral. */
export type Tone = 'good' | 'warn' | 'bad' | 'soft'

/** `date_of_birth`, `mrzOcrCrossCheck` and `FACE_TOO_CLOSE` as a person reads them. */
export function plain(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase()
    .replace(/\b(mrz|ocr|id)\b/g, (word) => word.toUpperCase())
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
export const atTime = (utc: string): string => dateTime.format(new Date(utc))

const withSeconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
/** With seconds. */
export const atSecond = (utc: string): string => withSeconds.format(new Date(utc))

/** The start of a day in the reader's time zone, as 2026-03-01, or that of a day some days later. */
export function midnight(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

export const amount = (count: number): string => count.toLocaleString()

/** The error in one sentence. */
export const reasonOf = (error: unknown): string =>
  error instanceof TypeError ? 'The service cannot be reached.' : error instanceof Error ? error.message : String(error)
