import { scoreOf } from './edit-policy.ts'

interface ScorePlotProps {
  /** How many past scores lie in each step from 0 to 100. */
  steps: readonly number[]
  medium: number
  high: number
}

const HEIGHT = 48

/** Past scores of one factor as bars, with the limits drawn over them: what each would have cut. */
export function ScorePlot({ steps, medium, high }: ScorePlotProps) {
  const most = Math.max(1, ...steps)
  const width = 100 / steps.length
  const all = steps.reduce((sum, count) => sum + count, 0)
  const share = (from: number, to: number) => {
    const inside = steps.filter((_count, at) => scoreOf(at, steps.length) > from && scoreOf(at, steps.length) <= to)
    return all ? Math.round((100 * inside.reduce((sum, count) => sum + count, 0)) / all) : 0
  }
  return (
    <figure class="score-plot">
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {steps.map((count, at) => {
          const height = count ? Math.max(1, (HEIGHT * count) / most) : 0
          const score = scoreOf(at, steps.length)
          const tone = score > high ? 'good' : score > medium ? 'warn' : 'bad'
          return (
            <rect key={at} class={tone} x={at * width + 0.3} y={HEIGHT - height} width={width - 0.6} height={height} />
          )
        })}
        <line class="limit" x1={medium} x2={medium} y1="0" y2={HEIGHT} />
        <line class="limit" x1={high} x2={high} y1="0" y2={HEIGHT} />
      </svg>
      <figcaption class="soft small">
        {all
          ? `Of ${all.toLocaleString()} past scores about ${share(high, 101)} % are high, ${share(medium, high)} % medium, ${share(-1, medium)} % low.`
          : 'No past session has a score of this factor.'}
      </figcaption>
    </figure>
  )
}
