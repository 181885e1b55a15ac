import { useState } from 'preact/hooks'
import { ask } from '../../../apps/console/api.ts'
import { Button } from '../../../apps/ui/button.tsx'
import { Confirm } from '../../../apps/ui/dialog.tsx'
import { Dot } from '../../../apps/ui/states.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { atTime } from '../../../apps/ui/words.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'

/** The tenant's own credentials of the person, and a way to revoke the current one. */
export function Issued({ view: { id, issued }, changed }: { view: CaseView; changed: () => void }) {
  if (!issued?.length) return null
  return (
    <section aria-label="Credential issued by the tenant">
      <h3>Credential issued by the tenant</h3>
      <Table
        rows={issued}
        keyOf={({ issuedAtUtc }) => issuedAtUtc}
        caption="What the person was given"
        columns={[
          { head: 'Issued', isName: true, cell: ({ issuedAtUtc }) => atTime(issuedAtUtc) },
          { head: 'Valid until', cell: ({ expiresAtUtc }) => atTime(expiresAtUtc) },
          {
            head: 'Status',
            cell: ({ revokedAtUtc }) =>
              revokedAtUtc ? <Dot tone="bad">revoked {atTime(revokedAtUtc)}</Dot> : <Dot tone="good">not revoked</Dot>,
          },
        ]}
      />
      {issued.some(({ revokedAtUtc }) => !revokedAtUtc) && <RevokeButton id={id} revoked={changed} />}
    </section>
  )
}

function RevokeButton({ id, revoked }: { id: string; revoked: () => void }) {
  const [asking, setAsking] = useState(false)
  const revoke = async () => {
    await ask<void>('POST', `cases/${id}/credential/revoke`)
    setAsking(false)
    revoked()
  }
  return (
    <>
      <Button class="danger" word="Revoke" act={() => setAsking(true)} />
      {asking && (
        <Confirm
          title="Revoke this credential?"
          yes="Revoke it"
          no="Keep it"
          act={revoke}
          close={() => setAsking(false)}
        >
          It is no longer accepted, here or elsewhere. This cannot be undone, and this session cannot be given another.
        </Confirm>
      )}
    </>
  )
}
