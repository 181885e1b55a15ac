import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { openIntegrator, Refused, remembered } from './integrator.ts'
import { SignInWith } from './sign-in-with.tsx'
import { Watch } from './watch.tsx'

interface Started {
  id: string
  url: string
}

/** The calls of an integrator with its own capture: a passport has one side. */
const SENT = [
  ['document', 'passport'],
  ['face', 'selfie'],
  ['complete', undefined],
] as const

/** A small integrator: opens a session by redirect, in a frame or through the API only, and reads the result. */
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

  const [sending, setSending] = useState<string>()

  const start = (way: 'redirect' | 'frame' | 'api') =>
    attempt(async () => {
      sessionStorage.setItem(remembered, JSON.stringify(login))
      const id = crypto.randomUUID()
      const returnUrl = `${location.origin}/demo?session=${id}`
      const { webEnrolmentUrl, accessToken } = await integrator.initialize({
        sessionId: id,
        returnUrl,
        externalId: 'demo',
      })
      setFramed(way === 'frame' ? { id, url: webEnrolmentUrl } : undefined)
      if (way === 'redirect') return location.assign(webEnrolmentUrl)
      setSessionId(id)
      if (way === 'frame') return
      try {
        for (const [path, name] of SENT) {
          setSending(`POST /api/v1/enrolment/${path}`)
          await integrator.send(accessToken, path, name && addressOf(name))
        }
      } finally {
        setSending(undefined)
      }
    })

  return (
    <main class="wide">
      <h1>Limen demo</h1>
      <p>
        <a href="/docs">API and guides</a>
      </p>
      <section class="panel" aria-labelledby="start">
        <h2 id="start">Start an enrolment</h2>
        <p class="soft">
          This page acts as the integrator. Enter an API credential (<code>npm start</code> printed one), then go
          through the hosted page as the person would. The printed credential is for test mode: specimens can be
          approved, and nothing counts. For real people, create a live one:{' '}
          <code>npm run cli -- credentials create --live</code>
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
          <p class="note" role="alert">
            {problem}
          </p>
        )}
        <div class="row">
          <Button class="primary" word="Go to the hosted page" act={() => start('redirect')} />
          <Button class="secondary" word="Embed it here" act={() => start('frame')} />
          <Button
            class="secondary"
            word="Send specimens through the API"
            disabled={sending !== undefined}
            act={() => start('api')}
          />
        </div>
        <p class="soft" role="status">
          {sending}
        </p>
      </section>
      <SignInWith integrator={integrator} login={login} attempt={attempt} />
      {framed && <Stage url={framed.url} />}
      <Specimens />
      {sessionId && <Watch key={sessionId} id={sessionId} integrator={integrator} attempt={attempt} />}
    </main>
  )
}

/** The frame, and the message that it posted when it ended (specification 6). */
function Stage({ url }: { url: string }) {
  const stage = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState<object>()
  useEffect(() => (stage.current ? window.Limen.embed(stage.current, url, { onEnd: setMessage }) : undefined), [url])
  return (
    <>
      <div class="stage" ref={stage} />
      <p class="soft" role="status">
        {message && (
          <>
            Message from the frame: <code>{JSON.stringify(message)}</code>
          </>
        )}
      </p>
    </>
  )
}

/** From the address's fragment, which never leaves the browser, or from before the redirect. */
function readLogin(): { username: string; password: string } {
  const [username, password] = decoded(location.hash.slice(1)).split(':')
  if (username && password) {
    history.replaceState(undefined, '', location.pathname + location.search)
    return { username, password }
  }
  return JSON.parse(sessionStorage.getItem(remembered) ?? '{"username":"","password":""}')
}

/** A fragment that was cut off in the middle of a character counts as absent. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const page = document.getElementById('page')

/** What the service draws for people without a camera or a document: file name → what it shows. */
const PICTURES = {
  passport: 'Passport of Utopia',
  'card-front': 'Identity card, front',
  'card-back': 'Identity card, back',
  selfie: 'Selfie of the same person',
} as const

const addressOf = (name: keyof typeof PICTURES): string => `/demo/pictures/${name}.jpg`

/** Specimen pictures to download and choose in the hosted page. */
function Specimens() {
  return (
    <section class="panel" aria-labelledby="specimens">
      <h2 id="specimens">No camera, no document?</h2>
      <p class="soft">
        Save these and choose them in the hosted page instead of using the camera: the passport, or both sides of the
        card, then the selfie. The documents are drawn; nobody issued them. A drawn face would not pass as one, so the
        portrait and the selfie come from two MIT-licensed sample pictures of one person that the models are tested
        with; for another face, upload your own picture.
      </p>
      <div class="pictures">
        {Object.entries(PICTURES).map(([name, words]) => (
          <figure key={name}>
            <a href={addressOf(name as keyof typeof PICTURES)} download={`${name}.jpg`}>
              <img src={addressOf(name as keyof typeof PICTURES)} alt={words} loading="lazy" />
            </a>
            <figcaption>
              <a href={addressOf(name as keyof typeof PICTURES)} download={`${name}.jpg`}>
                {words}
              </a>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

if (page) render(<Demo />, page)
