import type { LevelFigures } from '../../../../src/kernel/decision/assurance.ts'
import { ASSURANCE_LEVELS, type Assurance } from '../../../../src/kernel/decision/levels.ts'
import { errorRate } from '../../measure/interval.ts'
import { percent, type Table } from '../../measure/table.ts'

export const ENDS = ['approved', 'referred', 'rejected'] as const
type End = (typeof ENDS)[number]

/** Sessions of one kind, and their results on each level. */
interface AssuranceRow {
  name: string
  isGenuine: boolean
  /** Its issuers, or its kind of attack, were not used to train any net or to choose any limit. */
  isApart: boolean
  n: number
  /** No picture was accepted in three attempts, on any level. */
  refused: number
  ends: Record<Assurance, Record<End, number>>
}

export interface AssuranceFigures {
  rows: AssuranceRow[]
  /** The summary for the command line, the console and the pages. */
  levels: LevelFigures[]
}

/** An assumption to convert referrals into hours; the duration of a case was not measured. */
const SECONDS_PER_CASE = 60

/** Genuine people with typical captures: easy and ordinary. */
const USUAL = /^(easy|ordinary)/

/** Only of the held-out rows: figures for data that nets and limits were chosen on would be too good. */
export function levelsOf(rows: readonly AssuranceRow[]): LevelFigures[] {
  const apart = rows.filter(({ isApart }) => isApart)
  const ordinary = apart.filter(({ name, isGenuine }) => isGenuine && USUAL.test(name))
  const attacks = apart.filter(({ isGenuine }) => !isGenuine)
  return ASSURANCE_LEVELS.map((level) => {
    const sum = (of: readonly AssuranceRow[], end: End) => of.reduce((total, row) => total + row.ends[level][end], 0)
    const [worst] = attacks.toSorted((a, b) => b.ends[level].approved / b.n - a.ends[level].approved / a.n)
    if (!worst) throw new Error('no attack was run')
    const n = count(ordinary)
    const referred = sum(ordinary, 'referred')
    return {
      level,
      genuine: {
        ...share(sum(ordinary, 'approved'), n),
        referred,
        rejected: sum(ordinary, 'rejected'),
        refused: ordinary.reduce((total, row) => total + row.refused, 0),
      },
      attacks: share(sum(attacks, 'approved'), count(attacks)),
      worst: { name: worst.name, n: worst.n, approved: worst.ends[level].approved },
      reviewerHoursPer1000: ((referred / n) * 1000 * SECONDS_PER_CASE) / 3600,
    }
  })
}

const count = (rows: readonly AssuranceRow[]): number => rows.reduce((total, { n }) => total + n, 0)

function share(approved: number, n: number) {
  const { low, high } = errorRate(approved, n)
  return { n, approved, low, high }
}

const interval = ({ low, high }: { low: number; high: number }): string => `${percent(low)} to ${percent(high)}`

export const assuranceSummary = ({ levels }: AssuranceFigures): Table => ({
  title: 'What each level lets through',
  head: [
    'level',
    'genuine approved',
    '95 %',
    'referred',
    'rejected',
    'not taken',
    'attacks approved',
    '95 %',
    'most of one kind',
    'reviewer hours per 1,000',
  ],
  rows: levels.map(({ level, genuine, attacks, worst, reviewerHoursPer1000 }) => [
    level,
    `${genuine.approved} of ${genuine.n}`,
    interval(genuine),
    genuine.referred,
    genuine.rejected,
    genuine.refused,
    `${attacks.approved} of ${attacks.n}`,
    interval(attacks),
    worst.approved ? `${worst.approved} of ${worst.n} (${worst.name})` : 'none',
    reviewerHoursPer1000.toFixed(1),
  ]),
})

export const assuranceGenuine = ({ rows }: AssuranceFigures): Table => ({
  title: 'Genuine sessions by level: approved, referred, rejected',
  head: ['genuine', 'n', 'not taken', ...ASSURANCE_LEVELS],
  rows: rows
    .filter(({ isGenuine }) => isGenuine)
    .map(({ name, isApart, n, refused, ends }) => [
      isApart ? `${name} (apart)` : name,
      n,
      refused,
      ...ASSURANCE_LEVELS.map((level) => ENDS.map((end) => ends[level][end]).join(', ')),
    ]),
})

export const assuranceAttacks = ({ rows }: AssuranceFigures): Table => ({
  title: 'Attacks approved',
  head: ['attack', 'n', ...ASSURANCE_LEVELS],
  rows: rows
    .filter(({ isGenuine }) => !isGenuine)
    .map(({ name, isApart, n, ends }) => [
      isApart ? `${name} (apart)` : name,
      n,
      ...ASSURANCE_LEVELS.map((level) => ends[level].approved),
    ]),
})

/** Genuine approved against attacks approved, a point with its intervals for each level. */
export function assurancePlot({ levels }: AssuranceFigures): string {
  const [size, margin] = [460, 60]
  const x = (share: number) => Math.round(10 * (margin + share * (size - 2 * margin))) / 10
  const y = (share: number) => Math.round(10 * (size - margin - share * (size - 2 * margin))) / 10
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((at) => [
    `<path d="M${x(at)} ${margin}V${size - margin}M${margin} ${y(at)}H${size - margin}" stroke="#ddd"/>`,
    `<text x="${x(at)}" y="${size - margin + 16}" text-anchor="middle">${percent(at, 0)}</text>`,
    `<text x="${margin - 6}" y="${y(at) + 4}" text-anchor="end">${percent(at, 0)}</text>`,
  ])
  const points = levels
    .map(({ level, genuine, attacks }) => ({
      level,
      genuine: { ...genuine, rate: genuine.approved / genuine.n },
      attacks: { ...attacks, rate: attacks.approved / attacks.n },
    }))
    .flatMap(({ level, genuine, attacks }) => [
      `<path d="M${x(attacks.low)} ${y(genuine.rate)}H${x(attacks.high)}M${x(attacks.rate)} ${y(genuine.low)}V${y(genuine.high)}" stroke="#1f5fa8"/>`,
      `<circle cx="${x(attacks.rate)}" cy="${y(genuine.rate)}" r="4" fill="#1f5fa8"/>`,
      `<text x="${x(attacks.rate) + 8}" y="${y(genuine.rate) - 6}">${level}</text>`,
    ])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" font-family="system-ui, sans-serif" font-size="11">`,
    '<title>Levels of assurance</title>',
    `<rect width="${size}" height="${size}" fill="#fff"/>`,
    ...ticks,
    ...points,
    `<text x="${size / 2}" y="${size - 14}" text-anchor="middle">attacks approved</text>`,
    `<text x="16" y="${size / 2}" text-anchor="middle" transform="rotate(-90 16 ${size / 2})">genuine approved, easy and ordinary captures</text>`,
    '</svg>',
    '',
  ].join('\n')
}
