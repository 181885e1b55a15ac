import type { ReferenceProperties } from '../../document/page-reading.ts'
import { OPERATING_POINT } from '../../operating-point.ts'
import {
  DOUBTFUL,
  JUDGED,
  LIES_ON,
  MEASURES,
  type Measure,
  type MeasureName,
  MOST_EXPLAINED,
  POORLY_SHOWN,
  TOGETHER,
  USUALLY_SOFTER,
} from '../limits.ts'
import { isOfFiles, mayApprove } from '../model.ts'
import type { Difference } from './difference.ts'
import type { OpenReference } from './reference.ts'

type Kept = OpenReference['kept']
type Measured = Omit<Difference, 'heat' | 'hidden'>
type Measures = Partial<Record<MeasureName, Measure>>

/** How well the picture shows the page. */
export interface Seen {
  /** The logarithm of the number of pixels that the reference has for one of the picture. */
  coarser: number
  /** How much of the finest detail compression has removed, 0…1. */
  loss: number
}

interface Verdict {
  properties: ReferenceProperties
  /** The score of all measures, 0…100: above 50 nothing is against the page, from 95 it is like genuine ones. */
  score: number
  /** Whether the page is aligned with its reference. */
  liesOn: boolean
}

/**
 * By how much each measure exceeds the differences between the taught pictures, in units of what is usual for genuine
 * pictures; the verdict combines all of them. A difference that softer letters explain is a doubt but refuses nothing.
 * `measures`: those that are used.
 */
export function judgeDifference(kept: Kept, difference: Measured, seen: Seen, measures: Measures = MEASURES): Verdict {
  const excesses = excessesOf(kept, difference, seen, measures)
  const scoreOf = (about?: keyof ReferenceProperties): number => {
    const counted = excesses.filter((each) => !about || each.about === about)
    const score = scoreAt(Math.hypot(...counted.map(({ over }) => over)))
    if (score > OPERATING_POINT) return score
    const unexplained = scoreAt(Math.hypot(...counted.map(({ unexplained }) => unexplained)))
    return Math.max(score, Math.min(DOUBTFUL, unexplained))
  }
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

/** 95 for a clearly genuine page, 50 at the limit for refusal. */
function scoreAt(far: number): number {
  const wide = (TOGETHER.against - TOGETHER.clear) / Math.log(95 / 5)
  return Math.round(100 / (1 + Math.exp((far - TOGETHER.against) / wide)))
}

/**
 * By how many units each measure exceeds the differences between the taught pictures, and how much of that softer
 * letters do not explain.
 */
function excessesOf(kept: Kept, difference: Measured, seen: Seen, measures: Measures) {
  const beyond = beyondUsual(kept, difference, seen)
  const softer = Math.min(MOST_EXPLAINED, softerThanTaught(kept, difference))
  return (Object.entries(measures) as [MeasureName, Measure][]).flatMap(([name, { about, unit, blurs = 0 }]) => {
    const found = beyond[name]
    if (!found) return []
    const units = (value: number) =>
      Math.max(0, Math.min(TOGETHER.most, value / (found.widened * (unit + found.usual / 2))))
    return [{ about, over: units(found.value), unexplained: units(found.value - blurs * softer) }]
  })
}

interface Beyond {
  /** How much more the page differs than the taught pictures do, and how much those do. */
  value: number
  usual: number
  /** If the picture shows little, units are wider. */
  widened: number
}

export function beyondUsual(kept: Kept, difference: Measured, seen: Seen): Partial<Record<MeasureName, Beyond>> {
  const softer = softerThanTaught(kept, difference)
  const isKnown = kept.spread !== undefined && !isOfFiles(kept)
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

const softerThanTaught = ({ spread }: Kept, { softer }: Measured): number =>
  Math.max(0, softer - (spread?.softer ?? USUALLY_SOFTER))

/**
 * Whether the picture's letters are sharper than its resolution allows for a picture of the taught kind: a scan or a
 * file, where photographs were taught.
 */
const isOfSharperKind = ({ sharper, softer }: Measured, { coarser }: Seen): boolean =>
  sharper - softer + coarser > JUDGED.sharper

const isPatternShown = ({ softer, washed }: Measured, { coarser }: Seen): boolean =>
  softer <= JUDGED.softer && coarser <= JUDGED.coarser && washed <= JUDGED.washed

/** How much the taught pictures differ from the reference; undefined if there was only one picture. */
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

/** Whether the picture and the model are sufficient to judge a property. */
function isShown(about: keyof ReferenceProperties, kept: Kept, difference: Measured, seen: Seen): boolean {
  if (about === 'pattern') return isPatternShown(difference, seen) && !isOfSharperKind(difference, seen)
  return about !== 'print' || (mayApprove({ reference: kept }) && difference.covered >= JUDGED.covered)
}

export const isTooCoarse = ({ coarser }: Seen): boolean => coarser > JUDGED.coarser
