import type { AccountEntry } from '../../contract/console/console-settings.ts'
import { ROLES, type Role } from '../../contract/console/console-words.ts'
import { Dot } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { atTime } from '../../ui/words.ts'
import type { changeAccount } from './api.ts'

interface Acts {
  busy: boolean
  change(username: string, wanted: Parameters<typeof changeAccount>[1]): void
  reset(username: string): void
  bind(account: AccountEntry): void
}

/** What the table of accounts shows, and what can be done in each row. */
export const accountColumns = ({ busy, change, reset, bind }: Acts): Column<AccountEntry>[] => [
  { head: 'Name', isName: true, cell: ({ username }) => username },
  {
    head: 'Role',
    cell: ({ username, role, byProvider }) =>
      byProvider ? (
        role
      ) : (
        <select
          aria-label={`Role of ${username}`}
          value={role}
          disabled={busy}
          onChange={(event) => change(username, { role: event.currentTarget.value as Role })}
        >
          {ROLES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ),
  },
  {
    head: 'Sees',
    cell: (account) =>
      account.role === 'admin' || account.byProvider ? (
        (account.role === 'reviewer' && account.tenants?.join(', ')) || 'all tenants'
      ) : (
        <button type="button" class="small-button" disabled={busy} onClick={() => bind(account)}>
          {account.tenants?.join(', ') ?? 'all tenants'}
          <span class="hidden"> seen by {account.username}, change</span>
        </button>
      ),
  },
  {
    head: 'State',
    cell: ({ disabled, locked }) => (
      <Dot tone={disabled ? 'soft' : locked ? 'warn' : 'good'}>
        {disabled ? 'Disabled' : locked ? 'Locked' : 'Active'}
      </Dot>
    ),
  },
  {
    head: 'Second factor',
    cell: ({ secondFactor, byProvider }) => (byProvider ? 'company account' : secondFactor ? 'on' : 'off'),
  },
  { head: 'Created', cell: ({ createdUtc }) => atTime(createdUtc) },
  {
    head: 'Actions',
    isHeadHidden: true,
    class: 'number',
    cell: ({ username, disabled, byProvider }) => (
      <>
        {!byProvider && (
          <button type="button" class="small-button" disabled={busy} onClick={() => reset(username)}>
            New password<span class="hidden"> for {username}</span>
          </button>
        )}{' '}
        <button
          type="button"
          class="small-button"
          disabled={busy}
          onClick={() => change(username, { disabled: !disabled })}
        >
          {disabled ? 'Enable' : 'Disable'}
          <span class="hidden"> {username}</span>
        </button>
      </>
    ),
  },
]
