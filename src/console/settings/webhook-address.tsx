import { useState } from 'preact/hooks'
import type { TenantView } from '../../contract/console/console-settings.ts'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { plain } from '../../ui/words.ts'
import { useUnsaved } from '../unsaved.ts'
import { changeTenant, testWebhook } from './api.ts'
import { useCheck } from './use-check.ts'

interface Props {
  tenant: TenantView
  /** Where deliveries go now, whoever named it. */
  inUse: string | undefined
  saved: () => void
}

/** Where a tenant's events go: checked while it is typed, by what checks it when it is saved. */
export function WebhookAddress({ tenant, inUse, saved }: Props) {
  const [address, setAddress] = useState(tenant.webhookUrl ?? '')
  const { busy, problem, act } = useAct()
  const [said, say] = useState('')
  const isOther = address !== (tenant.webhookUrl ?? '')
  const wrong = useCheck(tenant.id, { webhookUrl: address }, isOther)
  useUnsaved(isOther)

  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void act(async () => {
      await changeTenant(tenant.id, { webhookUrl: address })
      say('Saved.')
      saved()
    })
  }
  const send = () =>
    act(async () => {
      const { answered, problem: why } = await testWebhook(tenant.id)
      say(answered === undefined ? `Not delivered: ${why}` : `The receiver answered ${answered}.`)
    })
  return (
    <form class="stack" onSubmit={save}>
      <label>
        Address, https
        <input
          type="url"
          maxLength={2048}
          placeholder="https://"
          value={address}
          onInput={(event) => {
            say('')
            setAddress(event.currentTarget.value.trim())
          }}
        />
        {wrong !== undefined && (
          <span class="bad small" role="alert">
            {plain(wrong)}
          </span>
        )}
      </label>
      {!tenant.webhookUrl && inUse !== undefined && (
        <p class="soft small">Without an address of its own, the installation's is used: {inUse}</p>
      )}
      <div class="choices">
        <button type="submit" class="primary" disabled={busy || !isOther || wrong !== undefined}>
          Save
        </button>
        <button type="button" disabled={busy || inUse === undefined || isOther} onClick={send}>
          Send a test event
        </button>
        <span role="status">{said}</span>
      </div>
      <Problem problem={problem} />
    </form>
  )
}
