import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ConsentTextResponse } from '../../kernel/session/contract/consent.ts'
import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import type { PreviewNews, PreviewOrder, PreviewScreen } from '../../kernel/tenants/contract/page-preview.ts'
import { directionOf, fill, type Locale, loadTexts, type Texts, tagOf } from '../../kernel/texts/languages.ts'
import { preferShade } from '../ui/shade.ts'
import { loadStyles, untilLoaded } from '../ui/use-loaded.ts'
import type { Api } from './api.ts'
import laterStyles from './later.css?url'
import { WhoContext } from './pieces/layout.tsx'
import { SpeechContext } from './pieces/speech.tsx'
import { progressOf } from './progress.ts'
import { Capture } from './screens/capture.tsx'
import { Consent } from './screens/consent.tsx'
import { Done } from './screens/done.tsx'
import { Handover } from './screens/handover.tsx'
import { Stopped } from './screens/stopped.tsx'
import { Welcome } from './screens/welcome.tsx'
import { Working } from './screens/working.tsx'
import { applyTheme } from './theme.ts'

/**
 * The screens as people see them, with an unsaved theme and unsaved texts. There is no session: nothing can be sent,
 * and the response that serves this page forbids it the network and the camera.
 */
export function showPreview(page: Element): void {
  if (window.parent === window) return // it has nothing to show on its own
  keepFocusOutside()
  void untilLoaded(() => loadStyles(laterStyles)).then(() => render(<Preview />, page))
}

const tell = (news: PreviewNews) => window.parent.postMessage(news, location.origin)

function Preview() {
  const [order, setOrder] = useState<PreviewOrder>()
  const [texts, setTexts] = useState<Texts>()

  useEffect(() => {
    let newest = 0
    const obey = async ({ origin, source, data }: MessageEvent<PreviewOrder>) => {
      if (origin !== location.origin || source !== window.parent) return
      if (!data?.theme) return // a message from something else in the console, such as a browser extension
      const turn = ++newest
      const loaded = { ...(await loadTexts(data.lang)), ...data.texts?.[data.lang] }
      if (turn !== newest) return
      document.documentElement.lang = tagOf(data.lang)
      document.documentElement.dir = directionOf(data.lang)
      document.documentElement.removeAttribute('style') // the properties of the previous theme
      preferShade(data.shade)
      applyTheme(data.theme)
      setTexts(loaded)
      setOrder(data)
    }
    addEventListener('message', obey)
    tell({ ready: true })
    return () => removeEventListener('message', obey)
  }, [])

  if (!order || !texts) return <div class="page" aria-busy="true" />
  return (
    <SpeechContext.Provider value={{ locale: order.lang, texts, setLocale: (lang) => tell({ lang }) }}>
      <WhoContext.Provider value={order.theme}>
        <Shown order={order} texts={texts} />
      </WhoContext.Provider>
    </SpeechContext.Provider>
  )
}

function Shown({ order, texts }: { order: PreviewOrder; texts: Texts }) {
  const { screen, steps, theme, retentionDays } = order
  const go = (next: PreviewScreen) => () => tell({ screen: next })
  const state: EnrolmentState = {
    sessionId: '',
    mode: 'live',
    selfieFiles: false,
    asksConsent: true,
    mayWithdraw: false,
    challenge: false,
    status: 'PENDING',
    completed: false,
    steps,
    received: { document: [], face: false },
    isTwoSideDocument: true,
    theme,
    retentionDays,
    expiryDateUtc: '',
    frameOrigins: [],
  }
  /** As the service would word it. */
  const worded = async (lang: Locale): Promise<ConsentTextResponse> => {
    const values = { name: theme.name ?? texts.consentWho, days: retentionDays }
    const say = (sentence: string) => fill(sentence, values, lang)
    return {
      lang,
      text: say(texts.consentText),
      otherwise: say(texts.consentElse),
      keep: say(texts.consentKeep),
      version: '',
      sha256: '',
    }
  }
  switch (screen) {
    case 'welcome':
      return <Welcome state={state} onStart={go('consent')} />
    case 'consent':
      return (
        <Consent
          key={`${texts.consentText} ${texts.consentElse} ${texts.consentKeep}`}
          retentionDays={retentionDays}
          api={{ giveConsent: silent.giveConsent, consentText: worded }}
          onAgreed={go('handover')}
          onDeclined={go('stopped')}
          onBack={go('welcome')}
          onFault={ignore}
        />
      )
    case 'handover':
      return (
        <Handover
          api={silent}
          state={state}
          device=""
          onHere={go('front')}
          onChange={ignore}
          onDone={ignore}
          onFault={ignore}
        />
      )
    case 'front':
    case 'back':
    case 'face': {
      const part = PARTS[screen]
      return (
        <Capture
          key={part}
          part={part}
          takesFiles={part !== 'FACE'}
          progress={progressOf(state, part)}
          getLink={never}
          onShot={go(NEXT[screen])}
        />
      )
    }
    case 'working':
      return <Working api={silent} steps={steps} onDone={ignore} onMissing={ignore} onFault={ignore} />
    case 'done':
      return <Done returnUrl={undefined} name={theme.name} handedOver={false} framed={false} />
    case 'stopped':
      return <Stopped reason="expired" reference="1a2b3c4d" />
  }
}

const ignore = () => {}

const PARTS = { front: 'FRONT', back: 'BACK', face: 'FACE' } as const
const NEXT = { front: 'back', back: 'face', face: 'working' } as const

/** A service that never answers, except for what its screens cannot do without. */
const never = () => new Promise<never>(() => {})
const answers: Partial<Api> = {
  tellPresence: () => undefined,
  offerHandOver: async () => ({ url: `${location.origin}/h/${'A'.repeat(22)}`, expiresInSeconds: 86_400 }),
  giveConsent: async () => ({ hasError: false }),
}
const silent = new Proxy(answers, { get: (known, name: keyof Api) => known[name] ?? never }) as Api

/** Screens focus their heading; here somebody is typing next to the frame and must not lose the focus. */
function keepFocusOutside(): void {
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (options) {
    if (document.hasFocus()) focus.call(this, options)
  }
}
