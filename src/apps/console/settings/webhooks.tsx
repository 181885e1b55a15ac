import { useState } from 'preact/hooks'
import type {
  WebhookAttempts,
  WebhookEvent,
  WebhookSecrets,
} from '../../../kernel/tenants/contract/console-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice } from '../../ui/form.tsx'
import { Answered, Dot, Empty } from '../../ui/states.tsx'
import { actions, type Column, Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { amount, atSecond, atTime, plain, type Tone } from '../../ui/words.ts'
import { useRenewed } from '../api.ts'
import { SessionLink, StatusWord } from '../parts.tsx'
import {
  readAttempts,
  readWebhooks,
  replayWebhooks,
  rotateWebhookSecret,
  showWebhookSecrets,
  testWebhook,
} from './api.ts'
import type { ToolProps } from './tenant-choice.tsx'

const STATES = ['pending', 'delivered', 'failed', 'not-sent'] as const
const TONES: Record<WebhookEvent['state'], Tone> = {
  pending: 'warn',
  delivered: 'good',
  failed: 'bad',
  'not-sent': 'soft',
}

/** The state of each event, a test event, and a button to send an event again. */
export function Webhooks({ tenant }: ToolProps) {
  const [state, setState] = useState<WebhookEvent['state'] | ''>('')
  const list = useRenewed(() => readWebhooks(tenant.id, state), [tenant.id, tenant.webhookUrl, state])
  const [said, say] = useState('')
  const [opened, setOpened] = useState<WebhookEvent>()

  const again = async (which: Parameters<typeof replayWebhooks>[0]) => {
    say(`${amount((await replayWebhooks(which)).events)} queued again.`)
    list.again()
  }
  const view = list.value
  return (
    <>
      {!tenant.webhookUrl && view?.address !== undefined && (
        <p class="soft small">This tenant has no webhook URL, so the installation’s is used: {view.address}</p>
      )}
      <TestEvent tenant={tenant.id} isPossible={view?.address !== undefined} />
      <WebhookSecret tenant={tenant.id} />
      <div class="choices">
        <Choice
          class="narrow"
          label="Show"
          any="All"
          options={STATES.map((each) => [each, plain(each)])}
          value={state}
          choose={setState}
        />
        {view && (
          <p class="soft">
            {amount(view.pending)} pending, {amount(view.failed)} failed
          </p>
        )}
        <Button word="Resend all failed" disabled={!view?.failed} act={() => again({ failedOf: tenant.id })} />
        <span role="status">{said}</span>
      </div>
      <Answered asked={list} what="deliveries">
        {({ events }) =>
          events.length ? (
            <Table rows={events} columns={columns((id) => again({ id }), setOpened)} keyOf={({ id }) => id} />
          ) : (
            <Empty picture="events" title="No deliveries">
              Every change of a session’s status appears here once it is sent to the webhook URL above.
            </Empty>
          )
        }
      </Answered>
      {opened && <Delivery event={opened} close={() => setOpened(undefined)} />}
    </>
  )
}

interface TestEventProps {
  tenant: string
  /** Whether there is an address to send to. */
  isPossible: boolean
  sent?: () => void
}

export function TestEvent({ tenant, isPossible, sent }: TestEventProps) {
  const [said, say] = useState('')
  const send = async () => {
    const { answered, problem } = await testWebhook(tenant)
    say(answered === undefined ? `Not delivered: ${problem}` : `The receiver answered ${answered}.`)
    sent?.()
  }
  return (
    <div class="choices">
      <Button word="Send a test event" disabled={!isPossible} act={send} />
      <span role="status">{said}</span>
    </div>
  )
}

/** The secret that the tenant's receiver checks signatures with: shown on request, and rotated. */
function WebhookSecret({ tenant }: { tenant: string }) {
  const [shown, show] = useState<WebhookSecrets>()
  return (
    <div class="stack">
      <h3>Secret</h3>
      {shown?.secrets.map(({ secret, untilUtc }) => (
        <p key={secret}>
          <span class="mono">{secret}</span>
          {untilUtc !== undefined && <span class="soft"> also used for signing until {atTime(untilUtc)}</span>}
        </p>
      ))}
      <div class="choices">
        <Button word="Show secret" act={async () => show(await showWebhookSecrets(tenant))} />
        <Button word="Rotate secret" act={async () => show(await rotateWebhookSecret(tenant))} />
        <span class="soft small">After rotation, the old secret stays valid for a week.</span>
      </div>
    </div>
  )
}

const columns = (again: (id: string) => Promise<void>, open: (event: WebhookEvent) => void): Column<WebhookEvent>[] => [
  { head: 'Queued', class: 'nowrap', cell: ({ createdUtc }) => atSecond(createdUtc) },
  { head: 'Session', cell: ({ sessionId }) => <SessionLink id={sessionId} /> },
  { head: 'Status', cell: ({ status }) => <StatusWord status={status} /> },
  {
    head: 'Delivery',
    cell: (event) => (
      <button type="button" class="small-button" onClick={() => open(event)}>
        <Dot tone={TONES[event.state]}>{plain(event.state)}</Dot>
        <span class="hidden">, show request and response</span>
      </button>
    ),
  },
  { head: 'Failures', isNumber: true, cell: ({ attempts }) => attempts },
  actions(
    ({ id, state }) => state !== 'pending' && <Button class="small-button" word="Resend" act={() => again(id)} />,
  ),
]

/** One event: its payload, and the result of each attempt. */
function Delivery({ event, close }: { event: WebhookEvent; close: () => void }) {
  const asked = useAnswer(() => readAttempts(event.id), [event.id])
  return (
    <Dialog title="Delivery" close={close}>
      <Answered asked={asked} what="the delivery" lines={5}>
        {({ payload, attempts }) => (
          <>
            <p class="soft small">
              <span class="mono">webhook-id: {event.id}</span>
            </p>
            <pre class="payload mono small">{payload}</pre>
            {attempts.length ? (
              <Table rows={attempts} columns={ATTEMPT_COLUMNS} keyOf={(_row, at) => at} caption="Attempts" />
            ) : (
              <p class="soft">It has not been sent yet.</p>
            )}
          </>
        )}
      </Answered>
      <div class="choices">
        <Button word="Close" act={close} />
      </div>
    </Dialog>
  )
}

const ATTEMPT_COLUMNS: Column<WebhookAttempts['attempts'][number]>[] = [
  { head: 'Sent', class: 'nowrap', cell: ({ atUtc }) => atSecond(atUtc) },
  { head: 'Response', cell: ({ answered, outcome }) => answered ?? outcome },
  { head: 'Duration', isNumber: true, cell: ({ tookMs }) => (tookMs === undefined ? '' : `${amount(tookMs)} ms`) },
]
