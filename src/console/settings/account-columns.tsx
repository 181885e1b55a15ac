import type { AccountEntry } from '../../contract/console/console-settings.ts'
import { ROLES, type Role } from '../../contract/console/console-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { atTime } from '../../ui/words.ts'
import type { changeAccount } from './api.ts'

interface Acts {
  act(work: () => Promise<void>): void
  change(username: string, wanted: Parameters<typeof changeAccount>[1]): Promise<void>
  reset(username: string): void
  bind(account: AccountEntry): void
}

/** What the table of accounts shows, and what can be done in each row. */
export const accountColumns = ({ act, change, reset, bind }: Acts): Column<AccountEntry>[] => [
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
          onChange={({ currentTarget }) => act(() => change(username, { role: currentTarget.value as Role }))}
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
        <Button
          class="small-button"
          word={account.tenants?.join(', ') ?? 'all tenants'}
          hidden={`seen by ${account.username}, change`}
          act={() => bind(account)}
        />
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
          <Button class="small-button" word="New password" hidden={`for ${username}`} act={() => reset(username)} />
        )}{' '}
        <Button
          class="small-button"
          word={disabled ? 'Enable' : 'Disable'}
          hidden={`${username}`}
          act={() => change(username, { disabled: !disabled })}
        />
      </>
    ),
  },
]
