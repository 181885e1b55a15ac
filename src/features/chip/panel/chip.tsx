import { ReasonList } from '../../../apps/console/case/reasons.tsx'
import { Dot } from '../../../apps/ui/states.tsx'
import { atTime, type Tone } from '../../../apps/ui/words.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import type { CaseChip } from '../contract/case-chip.ts'
import styles from './chip-chain.module.css'
import { type ChipLink, linksOf } from './chip-links.ts'

const VERDICTS: Record<CaseChip['verdict'], { tone: Tone; words: string }> = {
  TRUSTED: { tone: 'good', words: 'signed by a trusted state' },
  ALTERED: { tone: 'bad', words: 'altered' },
  UNKNOWN_ISSUER: { tone: 'warn', words: 'not signed by a trusted state' },
  UNREADABLE: { tone: 'warn', words: 'unreadable' },
}

const ANSWERS: Record<CaseChip['activeAuthentication'], { tone: Tone; words: string }> = {
  GENUINE: { tone: 'good', words: 'the chip proved that it is not a copy' },
  FALSE: { tone: 'bad', words: 'a copy: it does not hold the key that was signed for it' },
  ABSENT: { tone: 'soft', words: 'not checked whether it is a copy' },
}

/**
 * The result of verifying the state's signature in the chip: in one line, as a diagram of who signed what, and with the
 * reasons.
 */
export function Chip({ view: { chip } }: { view: CaseView }) {
  if (!chip) return null
  const { verdict, activeAuthentication, reasons, saidByReader, readUtc } = chip
  const [signed, answer] = [VERDICTS[verdict], ANSWERS[activeAuthentication]]
  const said = [saidByReader?.access, saidByReader?.chipAuthentication && authenticationWords(saidByReader)].filter(
    Boolean,
  )
  return (
    <section aria-label="Chip" class="chip">
      <h3>Chip</h3>
      <p>
        <Dot tone={signed.tone}>{signed.words}</Dot> <Dot tone={answer.tone}>{answer.words}</Dot>
      </p>
      <ChipChain chip={chip} />
      <ReasonList reasons={reasons}>
        Sent {atTime(readUtc)}.
        {said.length > 0 && ` Reported by the program that read it: ${said.join(', ')}. This was not verified.`}
      </ReasonList>
    </section>
  )
}

const authenticationWords = ({ chipAuthentication }: NonNullable<CaseChip['saidByReader']>) =>
  chipAuthentication === 'DONE' ? 'chip authentication passed' : 'chip authentication failed'

const BOX = { width: 150, height: 86, gap: 34 }

/** From the state to the signer to the data, each certifying the next. An arrow that does not hold is drawn broken. */
function ChipChain({ chip }: { chip: CaseChip }) {
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
