import { ReasonList } from '../../../apps/console/case/reasons.tsx'
import { Dot } from '../../../apps/ui/states.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { atTime, type Tone } from '../../../apps/ui/words.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import type { CaseCredential } from '../contract/case-credential.ts'

interface Said {
  tone: Tone
  words: string
}

const VERDICTS: Record<CaseCredential['verdict'], Said> = {
  TRUSTED: { tone: 'good', words: 'signed by a trusted issuer' },
  ALTERED: { tone: 'bad', words: 'altered' },
  UNKNOWN_ISSUER: { tone: 'warn', words: 'not signed by a trusted issuer' },
  UNREADABLE: { tone: 'warn', words: 'unreadable' },
}

const BINDINGS: Record<CaseCredential['holderBinding'], Said> = {
  HOLDS: { tone: 'good', words: 'presented by the device it was issued to' },
  FALSE: { tone: 'bad', words: 'presented by another device' },
  ABSENT: { tone: 'bad', words: 'the holder did not sign' },
}

const STATUSES: Record<CaseCredential['status'], Said> = {
  VALID: { tone: 'good', words: 'not revoked' },
  REVOKED: { tone: 'bad', words: 'revoked' },
  SUSPENDED: { tone: 'bad', words: 'suspended' },
  UNKNOWN: { tone: 'warn', words: 'not known whether it was revoked' },
  ABSENT: { tone: 'soft', words: 'the issuer has no revocation list' },
}

/** The credential from a wallet: how far it can be trusted in one line, its claims, its issuer, and the reasons. */
export function Credential({ view: { credential } }: { view: CaseView }) {
  if (!credential) return null
  const { verdict, holderBinding, status, claims, issuer, authority, reasons, credentialType, receivedUtc } = credential
  const said = [VERDICTS[verdict], BINDINGS[holderBinding], STATUSES[status]]
  return (
    <section aria-label="Credential from a wallet" class="credential">
      <h3>Credential from a wallet</h3>
      <p>
        {said.map(({ tone, words }) => (
          <>
            <Dot tone={tone}>{words}</Dot>{' '}
          </>
        ))}
      </p>
      <Table
        rows={Object.entries(claims)}
        keyOf={([name]) => name}
        caption="What it says"
        isHeadless
        columns={[
          { head: 'Claim', isName: true, cell: ([name]) => name.replaceAll('_', ' ') },
          { head: 'Value', cell: ([, value]) => value },
        ]}
      />
      <ReasonList reasons={reasons}>
        {credentialType}, presented {atTime(receivedUtc)}.{issuer && ` Issued by ${issuer.subject}.`}
        {authority && ` Certified by ${authority.subject} (${authority.origin}).`}
      </ReasonList>
    </section>
  )
}
