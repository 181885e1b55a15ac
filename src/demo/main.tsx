import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type {} from '../web/embed.ts'
import { type Integrator, openIntegrator, Refused, type Results } from './integrator.ts'
import { ResultView } from './results.tsx'

interface Started {
  id: string
  url: string
}

/** Kept for this tab alone: the demo must still know you after the hosted page sent you back. */
const remembered = 'limen-demo'

/** A small integrator: opens a session, sends you to the hosted page or frames it, reads the result. */
function Demo() {
  const [login, setLogin] = useState(readLogin)
  const [framed, setFramed] = useState<Started>()
  const [sessionId, setSessionId] = useState(new URLSearchParams(location.search).get('session') ?? undefined)
  const [problem, setProblem] = useState<string>()
  const integrator = openIntegrator(login.username, login.password)

  const attempt = async (work: () => Promise<void>) => {
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      setProblem(error.message)
    }
  }

  const start = (way: 'redirect' | 'frame') =>
    attempt(async () => {
      sessionStorage.setItem(remembered, JSON.stringify(login))
      const id = crypto.randomUUID()
      const returnUrl = `${location.origin}/demo?session=${id}`
      const { webEnrolmentUrl } = await integrator.initialize({ sessionId: id, returnUrl, externalId: 'demo' })
      if (way === 'redirect') location.assign(webEnrolmentUrl)
      else setFramed({ id, url: webEnrolmentUrl })
    })

  return (
    <main class="wide">
      <h1>Limen demo</h1>
      <section class="panel" aria-labelledby="start">
        <h2 id="start">Start an enrolment</h2>
        <p class="soft">
          This page plays the integrator. Give it an API credential (npm start printed one), then go through the hosted
          page as the person would.
        </p>
        <div class="row">
          <label class="field">
            API username
            <input
              value={login.username}
              autocomplete="username"
              onInput={({ currentTarget }) => setLogin({ ...login, username: currentTarget.value })}
            />
          </label>
          <label class="field">
            API password
            <input
              type="password"
              value={login.password}
              autocomplete="current-password"
              onInput={({ currentTarget }) => setLogin({ ...login, password: currentTarget.value })}
            />
          </label>
        </div>
        {problem && (
          <p class="note bad" role="alert">
            {problem}
          </p>
        )}
        <div class="row">
          <button type="button" class="primary" onClick={() => void start('redirect')}>
            Go to the hosted page
          </button>
          <button type="button" class="secondary" onClick={() => void start('frame')}>
            Embed it here
          </button>
        </div>
      </section>
      {framed && <Stage url={framed.url} onEnd={() => setSessionId(framed.id)} />}
      {sessionId && <Watch key={sessionId} id={sessionId} integrator={integrator} attempt={attempt} />}
    </main>
  )
}

function Stage({ url, onEnd }: { url: string; onEnd: () => void }) {
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => (stage.current ? window.Limen.embed(stage.current, url, { onEnd }) : undefined), [url])
  return <div class="stage" ref={stage} />
}

interface WatchProps {
  id: string
  integrator: Integrator
  attempt: (work: () => Promise<void>) => Promise<void>
}

const LOOK_MS = 2_000

function Watch({ id, integrator, attempt }: WatchProps) {
  const [status, setStatus] = useState<string>()
  const [results, setResults] = useState<Results>()

  useEffect(() => {
    let stopped = false
    const look = () =>
      attempt(async () => {
        const now = await integrator.status(id)
        setStatus(now)
        if (/^(AUTO|MANUAL)_/.test(now)) setResults(await integrator.results(id))
        else if (now !== 'EXPIRED' && !stopped) setTimeout(look, LOOK_MS)
      })
    void look()
    return () => {
      stopped = true
    }
  }, [id])

  return (
    <section class="panel" aria-labelledby="result">
      <h2 id="result">Session {id}</h2>
      <p role="status">
        Status: <strong>{status ?? '…'}</strong>
      </p>
      {results && <ResultView results={results} />}
      <div class="row">
        <button
          type="button"
          class="secondary"
          onClick={() =>
            void attempt(async () => {
              await integrator.remove(id)
              setResults(undefined)
              setStatus('deleted, with everything about the person')
            })
          }
        >
          Delete this session
        </button>
      </div>
    </section>
  )
}

/** From the address's fragment, which never leaves the browser, or from before the redirect. */
function readLogin(): { username: string; password: string } {
  const [username, password] = decodeURIComponent(location.hash.slice(1)).split(':')
  if (username && password) {
    history.replaceState(undefined, '', location.pathname + location.search)
    return { username, password }
  }
  return JSON.parse(sessionStorage.getItem(remembered) ?? '{"username":"","password":""}')
}

const page = document.getElementById('page')
if (page) render(<Demo />, page)
