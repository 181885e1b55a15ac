import { useEffect, useState } from 'preact/hooks'
import type { Integrator, Results, Webhooks } from './integrator.ts'
import { ResultView } from './results.tsx'
import { WebhookList } from './webhooks.tsx'

interface WatchProps {
  id: string
  integrator: Integrator
  attempt: (work: () => Promise<void>) => Promise<void>
}

const LOOK_MS = 2_000
/** The webhook follows the change of status by about a second. */
const LATE_LOOKS = 3

/** One session as the integrator sees it: status, webhooks, results, pictures, and the way to delete it all. */
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
      setStatus('deleted, with everything about the person')
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
        <button type="button" class="secondary" onClick={() => void remove()}>
          Delete this session
        </button>
      </div>
    </section>
  )
}
