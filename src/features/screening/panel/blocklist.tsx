import { useState } from 'preact/hooks'
import { Button } from '../../../apps/ui/button.tsx'
import { Choice, Field, Form } from '../../../apps/ui/form.tsx'
import { Answered, Empty } from '../../../apps/ui/states.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { useAnswer } from '../../../apps/ui/use-answer.ts'
import { atTime } from '../../../apps/ui/words.ts'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { BlocklistView } from '../contract/watchlist.ts'
import { block, readBlocklist, unblock } from './api.ts'

type Entry = BlocklistView['entries'][number]

const KINDS = [
  ['name', 'Name'],
  ['number', 'Document number'],
  ['face', 'Face of a session'],
] as const

/** The tenant's own list. Anyone on it is referred to a reviewer, with the reason given here. */
export function Blocklist({ mode }: { mode: Mode }) {
  const [chosen, choose] = useState('')
  const asked = useAnswer(() => readBlocklist(mode, chosen), [mode, chosen])
  return (
    <section class="stack" aria-label="Own blocklist">
      <h2>Own blocklist</h2>
      <p class="soft">
        If the tenant compares people with lists, anyone on this list is referred to a reviewer. Nobody is rejected
        automatically.
      </p>
      <Answered asked={asked} what="the blocklist" lines={4}>
        {(view) => (
          <>
            {view.tenants.length > 1 && (
              <Choice
                class="narrow"
                label="Tenant"
                options={view.tenants.map(({ id, name }) => [id, name] as const)}
                value={view.tenant}
                choose={choose}
              />
            )}
            {view.mayChange && <BlockForm key={view.tenant} tenant={view.tenant} mode={mode} changed={asked.again} />}
            <Entries view={view} mode={mode} changed={asked.again} />
          </>
        )}
      </Answered>
    </section>
  )
}

function BlockForm({ tenant, mode, changed }: { tenant: string; mode: Mode; changed: () => void }) {
  const [kind, setKind] = useState<Entry['kind']>('name')
  const [what, setWhat] = useState('')
  const [birth, setBirth] = useState('')
  const [reason, setReason] = useState('')
  const label = kind === 'name' ? 'Name' : kind === 'number' ? 'Document number' : 'Id of the session'
  const field = { name: 'name', number: 'number', face: 'sessionId' }[kind]
  const add = async () => {
    const born = kind === 'name' && birth.trim() ? { birth: birth.trim() } : {}
    await block({ tenant, mode, kind, [field]: what.trim(), ...born, reason: reason.trim() })
    setWhat('')
    setBirth('')
    setReason('')
    changed()
  }
  return (
    <Form word="Add" disabled={what.trim() === '' || reason.trim() === ''} send={add}>
      <Choice class="narrow" label="What" options={KINDS} value={kind} choose={setKind} />
      <Field label={label} width="narrow" value={what} maxLength={200} required write={setWhat} />
      {kind === 'name' && (
        <Field
          label="Date of birth, if known"
          width="narrow"
          value={birth}
          placeholder="1961-03-14"
          pattern="[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?"
          write={setBirth}
        />
      )}
      <Field label="Reason" width="narrow" value={reason} maxLength={500} required write={setReason} />
    </Form>
  )
}

function Entries({ view, mode, changed }: { view: BlocklistView; mode: Mode; changed: () => void }) {
  if (view.entries.length === 0)
    return (
      <Empty picture="people" title="Nobody is on the blocklist">
        Add a name or a document number above: whoever has it is referred to a reviewer from then on.
      </Empty>
    )
  return (
    <Table
      rows={view.entries}
      keyOf={({ id }) => id}
      columns={[
        { head: 'What', cell: ({ kind }) => KINDS.find(([each]) => each === kind)?.[1] },
        { head: 'Who', isName: true, cell: whoOf },
        { head: 'Reason', cell: ({ reason }) => reason ?? '–' },
        { head: 'By', cell: ({ by }) => by },
        { head: 'Added', cell: ({ atUtc }) => atTime(atUtc) },
        {
          head: 'Change',
          cell: ({ id }) =>
            view.mayChange && (
              <Button class="quiet" word="Remove" act={() => unblock(view.tenant, mode, id).then(changed)} />
            ),
        },
      ]}
    />
  )
}

function whoOf({ kind, what, faceGone }: Entry) {
  if (faceGone === 'erased') return 'The session was erased: its face no longer finds anyone'
  if (faceGone === 'forgotten') return 'The face was deleted: it no longer finds anyone'
  if (kind !== 'face') return what
  return (
    <a class="mono" href={`/console/sessions/${what}`}>
      {what}
    </a>
  )
}
