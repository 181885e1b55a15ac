import type { CaseView, OverviewResponse } from '../contract/console/console.ts'

type Status = CaseView['status']
export type Tone = 'good' | 'warn' | 'bad' | 'soft'

/** One word and one colour for each status, the same in tables, cases and plots. */
export const STATUS_WORDS: Record<Status, { word: string; tone: Tone }> = {
  PENDING: { word: 'In progress', tone: 'soft' },
  WAITING_FOR_MANUAL_APPROVE: { word: 'Waiting', tone: 'warn' },
  AUTO_APPROVED: { word: 'Approved', tone: 'good' },
  MANUAL_APPROVED: { word: 'Approved by a person', tone: 'good' },
  AUTO_REJECTED: { word: 'Rejected', tone: 'bad' },
  MANUAL_REJECTED: { word: 'Rejected by a person', tone: 'bad' },
  EXPIRED: { word: 'Expired', tone: 'soft' },
}

export const LEVEL_TONES: Record<string, Tone> = {
  HIGH: 'good',
  MEDIUM: 'warn',
  LOW: 'bad',
  UNKNOWN: 'warn',
  UNAVAILABLE: 'soft',
}

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

/** How long ago, in the largest unit that says something. */
export function since(utc: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(utc)) / 60_000))
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / 1440)} days`
}

export const amount = (count: number): string => count.toLocaleString()

export type Day = OverviewResponse['days'][number]
