import { EFFECTS, type Effect, type FactorRule } from '../../../../kernel/contract/console-words.ts'
import type { PolicyView } from '../../../../kernel/tenants/contract/console-settings.ts'
import { Choice, Field, Tick } from '../../../ui/form.tsx'
import { factorName } from '../../words.ts'
import { scoreOf } from './edit-policy.ts'

interface FactorFormProps {
  factor: PolicyView['factors'][number]
  /** Absent if the policy has no rule: the factor is off. */
  rule: FactorRule | undefined
  steps: readonly number[] | undefined
  change: (part: { [Part in keyof FactorRule]?: FactorRule[Part] | undefined }) => void
}

/** One factor: its question, whether it counts, its limits against past scores, and what each level does. */
export function FactorForm({ factor, rule, steps, change }: FactorFormProps) {
  const isOn = rule?.enabled === true
  const limits = rule ?? factor.defaultRule
  return (
    <details class="factor-form">
      <summary>
        <span class="strong">{factorName(factor.name)}</span> <span class="soft">{isOn ? inShort(limits) : 'off'}</span>
        <span class="small">{factor.question}</span>
      </summary>
      <div class="stack">
        <Tick on={isOn} set={(enabled) => change(rule ? { enabled } : { ...factor.defaultRule, enabled })}>
          Use this factor
        </Tick>
        {isOn && <Parts factor={factor} rule={limits} steps={steps} change={change} />}
      </div>
    </details>
  )
}

function Parts({ factor: { name }, rule, steps, change }: FactorFormProps & { rule: FactorRule }) {
  const number = (part: 'medium' | 'high' | 'weight', label: string, most: number) => (
    <Field
      label={label}
      width="narrow"
      type="number"
      min={0}
      max={most}
      step="any"
      required
      value={rule[part]}
      write={(text) => text && change({ [part]: Number(text) })}
    />
  )
  const effect = (part: 'onLow' | 'onMedium' | 'onUnknown', label: string) => (
    <Choice
      class="narrow"
      label={label}
      options={OPTIONS}
      value={rule[part]}
      choose={(value) => change({ [part]: value })}
    />
  )
  return (
    <>
      <ScorePlot steps={steps ?? []} medium={rule.medium} high={rule.high} />
      <div class="choices">
        {number('medium', 'Medium above a score of', 99.9)}
        {number('high', 'High above a score of', 99.9)}
        {number('weight', 'Weight in the score', 1000)}
      </div>
      {rule.medium > rule.high && (
        <p class="notice bad" role="alert">
          Medium must not be higher than high.
        </p>
      )}
      <div class="choices">
        {effect('onLow', 'When low')}
        {effect('onMedium', 'When medium')}
        {effect('onUnknown', 'When it could not be computed')}
        <Choice
          class="narrow"
          label="When there is nothing to compare with"
          any={rule.required ? 'as required: refer' : 'nothing'}
          options={OPTIONS}
          value={rule.onUnavailable ?? ('' as Effect)}
          choose={(value) => change({ onUnavailable: value || undefined })}
        />
      </div>
      <Tick on={rule.required} set={(required) => change({ required })}>
        Refer documents without this to a reviewer<span class="hidden"> ({factorName(name)})</span>
      </Tick>
    </>
  )
}

const OPTIONS = EFFECTS.map((effect) => [effect, effect] as const)

const inShort = ({ medium, high, onLow, onMedium }: FactorRule): string =>
  medium === high ? `${onLow} up to ${high}` : `${onLow} up to ${medium}, ${onMedium} up to ${high}`

interface ScorePlotProps {
  /** How many past scores are in each bar from 0 to 100. */
  steps: readonly number[]
  medium: number
  high: number
}

const HEIGHT = 48

/**
 * Past scores of one factor as bars, with the limits drawn over them: it shows how each limit would have divided them.
 */
function ScorePlot({ steps, medium, high }: ScorePlotProps) {
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
          ? `Of ${all.toLocaleString()} past scores, about ${share(high, 101)}% are high, ${share(medium, high)}% medium, ${share(-1, medium)}% low.`
          : 'No past session has a score for this factor.'}
      </figcaption>
    </figure>
  )
}
