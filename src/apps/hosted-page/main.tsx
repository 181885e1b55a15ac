import { render } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import firstTexts from '../../kernel/texts/locales/en-US.first.json' with { type: 'json' }
import { loadStyles, untilLoaded, useLoaded } from '../ui/use-loaded.ts'
import { openApi } from './api.ts'
import { takeCode, takeToken, tellParent, themeOfPage } from './frame.ts'
import laterStyles from './later.css?url'
import { readOptions } from './page-options.ts'
import { WithdrawContext } from './pieces/help.tsx'
import { ModeContext, WaitContext, WhoContext } from './pieces/layout.tsx'
import { SpeechContext } from './pieces/speech.tsx'
import type { Screen } from './screen.ts'
import { Welcome } from './screens/welcome.tsx'
import { type Entry, useSession } from './use-session.ts'
import { type Wait, type Waiting, watchWaiting } from './waiting.ts'

/** Screens that show themselves what a request is waiting for. */
const SAYS_ITSELF: ReadonlySet<Screen['name']> = new Set(['check', 'reviewer', 'working'])

const page = document.getElementById('page')
if (page && /#|preview$/.test(location.href)) import('./entries.ts').then(({ enter }) => enter(page, open))
else if (page) open(page)

function open(place: Element): void {
  const code = takeCode()
  const token = takeToken()
  const waiting = watchWaiting()
  const api = openApi({
    token: token ?? '',
    waiting: waiting.set,
    sent: waiting.setShare,
    transfer: () => import('./after-welcome.ts'),
  })
  const options = readOptions(new URLSearchParams(location.search))
  const finished = location.pathname.endsWith('/finished')
  const loadFlow = () => untilLoaded(() => import('./after-welcome.ts'))
  render(<App {...{ api, token, code, options, waiting, finished, loadFlow }} />, place)
}

/**
 * The hosted page: one screen at a time, chosen by the state of the session. The welcome comes with the page, the rest
 * loads while it is read.
 */
function App({ waiting, ...entry }: Entry & { waiting: Waiting }) {
  const { options } = entry
  const session = useSession(entry)
  const { state, screen, speech, speak, toOtherDevice } = session
  const [wait, setWait] = useState<Wait>()
  const later = useLoaded(speech !== undefined, async () => {
    const [part] = await Promise.all([import('./after-welcome.ts'), loadStyles(laterStyles)])
    return part
  })
  const tries = useMemo(() => later?.countRefusals(), [later])

  useBrowserBack(screen, later && tries && state && !session.isOver ? later.backOf(session, tries) : undefined)
  useEffect(() => waiting.listen(() => setWait(waiting.wait)), [waiting])
  useEffect(() => {
    // If the pictures are taken on another device, that one loads the net.
    if (screen.name === 'welcome' && !toOtherDevice) void later?.loadCorners()
  }, [screen.name, later])
  useEffect(() => {
    // An embedding page that asked for events is notified of the screen that the person has reached.
    if (!state || !options.events || screen.name === 'loading') return
    const { sessionId, frameOrigins } = state
    const step = 'part' in screen ? `${screen.name}.${screen.part}` : 'of' in screen ? screen.of : screen.name
    tellParent({ sessionId, event: 'step', step }, frameOrigins)
    tellParent({ sessionId, event: 'height', height: document.documentElement.scrollHeight }, frameOrigins)
  }, [screen])

  const shown = show()
  if (!speech || !shown) return <Starting wait={wait} />
  return (
    <SpeechContext.Provider value={{ ...speech, setLocale: (locale) => void speak(locale) }}>
      <ModeContext.Provider value={state?.mode ?? 'live'}>
        <WhoContext.Provider value={state?.theme ?? themeOfPage()}>
          <WithdrawContext.Provider value={state?.mayWithdraw ? () => void session.withdraw() : undefined}>
            <WaitContext.Provider value={SAYS_ITSELF.has(screen.name) ? undefined : wait}>{shown}</WaitContext.Provider>
          </WithdrawContext.Provider>
        </WhoContext.Provider>
      </ModeContext.Provider>
    </SpeechContext.Provider>
  )

  function show() {
    if (screen.name === 'loading') return undefined
    if (screen.name === 'welcome' && state) return <Welcome state={state} onStart={() => void session.leaveWelcome()} />
    return later && tries && speech?.isWhole && <later.ShowScreen {...{ entry, session, waiting, tries }} />
  }
}

/**
 * Makes the browser's Back go one step back in the page. Every step forward adds a history entry, on the person's own
 * tap: browsers skip entries that nobody asked for. Back removes one; if there is no step to go back to, it leaves the
 * page.
 */
function useBrowserBack(screen: object, back: (() => void) | undefined): void {
  const latest = useRef(back)
  latest.current = back
  const wentBack = useRef(true) // the first screen is where the page begins
  useEffect(() => {
    const goBack = () => {
      if (!latest.current) return history.back()
      wentBack.current = true
      latest.current()
    }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [])
  useEffect(() => {
    if (!wentBack.current && latest.current) history.pushState(history.state, '')
    wentBack.current = false
  }, [screen])
}

/**
 * Before the first answer no language is chosen yet: the waiting message is in the language that came with the page.
 */
function Starting({ wait }: { wait: Wait }) {
  return (
    <div class="page" aria-busy="true">
      {wait && (
        <p role="status" class="soft">
          {wait === 'offline' ? firstTexts.offlineWorking : firstTexts.SERVICE_UNAVAILABLE}
        </p>
      )}
    </div>
  )
}
