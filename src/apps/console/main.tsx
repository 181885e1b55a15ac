import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Mode } from '../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../kernel/accounts/contract/console-sign-in.ts'
import { late } from '../ui/late.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { reasonOf } from '../ui/words.ts'
import { me, Refused, readQueue, signOut, whenSignedOut } from './api.ts'
import { Palette } from './palette.tsx'
import { fromPanels } from './panels.ts'
import { Rail } from './rail.tsx'
import { follow, go, mayLeave, usePlace } from './router.ts'
import { FirstSignIn } from './screens/first-sign-in.tsx'
import { OverviewScreen } from './screens/overview.tsx'
import { QueueScreen } from './screens/queue.tsx'
import { SessionsScreen } from './screens/sessions.tsx'
import { SettingsScreen } from './screens/settings.tsx'
import { SetupScreen } from './screens/setup.tsx'
import { ShortcutsScreen } from './screens/shortcuts.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { applyShade, useMode } from './switches.tsx'

/** Whether the questions of the first sign-in were put off in this tab: a reload does not ask them again. */
const PUT_OFF = 'limen-first-sign-in'

function App() {
  const [person, setPerson] = useState<Me | null>()
  const [problem, setProblem] = useState<string>()
  const place = usePlace()
  const [section = 'queue', ...rest] = place
  const [mode, setMode] = useMode()
  const [isFirst, setFirst] = useState<boolean>()

  const know = (who: Me | null) => {
    setPerson(who)
    if (!who) sessionStorage.removeItem(PUT_OFF)
    setFirst((was) => (who ? (was ?? (who.passwordGiven === true && !sessionStorage.getItem(PUT_OFF))) : undefined))
  }

  const look = () => {
    setProblem(undefined)
    me().then(know, (error: unknown) =>
      error instanceof Refused && error.code === 'SIGN_IN_REQUIRED' ? know(null) : setProblem(reasonOf(error)),
    )
  }
  useEffect(() => {
    whenSignedOut(() => know(null))
    look()
  }, [])

  if (problem !== undefined) return <Failed problem={problem} again={look} />
  if (person === undefined) return <Loading what="the console" />
  if (person === null) return <SignIn done={know} />
  const leave = async () => {
    if (!mayLeave()) return
    await signOut()
    know(null)
    go('')
  }
  if (person.mustSetUp || isFirst) {
    const begin = () => {
      sessionStorage.setItem(PUT_OFF, 'yes')
      setFirst(false)
      if (person.role === 'admin' && !place.length) openStart(setMode).catch((error) => setProblem(reasonOf(error)))
    }
    return <FirstSignIn person={person} refresh={look} leave={leave} done={begin} />
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

/** Where an administrator begins: with the test cases of somebody who tried the service first, or else with the set-up. */
async function openStart(setMode: (mode: Mode) => void): Promise<void> {
  const waiting = async (mode: Mode) => (await readQueue({ waitsFor: 'reviewer', mode })).total
  if (await waiting('live')) return
  if (await waiting('test')) setMode('test')
  else go('setup')
}

const screens = fromPanels('screens')
const PANEL_SCREENS = new Map(screens.map(({ path, load }) => [path, late(load)]))
const KEPT = new Set(['settings', 'setup', ...screens.filter(({ isKept }) => isKept).map(({ path }) => path)])

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
    default: {
      const Own = PANEL_SCREENS.get(section)
      if (Own) return <Own person={person} mode={mode} place={rest} />
      return <QueueScreen person={person} mode={mode} setMode={setMode} open={rest[0]} />
    }
  }
}

/** What somebody is typing survives a switch to the other mode. */
const kept = (section: string, mode: Mode): string => (KEPT.has(section) ? section : `${section} ${mode}`)

applyShade()
const page = document.getElementById('page')
if (page) render(<App />, page)
