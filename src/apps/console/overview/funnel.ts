import {
  CAPTURE_STEPS,
  type CaptureStep,
  type DeviceClass,
  SECONDS_EDGES,
} from '../../../kernel/contract/console-words.ts'
import type { CaptureFigure } from '../../../kernel/figures/contract/console-overview.ts'

/** Which visits are shown: everybody on the hosted page, one kind of device, or programs; in one language or all. */
export interface Who {
  device: 'page' | DeviceClass
  language: string
}

export interface FunnelRow {
  step: CaptureStep
  sessions: number
  /** As a fraction of those who started. */
  share: number
  /** How many succeeded with their first picture; undefined if it was not reported. */
  firstTry?: number
  /** Half of them took less than this number of seconds; Infinity beyond the last interval. */
  halfUnder?: number
}

const isOf = ({ device, language }: Who, figure: CaptureFigure): boolean =>
  (device === 'page' ? figure.device !== 'api' : figure.device === device) &&
  (!language || figure.language === language)

/** Every step that anybody reached, in order. */
export function funnelOf(figures: readonly CaptureFigure[], who: Who): FunnelRow[] {
  const own = figures.filter((figure) => isOf(who, figure))
  const begun = Math.max(...CAPTURE_STEPS.map((step) => sum(own, step, 'reached')))
  return CAPTURE_STEPS.map((step) => {
    const sessions = sum(own, step, 'reached')
    const tried = sum(own, step, 'tries')
    const halfUnder = medianOf(own.filter((figure) => figure.step === step && figure.about === 'seconds'))
    return {
      step,
      sessions,
      share: sessions / begun,
      ...(tried && { firstTry: sum(own, step, 'tries', '1') / tried }),
      ...(halfUnder !== undefined && { halfUnder }),
    }
  }).filter(({ sessions }) => sessions)
}

/** Why pictures were refused, most frequent first. */
export function reasonsOf(figures: readonly CaptureFigure[], who: Who): { reason: string; times: number }[] {
  const refused = figures.filter((figure) => figure.about === 'refused' && isOf(who, figure))
  const tally = new Map<string, number>()
  for (const { value, times } of refused) tally.set(value, (tally.get(value) ?? 0) + times)
  return [...tally].map(([reason, times]) => ({ reason, times })).toSorted((a, b) => b.times - a.times)
}

function sum(figures: readonly CaptureFigure[], step: string, about: CaptureFigure['about'], value?: string): number {
  return figures
    .filter((each) => each.step === step && each.about === about && (value === undefined || each.value === value))
    .reduce((total, { times }) => total + times, 0)
}

/** The upper edge of the interval that contains the median. */
function medianOf(spans: readonly CaptureFigure[]): number | undefined {
  const all = spans.reduce((total, { times }) => total + times, 0)
  if (!all) return undefined
  let before = 0
  for (const edge of SECONDS_EDGES) {
    before += spans.filter(({ value }) => value === String(edge)).reduce((total, { times }) => total + times, 0)
    if (before >= all / 2) return edge
  }
  return Number.POSITIVE_INFINITY
}
