import { Table } from '../ui/table.tsx'
import type { Webhooks } from './integrator.ts'

/** The webhooks that the demo's receiver took for this session, as they come in. */
export function WebhookList({ webhooks: { elsewhere, received } }: { webhooks: Webhooks }) {
  return (
    <section aria-labelledby="webhooks">
      <h3 id="webhooks">Webhooks</h3>
      {elsewhere ? (
        <p class="soft">They go to the address in your settings. Without one, this page receives them.</p>
      ) : received.length === 0 ? (
        <p class="soft">None yet. One arrives with every change of status.</p>
      ) : (
        <Table
          caption="Webhooks received"
          rows={received}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Received', cell: ({ receivedAt }) => new Date(receivedAt).toLocaleTimeString() },
            { head: 'Status', cell: ({ status }) => status },
            {
              head: 'Signature',
              cell: ({ signature, verified }) => (
                <>
                  <strong class={`level ${verified ? 'HIGH' : 'LOW'}`}>{verified ? '✓ verified' : '✗ not ours'}</strong>{' '}
                  <code>{signature}</code>
                </>
              ),
            },
            { head: 'webhook-id', cell: ({ id }) => <code>{id}</code> },
          ]}
        />
      )}
    </section>
  )
}
