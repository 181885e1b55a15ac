import { type OperatingPoint, operatingPoints, type Scores } from './rates.ts'

const SIZE = 460
const MARGIN = 60

/** Detection error tradeoff: false match rate against false non-match rate, both on logarithmic axes. */
export function detPlot(title: string, scores: Scores): string {
  const least = Math.max(1e-6, Math.min(1 / scores.negatives.length, 1 / scores.positives.length))
  const low = Math.floor(Math.log10(least))
  const place = (rate: number) => (Math.log10(Math.max(rate, 10 ** low)) - low) / -low
  const path = line(operatingPoints(scores).map(({ fmr, fnmr }) => [place(fmr), place(fnmr)]))
  const ticks = Array.from({ length: -low + 1 }, (_, i) => ({ at: i / -low, label: `1e${low + i}` }))
  return frame({ title, across: 'false match rate', up: 'false non-match rate', path, ticks })
}

/** Receiver operating characteristic: accepted positives against accepted negatives. */
export function rocPlot(title: string, scores: Scores): string {
  const point = ({ fmr, fnmr }: OperatingPoint): [number, number] => [fmr, 1 - fnmr]
  const path = line(operatingPoints(scores).map(point))
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, label: at.toFixed(1) }))
  return frame({ title, across: 'negatives accepted', up: 'positives accepted', path, ticks })
}

interface Frame {
  title: string
  across: string
  up: string
  path: string
  ticks: { at: number; label: string }[]
}

function frame({ title, across, up, path, ticks }: Frame): string {
  const end = SIZE - MARGIN
  const grid = ticks.flatMap(({ at, label }) => {
    const [x, y] = [toX(at), toY(at)]
    return [
      `<path d="M${x} ${MARGIN}V${end}M${MARGIN} ${y}H${end}" stroke="#ddd"/>`,
      `<text x="${x}" y="${end + 16}" text-anchor="middle">${label}</text>`,
      `<text x="${MARGIN - 6}" y="${y + 4}" text-anchor="end">${label}</text>`,
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" role="img" font-family="system-ui, sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    `<rect width="${SIZE}" height="${SIZE}" fill="#fff"/>`,
    `<text x="${SIZE / 2}" y="28" text-anchor="middle" font-size="14">${title}</text>`,
    ...grid,
    `<text x="${SIZE / 2}" y="${SIZE - 14}" text-anchor="middle">${across}</text>`,
    `<text x="16" y="${SIZE / 2}" text-anchor="middle" transform="rotate(-90 16 ${SIZE / 2})">${up}</text>`,
    `<path d="${path}" fill="none" stroke="#1f5fa8" stroke-width="2"/>`,
    '</svg>',
    '',
  ].join('\n')
}

const toX = (share: number) => Math.round(10 * (MARGIN + share * (SIZE - 2 * MARGIN))) / 10
const toY = (share: number) => Math.round(10 * (SIZE - MARGIN - share * (SIZE - 2 * MARGIN))) / 10

const line = (points: [number, number][]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${toX(x)} ${toY(y)}`).join('')
