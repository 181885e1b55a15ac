import type { CaseChip } from '../../../contract/console/console.ts'
import type { Tone } from '../../../ui/words.ts'
import styles from './chip-chain.module.css'
import { type ChipLink, linksOf } from './chip-links.ts'

const BOX = { width: 150, height: 86, gap: 34 }

/** From the state to the signer to the data, each vouching for the next. An arrow that does not hold is broken. */
export function ChipChain({ chip }: { chip: CaseChip }) {
  const links = linksOf(chip)
  const width = links.length * BOX.width + (links.length - 1) * BOX.gap
  return (
    <svg class={styles.chain} viewBox={`0 0 ${width} ${BOX.height}`} role="img" aria-label={spokenOf(links)}>
      {links.map(({ title, lines, tone }, at) => {
        const x = at * (BOX.width + BOX.gap)
        return (
          <g key={title} class={tone}>
            {at > 0 && (
              <path
                class={`arrow ${tone}`}
                d={`M${x - BOX.gap + 3} ${BOX.height / 2} h${BOX.gap - 8} m-6 -5 l6 5 l-6 5`}
              />
            )}
            <rect x={x + 1} y={1} width={BOX.width - 2} height={BOX.height - 2} rx={6} />
            <text x={x + 10} y={22} class={styles.title}>
              {title}
            </text>
            {lines.map((line, row) => (
              <text key={line} x={x + 10} y={42 + row * 16}>
                {shortened(line)}
              </text>
            ))}
          </g>
        )
      })}
    </svg>
  )
}

const LONGEST = 24
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)

const TONE_WORDS: Record<Tone, string> = { good: 'holds', warn: 'not trusted', bad: 'does not hold', soft: '' }

const spokenOf = (links: readonly ChipLink[]) =>
  links.map(({ title, lines, tone }) => `${title}, ${lines.join(', ')}: ${TONE_WORDS[tone]}`).join('; then ')
