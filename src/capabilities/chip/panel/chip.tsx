import { ReasonList } from '../../../console/case/reason-list.tsx'
import type { CaseChip, CaseView } from '../../../contract/console/console.ts'
import { Dot } from '../../../ui/states.tsx'
import { atTime, type Tone } from '../../../ui/words.ts'
import { ChipChain } from './chip-chain.tsx'

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

/** What the state's signature in the chip says: in one line, as a picture of who signed for whom, and in its reasons. */
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
        {said.length > 0 && ` The program that read it says: ${said.join(', ')}. Nobody else saw that.`}
      </ReasonList>
    </section>
  )
}

const authenticationWords = ({ chipAuthentication }: NonNullable<CaseChip['saidByReader']>) =>
  chipAuthentication === 'DONE' ? 'chip authentication passed' : 'chip authentication failed'
