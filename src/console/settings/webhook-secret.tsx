import { useState } from 'preact/hooks'
import type { WebhookSecrets } from '../../contract/console/console-settings.ts'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { atTime } from '../../ui/words.ts'
import { rotateWebhookSecret, showWebhookSecrets } from './api.ts'

/** What the tenant's receiver checks signatures with: shown when asked for, and changed. */
export function WebhookSecret({ tenant }: { tenant: string }) {
  const [shown, show] = useState<WebhookSecrets>()
  const { busy, problem, act } = useAct()
  return (
    <div class="stack">
      <h3>Secret</h3>
      {shown?.secrets.map(({ secret, untilUtc }) => (
        <p key={secret}>
          <span class="mono">{secret}</span>
          {untilUtc !== undefined && <span class="soft"> also signs until {atTime(untilUtc)}</span>}
        </p>
      ))}
      <div class="choices">
        <button type="button" disabled={busy} onClick={() => act(async () => show(await showWebhookSecrets(tenant)))}>
          Show
        </button>
        <button type="button" disabled={busy} onClick={() => act(async () => show(await rotateWebhookSecret(tenant)))}>
          Make a new one
        </button>
        <span class="soft small">The old secret stays valid for a week.</span>
      </div>
      <Problem problem={problem} />
    </div>
  )
}
