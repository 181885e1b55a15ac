import { useState } from 'preact/hooks'
import type { Mode } from '../../contract/console/console.ts'
import type { CredentialEntry, ShownOnce } from '../../contract/console/console-settings.ts'
import { Answered } from '../../ui/answered.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Dot, Problem } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useAct } from '../../ui/use-act.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { atTime } from '../../ui/words.ts'
import { ModeBadge } from '../parts.tsx'
import { createCredential, readCredentials, revokeCredential } from './api.ts'
import { ShownOnceDialog } from './shown-once.tsx'
import { TenantChoice, useTenant } from './tenant-choice.tsx'

/** API usernames of integrators: made here, shown once, revoked here. */
export function Credentials({ mode: shown }: { mode: Mode }) {
  const list = useAnswer(readCredentials, [])
  const tenants = useTenant()
  const { busy, problem, act } = useAct()
  const [made, setMade] = useState<ShownOnce>()
  const [mode, setMode] = useState(shown)
  const [leaving, setLeaving] = useState<string>()
  const { tenant } = tenants

  const create = () =>
    act(async () => {
      if (tenant) setMade(await createCredential(tenant.id, mode))
      list.again()
    })
  const revoke = (username: string) =>
    act(async () => {
      await revokeCredential(username)
      setLeaving(undefined)
      list.again()
    })
  return (
    <section class="panel" aria-label="API credentials">
      <div class="choices">
        <TenantChoice {...tenants} />
        <Choice label="Mode" options={MODE_WORDS} value={mode} choose={setMode} />
        <button type="button" class="primary" disabled={busy || !tenant} onClick={create}>
          New credential
        </button>
      </div>
      <Problem problem={problem} />
      <Answered asked={list} what="credentials" lines={4}>
        {(entries) => <Table rows={entries} columns={columns(setLeaving)} keyOf={({ username }) => username} />}
      </Answered>
      {made && <ShownOnceDialog made={made} close={() => setMade(undefined)} />}
      {leaving !== undefined && (
        <Confirm
          title={`Revoke ${leaving}?`}
          yes="Revoke"
          no="Keep it"
          busy={busy}
          act={() => revoke(leaving)}
          close={() => setLeaving(undefined)}
        >
          Anyone using it is refused from now on. This cannot be undone.
        </Confirm>
      )}
    </section>
  )
}

const MODE_WORDS = [
  ['test', 'Test'],
  ['live', 'Live'],
] as const

const columns = (revoke: (username: string) => void): Column<CredentialEntry>[] => [
  { head: 'Name', isName: true, class: 'mono', cell: ({ username }) => username },
  { head: 'Tenant', cell: ({ tenant }) => tenant },
  { head: 'Mode', cell: ({ mode }) => (mode === 'live' ? 'live' : <ModeBadge mode={mode} />) },
  {
    head: 'State',
    cell: ({ revokedUtc }) => (revokedUtc ? <Dot tone="soft">Revoked</Dot> : <Dot tone="good">Active</Dot>),
  },
  { head: 'Created', cell: ({ createdUtc }) => atTime(createdUtc) },
  { head: 'Last used', cell: ({ lastUsedUtc }) => (lastUsedUtc ? atTime(lastUsedUtc) : 'never') },
  {
    head: 'Actions',
    isHeadHidden: true,
    class: 'number',
    cell: ({ username, revokedUtc }) =>
      !revokedUtc && (
        <button type="button" class="small-button" onClick={() => revoke(username)}>
          Revoke<span class="hidden"> {username}</span>
        </button>
      ),
  },
]
