import { useEffect, useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Table } from '../ui/table.tsx'
import type { Integrator, Results, Webhooks } from './integrator.ts'

interface WatchProps {
  id: string
  integrator: Integrator
  attempt: (work: () => Promise<void>) => Promise<void>
}

const LOOK_MS = 2_000
/** The webhook follows the status change by about a second. */
const LATE_LOOKS = 3

/** One session as the integrator sees it: status, webhooks, results, pictures, and a button to delete it all. */
export function Watch({ id, integrator, attempt }: WatchProps) {
  const [status, setStatus] = useState<string>()
  const [webhooks, setWebhooks] = useState<Webhooks>({ elsewhere: false, received: [] })
  const [results, setResults] = useState<Results>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let late = LATE_LOOKS
    const look = () =>
      attempt(async () => {
        const now = await integrator.status(id)
        if (stopped) return
        setStatus(now)
        setWebhooks(await integrator.webhooks(id))
        const final = /^(AUTO|MANUAL)_/.test(now)
        if (final && late === LATE_LOOKS) setResults(await integrator.results(id))
        if (final || now === 'EXPIRED') late -= 1
        if (!stopped && late > 0) timer = setTimeout(look, LOOK_MS)
      })
    void look()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [id])

  const remove = () =>
    attempt(async () => {
      await integrator.remove(id)
      setResults(undefined)
      setWebhooks({ elsewhere: false, received: [] })
      setStatus('deleted, with all data about the person')
    })

  return (
    <section class="panel" aria-labelledby="result">
      <h2 id="result">Session {id}</h2>
      <p role="status">
        Status: <strong>{status ?? '…'}</strong>
      </p>
      <WebhookList webhooks={webhooks} />
      {results && <ResultView results={results} />}
      <div class="row">
        <Button class="secondary" word="Delete this session" act={remove} />
      </div>
    </section>
  )
}

/** The API's results, as a person would read them. */
function ResultView({ results: { decision, document, face, pictures } }: { results: Results }) {
  return (
    <>
      <p>
        Decision <strong class={`level ${decision.decision.level}`}>{decision.decision.level}</strong>, score{' '}
        {decision.decision.score}
      </p>
      <Table
        caption="Trust Factors"
        rows={Object.entries(decision.verifications)}
        keyOf={([name]) => name}
        columns={[
          { head: 'Trust Factor', isName: true, cell: ([name]) => name },
          { head: 'Level', cell: ([, { level }]) => <span class={`level ${level}`}>{level}</span> },
          { head: 'Score', class: 'number', cell: ([, { score }]) => score },
        ]}
      />
      {document && (
        <Table
          caption="Document"
          isHeadless
          rows={rowsOf(document)}
          keyOf={({ key }) => key}
          columns={[
            { head: 'Field', isName: true, cell: ({ name }) => name },
            { head: 'Value', cell: ({ value }) => value },
            { head: 'Confidence', class: 'number', cell: ({ confidence }) => confidence },
          ]}
        />
      )}
      {face && (
        <p class="soft">
          Liveness {face.passiveLivenessScore ?? 'not computed'}, comparison {face.verificationScore ?? 'not computed'},
          about {face.age ?? '–'} years
        </p>
      )}
      <div class="pictures">
        {Object.entries(pictures).map(([name, address]) => (
          <figure key={name}>
            <img src={address} alt={name} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </>
  )
}

interface Shown {
  key: string
  name: string
  value: string | null | undefined
  confidence?: number
}

function rowsOf({ documentName, applicant, documentVisualResults }: NonNullable<Results['document']>): Shown[] {
  return [
    { key: 'document', name: 'document', value: documentName },
    ...Object.entries(applicant).map(([name, value]) => ({ key: name, name, value })),
    ...documentVisualResults.map(({ name, value, confidence, pageSide }) => ({
      key: `${pageSide} ${name}`,
      name,
      value,
      confidence,
    })),
  ]
}

/** The webhooks that the demo's receiver gets for this session, as they arrive. */
function WebhookList({ webhooks: { elsewhere, received } }: { webhooks: Webhooks }) {
  return (
    <section aria-labelledby="webhooks">
      <h3 id="webhooks">Webhooks</h3>
      {elsewhere ? (
        <p class="soft">Webhooks go to the URL in your settings. Without one, this page receives them.</p>
      ) : received.length === 0 ? (
        <p class="soft">None yet. One arrives with every status change.</p>
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
                  <strong class={`level ${verified ? 'HIGH' : 'LOW'}`}>
                    {verified ? '✓ verified' : '✗ not verified'}
                  </strong>{' '}
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
