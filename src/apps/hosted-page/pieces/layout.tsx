import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import type { EnrolmentState, Theme } from '../../../kernel/session/contract/enrolment-state.ts'
import { isLocale, languageNames, type Texts } from '../../../kernel/texts/languages.ts'
import type { Wait } from '../waiting.ts'
import { Button } from './button.tsx'
import { Icon } from './first-icons.tsx'
import { Help } from './help.tsx'
import { useSpeech } from './speech.tsx'

/** What a request is waiting for, on screens that do not show it themselves. */
export const WaitContext = createContext<Wait>(undefined)

/** Who asks: on every screen. */
export const WhoContext = createContext<Pick<Theme, 'name' | 'logo'>>({})

/** In test mode every screen says so. */
export const ModeContext = createContext<EnrolmentState['mode']>('live')

interface LayoutProps {
  title: string
  progress?: { step: number; steps: number } | undefined
  onBack?: (() => void) | undefined
  /**
   * Advice for this screen, behind the question mark; false once the session is over and there is nothing to help with.
   */
  help?: readonly (keyof Texts)[] | false
  /** `camera`: on a phone the picture fills the screen. `calm`: little is on it, and it does not hang at the top. */
  kind?: 'camera' | 'calm' | ''
  children: ComponentChildren
}

/** The frame of every screen: progress, Back, the language; the heading takes the focus so that it is read out. */
export function Layout({ title, progress, onBack, help = [], kind = '', children }: LayoutProps) {
  const { say, locale, setLocale } = useSpeech()
  const mode = useContext(ModeContext)
  const wait = useContext(WaitContext)
  const { name, logo } = useContext(WhoContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [title, kind])

  return (
    <div class={`page ${kind} ${isFramed() ? 'framed' : ''}`}>
      <header class="bar">
        {mode === 'test' && <strong class="ribbon">{say('testRibbon')}</strong>}
        <Button look="quiet back" says="back" act={onBack}>
          <Icon name="back" />
        </Button>
        <span class="who">{logo ? <img src={logo} alt={name ?? ''} /> : name}</span>
        <label class="language">
          <span class="hidden">{say('language')}</span>
          <select
            value={locale}
            onChange={({ currentTarget: { value } }) => {
              if (isLocale(value)) setLocale(value)
            }}
          >
            {Object.entries(languageNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {help && <Help sentences={help} />}
      </header>
      <main class="content">
        <div class="heading">
          {progress && progress.steps > 1 && <Progress {...progress} label={say('stepOf', progress)} />}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {wait && kind !== 'camera' && (
          <p role="status" class="soft">
            {say(wait === 'offline' ? 'offlineWorking' : 'SERVICE_UNAVAILABLE')}
          </p>
        )}
        {children}
      </main>
    </div>
  )
}

/** In the console's preview the page is drawn as in its own window. */
const isFramed = () => window.parent !== window && !location.pathname.endsWith('/preview')

function Progress({ step, steps, label }: { step: number; steps: number; label: string }) {
  return (
    <div class="progress">
      <p>{label}</p>
      <div class="parts" aria-hidden="true">
        {Array.from({ length: steps }, (_, part) => (
          <span key={part} class={part < step ? 'reached' : ''} />
        ))}
      </div>
    </div>
  )
}
