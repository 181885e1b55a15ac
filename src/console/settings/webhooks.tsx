import { useState } from 'preact/hooks'
import type { TenantView, WebhookEvent } from '../../contract/console/console-settings.ts'
import { Dot, Empty, Failed, Loading, StatusWord } from '../parts.tsx'
import { useAnswer } from '../use-answer.ts'
import { amount, atTime, plain, type Tone } from '../words.ts'
import { changeTenant, readAttempts, readWebhooks, replayWebhooks, testWebhook } from './api.ts'
import { TenantChoice, useTenant } from './tenant-choice.tsx'
import { useAct } from './use-act.ts'

const STATES = ['pending', 'delivered', 'failed'] as const
const TONES: Record<WebhookEvent['state'], Tone> = { pending: 'warn', delivered: 'good', failed: 'bad' }

/** Where changes of status are sent, what came of it, and another try. */
export function Webhooks() {
  const tenants = useTenant()
  const { tenant } = tenants
  return (
    <section class="panel" aria-label="Webhooks">
      <TenantChoice {...tenants} />
      {tenants.tenants.problem !== undefined && (
        <Failed problem={tenants.tenants.problem} again={tenants.tenants.again} />
      )}
      {tenant && <Deliveries key={tenant.id} tenant={tenant} />}
    </section>
  )
}

function Deliveries({ tenant }: { tenant: TenantView }) {
  const [state, setState] = useState('')
  const list = useAnswer(() => readWebhooks(tenant.id, state), [tenant.id, state], 10_000)
  const { busy, problem, act } = useAct()
  const [said, say] = useState('')

  const send = () =>
    act(async () => {
      const { answered, problem: why } = await testWebhook(tenant.id)
      say(answered === undefined ? `Not delivered: ${why}` : `The receiver answered ${answered}.`)
    })
  const again = (which: Parameters<typeof replayWebhooks>[0]) =>
    act(async () => {
      say(`${amount((await replayWebhooks(which)).events)} back in line.`)
      list.again()
    })
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const webhookUrl = String(new FormData(event.currentTarget as HTMLFormElement).get('address')).trim()
    void act(async () => {
      await changeTenant(tenant.id, { webhookUrl })
      say('Saved.')
      list.again()
    })
  }
  const view = list.value
  return (
    <>
      <form class="choices" onSubmit={save}>
        <label class="wide">
          Address, https
          <input
            name="address"
            type="url"
            maxLength={2048}
            defaultValue={tenant.webhookUrl ?? ''}
            placeholder="https://"
          />
        </label>
        <button type="submit" disabled={busy}>
          Save
        </button>
        <button type="button" disabled={busy || view?.address === undefined} onClick={send}>
          Send a test event
        </button>
      </form>
      {view && !tenant.webhookUrl && view.address !== undefined && (
        <p class="soft small">Without one of its own the installation's is used: {view.address}</p>
      )}
      <p role="status">{said}</p>
      {problem !== undefined && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <div class="choices">
        <label class="narrow">
          Show
          <select value={state} onChange={(event) => setState(event.currentTarget.value)}>
            <option value="">All</option>
            {STATES.map((each) => (
              <option key={each} value={each}>
                {plain(each)}
              </option>
            ))}
          </select>
        </label>
        {view && (
          <p class="soft">
            {amount(view.pending)} to send, {amount(view.failed)} given up
          </p>
        )}
        <button type="button" disabled={busy || !view?.failed} onClick={() => again({ failedOf: tenant.id })}>
          Send all that failed again
        </button>
      </div>
      {list.problem !== undefined && <Failed problem={list.problem} again={list.again} />}
      {!view && list.problem === undefined && <Loading what="deliveries" />}
      {view && !view.events.length && <Empty title="No deliveries">Each change of status appears here.</Empty>}
      {view && view.events.length > 0 && <Rows events={view.events} busy={busy} again={(id) => again({ id })} />}
    </>
  )
}

function Rows({ events, busy, again }: { events: WebhookEvent[]; busy: boolean; again: (id: string) => void }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Queued</th>
          <th scope="col">Session</th>
          <th scope="col">Status</th>
          <th scope="col">Delivery</th>
          <th scope="col" class="number">
            Failures
          </th>
          <th scope="col">
            <span class="hidden">Act</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, sessionId, status, state, createdUtc, attempts }) => (
          <tr key={id}>
            <td>{atTime(createdUtc)}</td>
            <td>
              <a class="mono" href={`/console/sessions/${sessionId}`}>
                {sessionId.slice(0, 8)}
              </a>
            </td>
            <td>
              <StatusWord status={status} />
            </td>
            <td>
              <Dot tone={TONES[state]}>{plain(state)}</Dot>
              {attempts > 0 && <Attempts id={id} />}
            </td>
            <td class="number">{attempts}</td>
            <td class="number">
              {state !== 'pending' && (
                <button type="button" class="small-button" disabled={busy} onClick={() => again(id)}>
                  Send again
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Attempts({ id }: { id: string }) {
  const list = useAnswer(() => readAttempts(id), [id])
  const last = list.value?.attempts.at(-1)
  return last ? (
    <span class="soft small">
      {' '}
      {last.outcome}, {atTime(last.atUtc)}
    </span>
  ) : null
}
