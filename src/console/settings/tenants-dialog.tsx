import { useState } from 'preact/hooks'
import type { AccountEntry, TenantsSeen, TenantView } from '../../contract/console/console-settings.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  account: AccountEntry
  tenants: TenantView[]
  close(): void
  save(chosen: TenantsSeen): void
}

/** Whose sessions a reviewer sees: all tenants, or those that are ticked. */
export function TenantsDialog({ account, tenants, close, save }: Props) {
  const [all, setAll] = useState(account.tenants === undefined)
  const [chosen, setChosen] = useState<readonly string[]>(account.tenants ?? [])
  const toggle = (id: string, on: boolean) =>
    setChosen((before) => [...before.filter((each) => each !== id), ...(on ? [id] : [])])
  return (
    <Dialog title={`What ${account.username} sees`} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save(all ? 'all' : [...chosen])
        }}
      >
        <p>From now on, queue, cases, search, overview and evidence show only the sessions of these tenants.</p>
        <Tick label="All tenants, including future ones" on={all} set={setAll} />
        <fieldset class="ticks" disabled={all}>
          <legend class="hidden">Tenants</legend>
          {tenants.map(({ id, name }) => (
            <Tick key={id} label={name} on={!all && chosen.includes(id)} set={(on) => toggle(id, on)} />
          ))}
        </fieldset>
        <div class="choices">
          <button type="submit" class="primary" disabled={!all && !chosen.length}>
            Save
          </button>
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function Tick({ label, on, set }: { label: string; on: boolean; set(on: boolean): void }) {
  return (
    <label class="tick">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
