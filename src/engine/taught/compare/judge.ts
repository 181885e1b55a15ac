import { OPERATING_POINT } from '../../../domain/decision/rule.ts'
import type { ReferenceProperties } from '../../../domain/document/document.ts'
import {
  JUDGED,
  LEAST_INKS,
  LIES_ON,
  MEASURES,
  type Measure,
  type MeasureName,
  POORLY_SHOWN,
  TOGETHER,
} from '../limits.ts'
import type { Difference } from './difference.ts'
import type { OpenReference } from './reference.ts'

type Kept = OpenReference['kept']
type Measured = Omit<Difference, 'heat'>
type Measures = Partial<Record<MeasureName, Measure>>

/** How well the picture shows the page. */
export interface Seen {
  /** The logarithm of how many pixels the reference has for one of the picture. */
  coarser: number
  /** How much of the finest forms compression has taken away, 0…1. */
  loss: number
}

interface Verdict {
  properties: ReferenceProperties
  /** What all measures say together, 0…100: over 50 nothing speaks against the page, from 95 on it is as genuine ones are. */
  score: number
  /** Does the page lie on its reference? */
  liesOn: boolean
}

/**
 * By how much each measure exceeds what the taught pictures differ by, in units of what genuine pictures do; all of them
 * together are the verdict. `measures`: those that have a say.
 */
export function judgeDifference(kept: Kept, difference: Measured, seen: Seen, measures: Measures = MEASURES): Verdict {
  const excesses = excessesOf(kept, difference, seen, measures)
  const scoreOf = (about?: keyof ReferenceProperties): number =>
    scoreAt(Math.hypot(...excesses.filter((each) => !about || each.about === about).map(({ over }) => over)))
  const judged = (about: keyof ReferenceProperties): number | null => {
    if (!excesses.some((each) => each.about === about)) return null
    const score = scoreOf(about)
    return score > OPERATING_POINT && !isShown(about, kept, difference, seen) ? null : score
  }
  return {
    properties: {
      pattern: judged('pattern'),
      print: judged('print'),
      layout: judged('layout'),
      colours: judged('colours'),
      fonts: null,
    },
    score: scoreOf(),
    liesOn: (difference.measures.like ?? 1) <= 1 - LIES_ON,
  }
}

/** 95 at what is clearly genuine, 50 at what is against it. */
function scoreAt(far: number): number {
  const wide = (TOGETHER.against - TOGETHER.clear) / Math.log(95 / 5)
  return Math.round(100 / (1 + Math.exp((far - TOGETHER.against) / wide)))
}

/** By how many units each measure exceeds what the taught pictures differ by. */
function excessesOf(kept: Kept, difference: Measured, seen: Seen, measures: Measures) {
  const beyond = beyondUsual(kept, difference, seen)
  return (Object.entries(measures) as [MeasureName, Measure][]).flatMap(([name, { about, unit }]) => {
    const found = beyond[name]
    if (!found) return []
    const over = found.value / (found.widened * (unit + found.usual / 2))
    return [{ about, over: Math.max(0, Math.min(TOGETHER.most, over)) }]
  })
}

interface Beyond {
  /** By how much the page differs more than the taught pictures do, and by how much those do. */
  value: number
  usual: number
  /** Where the picture shows little, units are wider. */
  widened: number
}

export function beyondUsual(kept: Kept, difference: Measured, seen: Seen): Partial<Record<MeasureName, Beyond>> {
  const softer = Math.max(0, difference.softer - (kept.spread?.softer ?? 0))
  const isKnown = saysHowGenuineDiffer(kept)
  const widened = isPatternShown(difference, seen) && seen.loss === 0 ? 1 : POORLY_SHOWN
  return Object.fromEntries(
    (Object.entries(MEASURES) as [MeasureName, Measure][]).flatMap(([name, { usual: typical, softens = 0 }]) => {
      const value = difference.measures[name]
      if (value === undefined) return []
      const usual = (isKnown ? USUAL[name](kept) : undefined) ?? typical
      return [[name, { value: value - usual - softens * softer, usual, widened }]]
    }),
  )
}

/** A single picture does not say how genuine ones differ, and neither do files that no camera and no scanner took. */
const saysHowGenuineDiffer = ({ spread }: Kept): boolean =>
  spread !== undefined && (spread.inks ?? LEAST_INKS) >= LEAST_INKS

const isPatternShown = ({ softer, washed }: Measured, { coarser }: Seen): boolean =>
  softer <= JUDGED.softer && coarser <= JUDGED.coarser && washed <= JUDGED.washed

/** By how much the taught pictures differ from the reference; undefined where it was one picture. */
const USUAL: Record<MeasureName, (kept: Kept) => number | undefined> = {
  soft: ({ spread }) => spread?.pattern,
  same: ({ alike }) => alike && 1 - alike.pattern,
  faded: ({ spread }) => spread?.faded,
  like: ({ alike }) => alike && 1 - alike.print,
  fallen: ({ alike }) => alike?.fallen,
  area: ({ alike }) => alike?.area,
  weight: ({ spread }) => spread?.weight,
  elsewhere: ({ layout }) => layout?.elsewhere,
  turned: () => 0,
  inks: ({ spread }) => spread?.inks,
}

/** Can the picture, and the model, support a property? */
function isShown(about: keyof ReferenceProperties, { spread }: Kept, difference: Measured, seen: Seen): boolean {
  if (about === 'pattern') return isPatternShown(difference, seen)
  return about !== 'print' || (spread !== undefined && difference.covered >= JUDGED.covered)
}

export const isTooCoarse = ({ coarser }: Seen): boolean => coarser > JUDGED.coarser
