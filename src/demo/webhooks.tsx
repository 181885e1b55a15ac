import type { Webhooks } from './integrator.ts'

/** The webhooks that the demo's receiver took for this session, as they come in. */
export function WebhookList({ webhooks: { elsewhere, received } }: { webhooks: Webhooks }) {
  return (
    <section aria-labelledby="webhooks">
      <h3 id="webhooks">Webhooks</h3>
      {elsewhere ? (
        <p class="soft">They go to the address of your settings. Without one, this page receives them itself.</p>
      ) : received.length === 0 ? (
        <p class="soft">None yet. One comes with every change of status.</p>
      ) : (
        <table>
          <caption class="hidden">Webhooks received</caption>
          <thead>
            <tr>
              <th scope="col">Received</th>
              <th scope="col">Status</th>
              <th scope="col">Signature</th>
              <th scope="col">webhook-id</th>
            </tr>
          </thead>
          <tbody>
            {received.map(({ id, receivedAt, status, signature, verified }) => (
              <tr key={id}>
                <td>{new Date(receivedAt).toLocaleTimeString()}</td>
                <td>{status}</td>
                <td>
                  <strong class={`level ${verified ? 'HIGH' : 'LOW'}`}>{verified ? '✓ verified' : '✗ not ours'}</strong>{' '}
                  <code>{signature}</code>
                </td>
                <td>
                  <code>{id}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
