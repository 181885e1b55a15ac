import type { WebhookAttempts, WebhookEvent } from '../../contract/console/console-settings.ts'
import { Answered } from '../../ui/answered.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { amount, atSecond } from '../../ui/words.ts'
import { readAttempts } from './api.ts'

/** One event: what is sent, and what came of each attempt. */
export function Delivery({ event, close }: { event: WebhookEvent; close: () => void }) {
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
              <Table rows={attempts} columns={COLUMNS} keyOf={(_row, at) => at} caption="Attempts" />
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

const COLUMNS: Column<WebhookAttempts['attempts'][number]>[] = [
  { head: 'Sent', class: 'nowrap', cell: ({ atUtc }) => atSecond(atUtc) },
  { head: 'Answer', cell: ({ answered, outcome }) => answered ?? outcome },
  { head: 'Took', isNumber: true, cell: ({ tookMs }) => (tookMs === undefined ? '' : `${amount(tookMs)} ms`) },
]
