import { useState } from 'preact/hooks'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import { RIGHTS, type Right } from '../../../kernel/contract/console-words.ts'
import type { CredentialEntry, ShownOnce } from '../../../kernel/tenants/contract/console-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Choice, Field, Form, Ticks } from '../../ui/form.tsx'
import { Answered, Dot, Empty } from '../../ui/states.tsx'
import { actions, type Column, Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { atTime } from '../../ui/words.ts'
import { ModeBadge } from '../parts.tsx'
import { createCredential, readCredentials, revokeCredential } from './api.ts'
import { ShownOnceDialog } from './shown-once.tsx'
import type { ToolProps } from './tenant-choice.tsx'

/** The API credentials of integrators: created here, shown once, revoked here. */
export function Credentials({ mode: shown, tenant, made: done }: ToolProps & { made?: () => void }) {
  const list = useAnswer(readCredentials, [])
  const [made, setMade] = useState<ShownOnce>()
  const [leaving, setLeaving] = useState<string>()

  const create = async (wanted: Parameters<typeof createCredential>[0]) => {
    setMade(await createCredential(wanted))
    list.again()
    done?.()
  }
  const revoke = async (username: string) => {
    await revokeCredential(username)
    setLeaving(undefined)
    list.again()
  }
  return (
    <>
      <NewCredential shown={shown} tenant={tenant.id} create={create} />
      <Answered asked={list} what="credentials" lines={4}>
        {(entries) =>
          entries.length ? (
            <Table rows={entries} columns={columns(setLeaving)} keyOf={({ username }) => username} />
          ) : (
            <Empty picture="keys" title="No credentials">
              Your systems open sessions and read results with one. Make the first above: its password is shown once.
            </Empty>
          )
        }
      </Answered>
      {made && <ShownOnceDialog made={made} close={() => setMade(undefined)} />}
      {leaving !== undefined && (
        <Confirm
          title={`Revoke ${leaving}?`}
          yes="Revoke"
          no="Cancel"
          act={() => revoke(leaving)}
          close={() => setLeaving(undefined)}
        >
          Requests that use it will be refused from now on. This cannot be undone.
        </Confirm>
      )}
    </>
  )
}

interface NewCredentialProps {
  shown: Mode
  tenant: string
  create: (wanted: Parameters<typeof createCredential>[0]) => Promise<void>
}

function NewCredential({ shown, tenant, create }: NewCredentialProps) {
  const [label, setLabel] = useState('')
  const [mode, setMode] = useState(shown)
  const [rights, setRights] = useState<readonly Right[]>(RIGHTS)
  const send = () => create({ tenant, mode, label: label.trim(), rights }).then(() => setLabel(''))
  return (
    <Form word="New credential" isPrimary disabled={!rights.length} send={send}>
      <Field
        label="Display name"
        width="narrow"
        value={label}
        maxLength={80}
        placeholder="Shop backend"
        write={setLabel}
      />
      <Choice label="Mode" options={MODE_WORDS} value={mode} choose={setMode} />
      <fieldset class="ticks">
        <legend>Permissions</legend>
        <Ticks options={RIGHTS.map((right) => [right, RIGHT_WORDS[right]])} chosen={rights} choose={setRights} />
      </fieldset>
    </Form>
  )
}

const MODE_WORDS = [
  ['test', 'Test'],
  ['live', 'Live'],
] as const

const RIGHT_WORDS: Record<Right, string> = { open: 'open sessions', read: 'read results', delete: 'delete' }

const columns = (revoke: (username: string) => void): Column<CredentialEntry>[] => [
  {
    head: 'Name',
    isName: true,
    cell: ({ username, label }) => (
      <>
        {label && <span class="strong">{label} </span>}
        <span class="mono">{username}</span>
      </>
    ),
  },
  { head: 'Tenant', cell: ({ tenant }) => tenant },
  { head: 'Mode', cell: ({ mode }) => (mode === 'live' ? 'live' : <ModeBadge mode={mode} />) },
  {
    head: 'Permissions',
    cell: ({ rights }) =>
      rights.length === RIGHTS.length ? 'all' : rights.map((right) => RIGHT_WORDS[right]).join(', '),
  },
  {
    head: 'State',
    cell: ({ revokedUtc }) => (revokedUtc ? <Dot tone="soft">Revoked</Dot> : <Dot tone="good">Active</Dot>),
  },
  { head: 'Created', class: 'nowrap', cell: ({ createdUtc }) => atTime(createdUtc) },
  { head: 'Last used', class: 'nowrap', cell: ({ lastUsedUtc }) => (lastUsedUtc ? atTime(lastUsedUtc) : 'never') },
  actions(
    ({ username, revokedUtc }) =>
      !revokedUtc && <Button class="small-button" word="Revoke" hidden={username} act={() => revoke(username)} />,
  ),
]
