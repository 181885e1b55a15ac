import { Table } from '../table.tsx'
import { useWidth } from '../use-width.ts'
import { amount, type Tone } from '../words.ts'

export interface Line {
  name: string
  tone: Tone
  values: number[]
  /** A link to what a day counts. */
  address?: (day: string) => string
}

/** Used until the available width is known. */
const WIDTH = 1120
const HEIGHT = 250
const LEFT = 44
const RIGHT = 128
const TOP = 12
const BOTTOM = 24
const LABEL_GAP = 18
/** Minimum distance between labeled days. */
const DAY_GAP = 64

/** A few lines over days, each labeled at its end, so that no legend is needed. */
export function Lines({ title, days, lines }: { title: string; days: string[]; lines: Line[] }) {
  const [figure, width] = useWidth<HTMLElement>(WIDTH)
  const most = niceMost(Math.max(1, ...lines.flatMap(({ values }) => values)))
  const x = (at: number) => LEFT + (at / Math.max(1, days.length - 1)) * (width - LEFT - RIGHT)
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM)
  const ends = spread(lines.map((line) => ({ line, y: y(line.values.at(-1) ?? 0) })))
  const every = [1, 7, 14, 28].find((step) => x(step) - x(0) >= DAY_GAP) ?? days.length
  const marks = days.map((day, at) => ({ day, at })).filter(({ at }) => (days.length - 1 - at) % every === 0)
  return (
    <figure class="plot" ref={figure}>
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose points are links; a fieldset is of a form */}
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="group" aria-label={summary(title, lines)}>
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <path class="grid" d={`M${LEFT} ${y(value)}H${width - RIGHT}`} />
            <text class="axis" x={LEFT - 8} y={y(value) + 4} text-anchor="end">
              {amount(value)}
            </text>
          </g>
        ))}
        {marks.map(({ day, at }) => (
          <text key={day} class="axis" x={x(at)} y={HEIGHT - 6} text-anchor="middle">
            {shortDay(day)}
          </text>
        ))}
        {lines.map(({ name, tone, values }) => (
          <path
            key={name}
            class={`line ${tone}`}
            d={values.map((value, at) => `${at ? 'L' : 'M'}${x(at)} ${y(value)}`).join('')}
          />
        ))}
        {lines.map((line) => (
          <Points key={line.name} line={line} days={days} x={x} y={y} />
        ))}
        {ends.map(({ line, y: end }) => (
          <text key={line.name} class={`end ${line.tone}`} x={width - RIGHT + 8} y={end + 4}>
            {line.name} {amount(line.values.at(-1) ?? 0)}
          </text>
        ))}
      </svg>
      <details>
        <summary>Show as a table</summary>
        <Table
          isCompared
          caption={title}
          rows={days.map((day, at) => ({ day, at })).toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { head: 'Day', isName: true, cell: ({ day }) => shortDay(day) },
            ...lines.map(({ name, values, address }) => ({
              head: name,
              isNumber: true,
              cell: ({ day, at }: { day: string; at: number }) => {
                const value = values[at] ?? 0
                return address && value ? <a href={address(day)}>{amount(value)}</a> : amount(value)
              },
            })),
          ]}
        />
      </details>
    </figure>
  )
}

interface PointsProps {
  line: Line
  days: string[]
  x: (at: number) => number
  y: (value: number) => number
}

/** The points of a line, each a link; keyboard users have the table below. */
function Points({ line: { name, tone, values, address }, days, x, y }: PointsProps) {
  if (!address) return null
  const isDense = x(1) - x(0) < 12
  return (
    <g>
      {days.map((day, at) => {
        const value = values[at] ?? 0
        if (!value) return null
        return (
          <a key={day} href={address(day)} tabIndex={-1}>
            <title>{`${name}, ${shortDay(day)}: ${amount(value)}`}</title>
            <circle class="reach" cx={x(at)} cy={y(value)} r={isDense ? 7 : 11} />
            <circle class={`point ${tone}`} cx={x(at)} cy={y(value)} r={isDense ? 2 : 3.5} />
          </a>
        )
      })}
    </g>
  )
}

/** Moves overlapping labels apart, keeping their order and keeping them in the picture. */
function spread<Item extends { y: number }>(items: Item[]): Item[] {
  const ordered = items.toSorted((a, b) => a.y - b.y).map((item) => ({ ...item }))
  for (const [at, item] of ordered.entries()) {
    const above = ordered[at - 1]
    if (above && item.y - above.y < LABEL_GAP) item.y = above.y + LABEL_GAP
  }
  for (let at = ordered.length - 1; at >= 0; at--) {
    const item = ordered[at] as Item
    const limit = (ordered[at + 1]?.y ?? HEIGHT - BOTTOM + LABEL_GAP) - LABEL_GAP
    if (item.y > limit) item.y = limit
  }
  return ordered
}

/** The next of 2, 4, 10, 20, 40, 100 … so that half of it is an integer. */
function niceMost(value: number): number {
  for (let unit = 1; ; unit *= 10) {
    const found = [2, 4, 10].find((step) => step * unit >= value)
    if (found) return found * unit
  }
}

const shortDay = (day: string) =>
  new Date(`${day}T12:00Z`).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })

const summary = (title: string, lines: Line[]) =>
  `${title}. Today: ${lines.map(({ name, values }) => `${name} ${values.at(-1) ?? 0}`).join(', ')}`
