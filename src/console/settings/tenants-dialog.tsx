import { useState } from 'preact/hooks'
import type { AccountEntry, TenantsSeen, TenantView } from '../../contract/console/console-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Tick, Ticks } from '../../ui/fields.tsx'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'

interface Props {
  account: AccountEntry
  tenants: TenantView[]
  close(): void
  save(chosen: TenantsSeen): Promise<void>
}

/** Whose sessions a reviewer sees: all tenants, or those that are ticked. */
export function TenantsDialog({ account, tenants, close, save }: Props) {
  const { busy, problem, act } = useAct()
  const [all, setAll] = useState(account.tenants === undefined)
  const [chosen, setChosen] = useState<readonly string[]>(account.tenants ?? [])
  return (
    <Dialog title={`What ${account.username} sees`} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void act(() => save(all ? 'all' : [...chosen]))
        }}
      >
        <p>From now on, queue, cases, search, overview and evidence show only the sessions of these tenants.</p>
        <Tick on={all} set={setAll}>
          All tenants, including future ones
        </Tick>
        <fieldset class="ticks" disabled={all}>
          <legend class="hidden">Tenants</legend>
          <Ticks options={tenants.map(({ id, name }) => [id, name])} chosen={all ? [] : chosen} choose={setChosen} />
        </fieldset>
        <div class="choices">
          <button type="submit" class="primary" disabled={busy || (!all && !chosen.length)}>
            Save
          </button>
          <Button class="quiet" word="Cancel" act={close} />
        </div>
        <Problem problem={problem} />
      </form>
    </Dialog>
  )
}
