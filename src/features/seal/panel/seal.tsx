import { ReasonList } from '../../../apps/console/case/reasons.tsx'
import { Dot } from '../../../apps/ui/states.tsx'
import { atTime, type Tone } from '../../../apps/ui/words.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import type { CaseSeal } from '../contract/case-seal.ts'

const VERDICTS: Record<CaseSeal['verdict'], { tone: Tone; words: string }> = {
  TRUSTED: { tone: 'good', words: 'signed by a trusted issuer' },
  ALTERED: { tone: 'bad', words: 'altered' },
  EXPIRED: { tone: 'warn', words: 'signed, but not valid at that time' },
  UNKNOWN_ISSUER: { tone: 'warn', words: 'not signed by a trusted issuer' },
  UNREADABLE: { tone: 'warn', words: 'unreadable' },
}

/** The signed barcode: the verdict, the signer, all its values, and the raw code. */
export function Seal({ view: { seal } }: { view: CaseView }) {
  if (!seal) return null
  const { verdict, kind, country, documentType, signedOn, signer, authority, values, reasons, raw, readUtc } = seal
  const { tone, words } = VERDICTS[verdict]
  const about = [kind.replaceAll('_', ' '), country, documentType, signedOn && `signed ${signedOn.slice(0, 10)}`]
  return (
    <section aria-label="Signed barcode" class="chip">
      <h3>Signed barcode</h3>
      <p>
        <Dot tone={tone}>{words}</Dot> <span class="soft">{about.filter(Boolean).join(', ')}</span>
      </p>
      {signer && <p class="small">Signed by {signer}</p>}
      {authority && <p class="small">Certified by {authority}</p>}
      <details>
        <summary>What it says, {values.length}</summary>
        <dl>
          {values.map(({ name, value }) => (
            <div key={name}>
              <dt class="soft small">{name}</dt>
              <dd class="mono">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <ReasonList reasons={reasons}>
        Read {atTime(readUtc)}. The code, Base64: <span class="mono small">{raw}</span>
      </ReasonList>
    </section>
  )
}
