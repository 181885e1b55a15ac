import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { WatchlistScreen } from '../../features/screening/panel/watchlist-screen.tsx'
import { DocumentsScreen } from '../../features/taught/panel/documents-screen.tsx'
import type { Mode } from '../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../kernel/accounts/contract/console-sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { reasonOf } from '../ui/words.ts'
import { me, Refused, signOut, whenSignedOut } from './api.ts'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { follow, go, mayLeave, usePlace } from './router.ts'
import { OverviewScreen } from './screens/overview.tsx'
import { QueueScreen } from './screens/queue.tsx'
import { SessionsScreen } from './screens/sessions.tsx'
import { SettingsScreen } from './screens/settings.tsx'
import { SetupScreen } from './screens/setup.tsx'
import { ShortcutsScreen } from './screens/shortcuts.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { SecondFactor } from './settings/own-account.tsx'
import { applyShade, useMode } from './switches.tsx'

function App() {
  const [person, setPerson] = useState<Me | null>()
  const [problem, setProblem] = useState<string>()
  const [section = 'queue', ...rest] = usePlace()
  const [mode, setMode] = useMode()

  const look = () => {
    setProblem(undefined)
    me().then(setPerson, (error: unknown) =>
      error instanceof Refused && error.code === 'SIGN_IN_REQUIRED' ? setPerson(null) : setProblem(reasonOf(error)),
    )
  }
  useEffect(() => {
    whenSignedOut(() => setPerson(null))
    look()
  }, [])

  if (problem !== undefined) return <Failed problem={problem} again={look} />
  if (person === undefined) return <Loading what="the console" />
  if (person === null) return <SignIn done={setPerson} />
  const leave = async () => {
    if (!mayLeave()) return
    await signOut()
    setPerson(null)
    go('')
  }
  if (person.mustSetUp) {
    return (
      <main class="page">
        <h1>One thing before you begin</h1>
        <p>Everyone here must use a second factor, and you have not set one up yet.</p>
        <section class="panel" aria-label="Second factor">
          <SecondFactor person={person} refresh={look} />
        </section>
        <Button class="quiet" word="Sign out" act={leave} />
      </main>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only steers the links inside, which are links
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing Enter on a link is a click too
    <div class="frame" onClick={follow}>
      <a class="skip" href="#main">
        Skip to main content
      </a>
      <Palette person={person} mode={mode} />
      <Rail person={person} section={section} mode={mode} setMode={setMode} leave={leave} />
      <main id="main" class={section}>
        <Screen key={kept(section, mode)} {...{ person, mode, setMode, section, rest, refresh: look }} />
      </main>
    </div>
  )
}

interface ScreenProps {
  person: Me
  mode: Mode
  setMode: (mode: Mode) => void
  section: string
  rest: string[]
  /** Fetches the account again after it has changed. */
  refresh: () => void
}

function Screen({ person, mode, setMode, section, rest, refresh }: ScreenProps) {
  switch (section) {
    case 'sessions':
      return <SessionsScreen person={person} mode={mode} open={rest[0]} />
    case 'overview':
      return <OverviewScreen person={person} mode={mode} />
    case 'watchlist':
      return <WatchlistScreen mode={mode} />
    case 'documents':
      return <DocumentsScreen person={person} mode={mode} place={rest} />
    case 'settings':
      return <SettingsScreen person={person} mode={mode} section={rest[0]} refresh={refresh} />
    case 'setup':
      return person.role === 'admin' ? (
        <SetupScreen open={rest[0]} />
      ) : (
        <p class="notice">Only admins can open this page.</p>
      )
    case 'shortcuts':
      return <ShortcutsScreen />
    default:
      return <QueueScreen person={person} mode={mode} setMode={setMode} open={rest[0]} />
  }
}

/** What somebody is typing in the settings, or teaching, survives a switch to the other mode. */
const kept = (section: string, mode: Mode): string =>
  section === 'settings' || section === 'setup' || section === 'documents' ? section : `${section} ${mode}`

applyShade()
const page = document.getElementById('page')
if (page) render(<App />, page)
