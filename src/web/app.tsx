import { useEffect, useRef, useState } from 'preact/hooks'
import { useBrowserBack } from './browser-back.ts'
import { startsWithHandover } from './flow.ts'
import { isDesktop, tellParent } from './frame.ts'
import { WithdrawContext } from './pieces/help.tsx'
import { ModeContext, WaitContext } from './pieces/layout.tsx'
import { SpeechContext } from './pieces/speech.tsx'
import { comesLater, type Screen } from './screen.ts'
import { Starting } from './screens/starting.tsx'
import { backOf, ShowScreen } from './show-screen.tsx'
import { countRefusals } from './tries.ts'
import { useLoaded } from './use-loaded.ts'
import { type Entry, useSession } from './use-session.ts'
import type { Wait, Waiting } from './waiting.ts'

/** Screens that say themselves what a request waits for. */
const SAYS_ITSELF: ReadonlySet<Screen['name']> = new Set(['check', 'reviewer', 'working'])

/** The hosted page: one screen at a time, each decided by where the session stands. */
export function App({ waiting, ...entry }: Entry & { waiting: Waiting }) {
  const { options } = entry
  const session = useSession(entry)
  const { state, screen, setScreen, speech, speak } = session
  const tries = useRef(countRefusals()).current
  const [wait, setWait] = useState<Wait>()
  const offersCode = startsWithHandover(options, isDesktop())
  const toOtherDevice = offersCode ? () => setScreen({ name: 'handover' }) : undefined
  const later = useLoaded(state !== undefined, () => import('./after-welcome.ts'))

  useBrowserBack(screen, state && !session.isOver ? backOf(session, tries, toOtherDevice) : undefined)
  useEffect(() => waiting.listen(() => setWait(waiting.wait)), [waiting])
  useEffect(() => {
    // Where the pictures are taken on another device, that one loads the net.
    if (screen.name === 'welcome' && !offersCode) void later?.loadCorners()
  }, [screen.name, later])
  useEffect(() => {
    // An embedding page that asked for events learns which screen the person has reached.
    if (!state || !options.events || screen.name === 'loading') return
    const { sessionId, frameOrigins } = state
    const step = 'part' in screen ? `${screen.name}.${screen.part}` : screen.name
    tellParent({ sessionId, event: 'step', step }, frameOrigins)
    tellParent({ sessionId, event: 'height', height: document.documentElement.scrollHeight }, frameOrigins)
  }, [screen])

  if (!speech || (comesLater(screen) && !later)) return <Starting wait={wait} />
  return (
    <SpeechContext.Provider value={{ ...speech, setLocale: (locale) => void speak(locale) }}>
      <ModeContext.Provider value={state?.mode ?? 'live'}>
        <WithdrawContext.Provider value={state?.mayWithdraw ? () => void session.withdraw() : undefined}>
          <WaitContext.Provider value={SAYS_ITSELF.has(screen.name) ? undefined : wait}>
            <ShowScreen {...{ entry, session, waiting, wait, later, tries, toOtherDevice }} />
          </WaitContext.Provider>
        </WithdrawContext.Provider>
      </ModeContext.Provider>
    </SpeechContext.Provider>
  )
}
