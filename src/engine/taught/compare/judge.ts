import { OPERATING_POINT } from '../../../domain/decision/rule.ts'
import type { ReferenceProperties } from '../../../domain/document/document.ts'
import { isOfFiles, mayApprove } from '../../../domain/document/model.ts'
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
import type { Difference } from './difference.ts'
import type { OpenReference } from './reference.ts'

type Kept = OpenReference['kept']
type Measured = Omit<Difference, 'heat' | 'hidden'>
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
 * together are the verdict. What softer letters explain is a doubt and refuses nothing. `measures`: those that have a say.
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

/** 95 at what is clearly genuine, 50 at what is against it. */
function scoreAt(far: number): number {
  const wide = (TOGETHER.against - TOGETHER.clear) / Math.log(95 / 5)
  return Math.round(100 / (1 + Math.exp((far - TOGETHER.against) / wide)))
}

/** By how many units each measure exceeds what the taught pictures differ by, and what softer letters leave unexplained of it. */
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
  /** By how much the page differs more than the taught pictures do, and by how much those do. */
  value: number
  usual: number
  /** Where the picture shows little, units are wider. */
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

/** A picture whose letters are sharper than its pixels let a picture of the taught kind be: a scan or a file, where photographs were taught. */
const isOfSharperKind = ({ sharper, softer }: Measured, { coarser }: Seen): boolean =>
  sharper - softer + coarser > JUDGED.sharper

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
function isShown(about: keyof ReferenceProperties, kept: Kept, difference: Measured, seen: Seen): boolean {
  if (about === 'pattern') return isPatternShown(difference, seen) && !isOfSharperKind(difference, seen)
  return about !== 'print' || (mayApprove({ reference: kept }) && difference.covered >= JUDGED.covered)
}

export const isTooCoarse = ({ coarser }: Seen): boolean => coarser > JUDGED.coarser
