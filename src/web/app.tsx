import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { EnrolmentState } from '../contract/enrolment/enrolment-state.ts'
import { chooseLocale, directionOf, type Locale, loadTexts, tagOf } from '../ui/languages.ts'
import type { Texts } from '../ui/locales/en-US.ts'
import { type Api, ApiError } from './api.ts'
import { useBrowserBack } from './browser-back.ts'
import {
  needsPhone,
  nextPart,
  type PageOptions,
  type Part,
  previousPart,
  progressOf,
  type StopReason,
  startsWithHandover,
  stopReasonOf,
} from './flow.ts'
import { claimsOf, deviceId, frameOrigins, isDesktop, keepEntry, tellParent } from './frame.ts'
import { loadCorners } from './guidance/ask-corners.ts'
import { WithdrawContext } from './pieces/help.tsx'
import { ModeContext } from './pieces/layout.tsx'
import { SpeechContext } from './pieces/speech.tsx'
import { Capture } from './screens/capture.tsx'
import { Check } from './screens/check.tsx'
import { Consent } from './screens/consent.tsx'
import { Done } from './screens/done.tsx'
import { Handover } from './screens/handover.tsx'
import { Later } from './screens/later.tsx'
import { PhoneOnly } from './screens/phone-only.tsx'
import { Refused } from './screens/refused.tsx'
import { Starting } from './screens/starting.tsx'
import { Stopped } from './screens/stopped.tsx'
import { Taken } from './screens/taken.tsx'
import type { Held, Shot } from './screens/viewfinder.tsx'
import { Welcome } from './screens/welcome.tsx'
import { Working } from './screens/working.tsx'
import { applyTheme } from './theme.ts'
import { countRefusals } from './tries.ts'
import type { Wait, Waiting } from './waiting.ts'
import { ownRefusal, type Refusal } from './words/refusal.ts'

type Screen =
  | { name: 'loading' }
  | { name: 'welcome' }
  | { name: 'consent' }
  | { name: 'handover' }
  | { name: 'taken'; away: boolean }
  | { name: 'capture'; part: Part; held?: Held }
  | { name: 'check'; part: Part; shot: Shot }
  | { name: 'refused'; part: Part; refusal: Refusal; shot?: Shot }
  | { name: 'later' }
  | { name: 'phoneOnly' }
  | { name: 'working' }
  | { name: 'done'; returnUrl: string | undefined }
  | { name: 'stopped'; reason: StopReason }

/** How often a challenge that was not passed is tried again; then a person looks. */
const CHALLENGE_TRIES = 2

/** What the embedding page is told (specification 6); a session that ran out must be opened anew as well. */
const frameErrors = {
  completed: 'SESSION_ALREADY_COMPLETED',
  expired: 'SESSION_UNAUTHORIZED',
  unauthorized: 'SESSION_UNAUTHORIZED',
  internal: 'INTERNAL_ERROR',
  withdrawn: 'SESSION_UNAUTHORIZED',
} as const satisfies Record<StopReason, string>

interface AppProps {
  api: Api
  token: string | undefined
  /** Of a short link from another device. */
  code: string | undefined
  options: PageOptions
  waiting: Waiting
  /** The service's own closing page: nothing to open, nothing to ask. */
  finished: boolean
}

/** The hosted page: one screen at a time, each decided by where the session stands. */
export function App({ api, token, code, options, waiting, finished }: AppProps) {
  const [state, setState] = useState<EnrolmentState>()
  /** The person takes the selfie without the challenge. */
  const [without, setWithout] = useState(false)
  const [screen, setScreen] = useState<Screen>({ name: 'loading' })
  const [speech, setSpeech] = useState<{ locale: Locale; texts: Texts }>()
  const device = useRef(deviceId()).current
  const following = useRef<AbortController>(undefined)
  const over = useRef(false)
  const own = useRef<EnrolmentState['texts']>(undefined)
  const tries = useRef(countRefusals()).current

  const [wait, setWait] = useState<Wait>()
  const offersCode = startsWithHandover(options, isDesktop())
  const toOtherDevice = offersCode ? () => setScreen({ name: 'handover' }) : undefined

  const speak = useCallback(async (locale: Locale) => {
    const texts = { ...(await loadTexts(locale)), ...own.current?.[locale] }
    document.documentElement.lang = tagOf(locale)
    document.documentElement.dir = directionOf(locale)
    document.title = texts.title
    setSpeech({ locale, texts })
  }, [])

  const stop = useCallback((reason: StopReason, at: EnrolmentState | undefined) => {
    if (over.current) return
    over.current = true
    following.current?.abort()
    setScreen({ name: 'stopped', reason })
    const sessionId = at?.sessionId ?? claimsOf(token ?? '').sessionId ?? ''
    const message = { sessionId, hasCompleted: false, hasError: true, error: frameErrors[reason] }
    tellParent(message, at?.frameOrigins ?? frameOrigins())
  }, [])

  const finish = useCallback((at: EnrolmentState, returnUrl: string | undefined) => {
    if (over.current) return
    over.current = true
    following.current?.abort()
    tellParent({ sessionId: at.sessionId, hasCompleted: true, hasError: false }, at.frameOrigins)
    setScreen({ name: 'done', returnUrl })
  }, [])

  /** Anything the service says that ends the page ends here; the rest is for the screen that asked. */
  const guard = useCallback(
    async <Value,>(work: () => Promise<Value>): Promise<Value | undefined> => {
      try {
        return await work()
      } catch (error) {
        const code = error instanceof ApiError ? error.code : 'INTERNAL_ERROR'
        stop(stopReasonOf(code) ?? 'internal', state)
        return undefined
      }
    },
    [state, stop],
  )

  useEffect(() => {
    void (finished ? sayFinished() : code ? enter(false) : open(options.lang))
  }, [])

  const sayFinished = async () => {
    await speak(chooseLocale(options.lang, undefined, navigator.languages))
    setScreen({ name: 'done', returnUrl: undefined })
  }

  /** Finds out where the session stands and goes on there; somebody new to it is welcomed first. */
  const open = async (lang: string | null, welcome = false) => {
    // Most sessions want the browser's own language: its sentences travel along with the question.
    void loadTexts(chooseLocale(lang, undefined, navigator.languages))
    const first =
      token || code ? await api.state().catch((error: unknown) => error) : new ApiError('SESSION_UNAUTHORIZED')
    const known = first instanceof Error ? undefined : (first as EnrolmentState)
    own.current = known?.texts
    await speak(chooseLocale(lang, known?.lang, navigator.languages))
    if (!known) return stop(stopReasonOf((first as ApiError).code) ?? 'internal', undefined)
    applyTheme(known.theme)
    setState(known)
    if (known.status === 'EXPIRED') return stop('expired', known)
    if (known.completed) return stop('completed', known)
    if (known.newPicture && known.device?.id !== device) return void takeInHand(true)
    if (welcome || known.device?.id !== device) return setScreen({ name: 'welcome' })
    goOn(known)
    watch()
  }

  /** Comes in by the short link of another device. Where a third one has the session, it must be taken over. */
  const enter = async (takeOver: boolean) => {
    try {
      const { active, accessToken, lang, error } = await api.openHandOver(code ?? '', device, takeOver)
      if (error) throw new ApiError(error)
      if (accessToken) keepEntry(accessToken, lang)
      if (active) return await open(lang ?? options.lang, !takeOver)
      await speak(chooseLocale(lang ?? options.lang, undefined, navigator.languages))
      setScreen({ name: 'taken', away: false })
    } catch (error) {
      await speak(chooseLocale(options.lang, undefined, navigator.languages))
      stop((error instanceof ApiError && stopReasonOf(error.code)) || 'internal', undefined)
    }
  }

  const goOn = (at: EnrolmentState) => {
    const part = nextPart(at)
    if (part && at.asksConsent) return setScreen({ name: 'consent' })
    setScreen(part ? { name: 'capture', part } : { name: 'working' })
  }

  const takeInHand = (takeOver: boolean) =>
    guard(async () => {
      const { active, accessToken } = await api.joinDevice(device, takeOver)
      if (accessToken) keepEntry(accessToken, options.lang ?? undefined)
      if (!active) return setScreen({ name: 'taken', away: false })
      const fresh = await api.state()
      setState(fresh)
      goOn(fresh)
      watch()
    })

  /** Follows the session, so that a take-over by another device is seen here at once. */
  const watch = () => {
    following.current?.abort()
    const controller = new AbortController()
    following.current = controller
    void guard(() =>
      api.follow((now) => {
        setState(now)
        if (now.completed) return finish(now, now.customerReturnUrl)
        if (!now.device || now.device.id === device) return
        controller.abort()
        setScreen(startsWithHandover(options, isDesktop()) ? { name: 'handover' } : { name: 'taken', away: true })
      }, controller.signal),
    )
  }

  useBrowserBack(screen, state && !over.current ? backOf(screen, state) : undefined)
  useEffect(() => tellStep(), [screen])
  useEffect(() => waiting.listen(() => setWait(waiting.wait)), [waiting])
  useEffect(() => {
    // While the welcome is read; where the pictures are taken on another device, that one loads it.
    if (screen.name === 'welcome' && !offersCode) void loadCorners()
  }, [screen.name])

  if (!speech) return <Starting wait={wait} />

  const accepted = (at: EnrolmentState) => {
    setState(at)
    goOn(at)
  }

  return (
    <SpeechContext.Provider value={{ ...speech, setLocale: (locale) => void speak(locale) }}>
      <ModeContext.Provider value={state?.mode ?? 'live'}>
        <WithdrawContext.Provider value={state?.mayWithdraw ? () => void withdraw() : undefined}>
          {show()}
        </WithdrawContext.Provider>
      </ModeContext.Provider>
    </SpeechContext.Provider>
  )

  function show() {
    switch (screen.name) {
      case 'loading':
        return <Starting wait={wait} />
      case 'stopped':
        return (
          <Stopped
            reason={screen.reason}
            reference={state?.sessionId.slice(0, 8)}
            returnUrl={options.iframe || options.handedOver ? undefined : state?.customerReturnUrl}
          />
        )
      case 'done':
        return (
          <Done
            returnUrl={options.iframe ? undefined : screen.returnUrl}
            name={state?.theme.name}
            handedOver={options.handedOver}
            framed={options.iframe}
          />
        )
      case 'taken':
        return <Taken away={screen.away} onHere={() => void (state ? takeInHand(true) : enter(true))} />
    }
    if (!state) return null
    switch (screen.name) {
      case 'welcome':
        return <Welcome state={state} onStart={() => (state.asksConsent ? setScreen({ name: 'consent' }) : start())} />
      case 'consent':
        return (
          <Consent
            api={api}
            onAgreed={() => {
              setState({ ...state, asksConsent: false, mayWithdraw: true })
              start()
            }}
            onDeclined={() => void withdraw()}
            onBack={() => setScreen({ name: 'welcome' })}
            onFault={(error) => stop((error instanceof ApiError && stopReasonOf(error.code)) || 'internal', state)}
          />
        )
      case 'handover':
        return (
          <Handover
            api={api}
            state={state}
            device={device}
            onHere={options.onlyMobile ? undefined : () => void takeInHand(true)}
            onChange={setState}
            onDone={(at) => finish(at, at.customerReturnUrl)}
            onStop={(reason) => stop(reason, state)}
          />
        )
      case 'capture':
        return (
          <Capture
            key={screen.part}
            part={screen.part}
            progress={progressOf(state, screen.part)}
            held={screen.held}
            newPicture={state.newPicture?.of === screen.part ? state.newPicture : undefined}
            challenge={asksChallenge(screen.part) ? { api, onWithout: () => setWithout(true) } : undefined}
            takesFiles={screen.part !== 'FACE' || state.selfieFiles}
            onBack={backFrom(screen.part) ?? toOtherDevice}
            onOtherDevice={toOtherDevice}
            getLink={getLink}
            onShot={(shot) => void check(screen.part, shot)}
            onPdf={() => refuse(screen.part, ownRefusal('PDF'))}
          />
        )
      case 'check':
        return (
          <Check
            api={api}
            waiting={waiting}
            part={screen.part}
            shot={screen.shot}
            progress={progressOf(state, screen.part)}
            takesAnother={tries.of('FACE', 'CHALLENGE_NOT_PASSED').reason < CHALLENGE_TRIES}
            onRetake={() => setScreen({ name: 'capture', part: screen.part })}
            onRefused={(refusal) => refuse(screen.part, refusal, screen.shot)}
            onAccepted={() => guard(async () => accepted(await api.state()))}
            onStop={(reason) => stop(reason, state)}
          />
        )
      case 'refused':
        return (
          <Refused
            {...screen}
            progress={progressOf(state, screen.part)}
            times={tries.of(screen.part, screen.refusal.reason)}
            onAgain={() => again(screen)}
            onBack={() => again(screen)}
            onOtherDocument={screen.part === 'FACE' ? undefined : () => setScreen({ name: 'capture', part: 'FRONT' })}
            onOtherDevice={toOtherDevice}
            onLater={() => setScreen({ name: 'later' })}
          />
        )
      case 'phoneOnly':
        return <PhoneOnly />
      case 'later':
        return <Later until={state.expiryDateUtc} onHere={() => goOn(state)} />
      case 'working':
        return (
          <Working
            api={api}
            waiting={waiting}
            steps={state.steps}
            onDone={(returnUrl) => finish(state, returnUrl)}
            onMissing={() => guard(async () => accepted(await api.state()))}
            onStop={(reason) => stop(reason, state)}
          />
        )
    }
  }

  function start() {
    if (needsPhone(options, isDesktop())) setScreen({ name: 'phoneOnly' })
    else if (offersCode) setScreen({ name: 'handover' })
    else void takeInHand(false)
  }

  /** Erases the session; nothing of it is left to go on with. */
  async function withdraw() {
    following.current?.abort()
    await guard(() => api.withdraw())
    if (options.events && state) tellParent({ sessionId: state.sessionId, event: 'cancel' }, state.frameOrigins)
    stop('withdrawn', state)
  }

  /** A file that was refused a moment ago is not sent again. */
  async function check(part: Part, shot: Shot) {
    const isKnown = shot.source === 'file' && (await tries.wasRefused(part, shot.picture))
    if (isKnown) refuse(part, ownRefusal('SAME_PICTURE'), shot)
    else setScreen({ name: 'check', part, shot })
  }

  function refuse(part: Part, refusal: Refusal, shot?: Shot) {
    tries.note(part, refusal.reason, shot?.picture)
    setScreen({ name: 'refused', part, refusal, ...(shot && { shot }) })
  }

  function again({ part, refusal, shot }: Extract<Screen, { name: 'refused' }>) {
    const held = { reason: refusal.reason, print: shot?.print }
    setScreen({ name: 'capture', part, held })
  }

  function asksChallenge(part: Part): boolean {
    return part === 'FACE' && state?.challenge === true && !without
  }

  async function getLink(): Promise<string | undefined> {
    return speech && (await api.offerHandOver(speech.locale)).url
  }

  /** Where the browser's Back leads from a screen; undefined where there is nothing before it. */
  function backOf(from: Screen, at: EnrolmentState): (() => void) | undefined {
    const to = (next: Screen) => () => setScreen(next)
    switch (from.name) {
      case 'consent':
      case 'handover':
        return to({ name: 'welcome' })
      case 'capture':
        return backFrom(from.part) ?? toOtherDevice ?? to({ name: 'welcome' })
      case 'check':
        return to({ name: 'capture', part: from.part })
      case 'refused':
        return () => again(from)
      case 'later':
        return () => goOn(at)
      default:
        return undefined
    }
  }

  /** Tells an embedding page that asked to know which screen the person has reached. */
  function tellStep() {
    if (!state || !options.events || screen.name === 'loading') return
    const step = 'part' in screen ? `${screen.name}.${screen.part}` : screen.name
    tellParent({ sessionId: state.sessionId, event: 'step', step }, state.frameOrigins)
    const height = document.documentElement.scrollHeight
    tellParent({ sessionId: state.sessionId, event: 'height', height }, state.frameOrigins)
  }

  function backFrom(part: Part): (() => void) | undefined {
    const before = state && previousPart(state, part)
    return before && (() => setScreen({ name: 'capture', part: before }))
  }
}
