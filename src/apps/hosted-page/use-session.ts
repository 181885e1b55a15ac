import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import {
  chooseLocale,
  directionOf,
  type FirstTexts,
  type Locale,
  loadFirstTexts,
  loadTexts,
  type Texts,
  tagOf,
} from '../../kernel/texts/languages.ts'
import { untilLoaded } from '../ui/use-loaded.ts'
import { type Api, ApiError, codeOf } from './api.ts'
import type * as Flow from './flow.ts'
import {
  claimsOf,
  deviceId,
  discardedPart,
  forgetFront,
  frameOrigins,
  hasDeclined,
  isDesktop,
  keepEntry,
  noteDeclined,
  noteDiscarded,
  seenAsFront,
  tellParent,
  themeOfPage,
} from './frame.ts'
import { needsPhone, type PageOptions, type StopReason, startsWithHandover, stopReasonOf } from './page-options.ts'
import type { Screen } from './screen.ts'
import type * as Steps from './steps.ts'
import { applyTheme } from './theme.ts'

/** What the embedding page receives (specification 6); an expired session must also be opened again. */
const frameErrors = {
  completed: 'SESSION_ALREADY_COMPLETED',
  expired: 'SESSION_UNAUTHORIZED',
  unauthorized: 'SESSION_UNAUTHORIZED',
  internal: 'INTERNAL_ERROR',
  withdrawn: 'SESSION_UNAUTHORIZED',
} as const satisfies Record<StopReason, string>

export interface Entry {
  api: Api
  token: string | undefined
  /** The code of a short link from another device. */
  code: string | undefined
  options: PageOptions
  /** Which screen follows; it comes after the welcome. */
  loadFlow: () => Promise<Pick<typeof Flow, 'nextPart' | 'nextScreen' | 'choiceOf'> & Pick<typeof Steps, 'dueScreen'>>
  /** The service's own closing page: no session to open, nothing to ask. */
  finished: boolean
}

/** The session as this device knows it, the screen it leads to, and the actions on it. */
export function useSession({ api, token, code, options, finished, loadFlow }: Entry) {
  const [state, setState] = useState<EnrolmentState>()
  const [screen, setScreen] = useState<Screen>({ name: 'loading' })
  const [speech, setSpeech] = useState<{ locale: Locale; texts: Texts; isWhole: boolean }>()
  /** The language that was requested last. */
  const spoken = useRef<Locale>(undefined)
  const device = useRef(deviceId()).current
  const following = useRef<AbortController>(undefined)
  const over = useRef(false)
  /** The person prefers photographing the document to any other way. */
  const prefersCamera = useRef(false)
  /** The person has chosen how to prove more, or declined. */
  const steppedUp = useRef(false)
  /** The person takes the selfie without anything else that is asked along with it. */
  const [isPlainSelfie, setPlainSelfie] = useState(false)
  const own = useRef<EnrolmentState['texts']>(undefined)
  const isAge = useRef(false)

  /**
   * The first screen's sentences are shown as soon as they have loaded; on a change of language, all of them at once.
   */
  const speak = useCallback(async (locale: Locale) => {
    const isFirst = !spoken.current
    spoken.current = locale
    const show = (texts: FirstTexts | Texts, isWhole: boolean) => {
      if (spoken.current !== locale) return // another language was chosen meanwhile
      const shown = { ...texts, ...own.current?.[locale] } as Texts // other screens wait for the rest
      document.documentElement.lang = tagOf(locale)
      document.documentElement.dir = directionOf(locale)
      document.title = isAge.current ? shown.welcomeAgeTitle : shown.title
      setSpeech({ locale, texts: shown, isWhole })
    }
    if (isFirst) show(await loadFirstTexts(locale), false)
    void untilLoaded(() => loadTexts(locale)).then((texts) => show(texts, true))
  }, [])

  const stop = useCallback((reason: StopReason, at: EnrolmentState | undefined) => {
    if (over.current) return
    over.current = true
    following.current?.abort()
    forgetFront()
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

  /** An error that nobody can correct ends the page. */
  const fail = (error: unknown) => stop(stopReasonOf(codeOf(error)) ?? 'internal', state)
  const guard = (work: () => Promise<unknown>) => work().catch(fail)

  useEffect(() => {
    void (finished ? sayFinished() : code ? enter(false) : open(options.lang))
  }, [])

  /** The desktop that a phone was sent from shows whether the person left its page or is back. */
  useEffect(() => {
    if (!options.handedOver || !state) return
    const reportPresence = () => {
      if (!over.current) api.tellPresence(device, document.visibilityState === 'visible')
    }
    reportPresence() // leaving is also reported when the page is only reloaded
    document.addEventListener('visibilitychange', reportPresence)
    return () => document.removeEventListener('visibilitychange', reportPresence)
  }, [state !== undefined])

  const sayFinished = async () => {
    applyTheme(themeOfPage())
    await speak(chooseLocale(options.lang, undefined, navigator.languages))
    setScreen({ name: 'done', returnUrl: undefined })
  }

  /** Finds the session's state and continues there; a device that does not have it yet shows the welcome first. */
  const open = async (lang: string | null) => {
    // Most sessions use the browser's own language: its sentences load along with the state.
    void loadFirstTexts(chooseLocale(lang, undefined, navigator.languages))
    const first =
      token || code ? await api.state().catch((error: unknown) => error) : new ApiError('SESSION_UNAUTHORIZED')
    const known = first instanceof Error ? undefined : (first as EnrolmentState)
    own.current = known?.texts
    isAge.current = known?.age !== undefined
    await speak(chooseLocale(lang, known?.lang, navigator.languages))
    if (!known) return hasDeclined() ? stop('withdrawn', undefined) : fail(first)
    applyTheme(known.theme)
    setState(known)
    if (known.status === 'EXPIRED') return stop('expired', known)
    if (known.completed) return stop('completed', known)
    if (hasDeclined()) return void withdrawFrom(known)
    if (known.newPicture && known.device?.id !== device) return void takeInHand(true)
    if (known.device?.id !== device) return setScreen({ name: 'welcome' })
    await goOn(known)
    watch()
  }

  /** Joins by another device's short link. If a third device has the session, it must be taken over. */
  const enter = async (takeOver: boolean) => {
    try {
      const { active, accessToken, lang, error } = await api.openHandOver(code ?? '', device, takeOver)
      if (error) throw new ApiError(error)
      if (accessToken) keepEntry(accessToken, lang)
      // A person who comes from a desktop was welcomed there.
      if (active) return await open(lang ?? options.lang)
      await speak(chooseLocale(lang ?? options.lang, undefined, navigator.languages))
      setScreen({ name: 'taken', away: false })
    } catch (error) {
      await speak(chooseLocale(options.lang, undefined, navigator.languages))
      fail(error)
    }
  }

  /** Which screen follows is decided by code that comes after the welcome. */
  const goOn = async (at: EnrolmentState) => {
    const { nextPart, nextScreen } = await loadFlow()
    const part = discardedPart() ?? nextPart(at)
    if (part !== 'FRONT' && part !== 'BACK') forgetFront()
    const known = { prefersCamera: prefersCamera.current, steppedUp: steppedUp.current, front: seenAsFront() }
    if (!over.current) setScreen(nextScreen(at, part, known))
  }

  const toOtherDevice = startsWithHandover(options, isDesktop()) ? () => setScreen({ name: 'handover' }) : undefined

  /** After the welcome. */
  const leaveWelcome = async () => {
    const { dueScreen } = await loadFlow()
    const due = state && dueScreen('afterWelcome', state)
    if (due) setScreen(due)
    else begin()
  }

  const begin = () => (state?.asksConsent ? setScreen({ name: 'consent' }) : void start())

  /** After the welcome, and the consent if it is asked for. */
  const start = async () => {
    const { choiceOf } = await loadFlow()
    const choice = state && !prefersCamera.current && choiceOf(state)
    if (choice) setScreen(choice)
    else if (needsPhone(options, isDesktop())) setScreen({ name: 'phoneOnly' })
    else if (toOtherDevice) toOtherDevice()
    else void takeInHand(false)
  }

  const takeInHand = (takeOver: boolean, next: (at: EnrolmentState) => unknown = goOn) =>
    guard(async () => {
      const { active, accessToken } = await api.joinDevice(device, takeOver)
      if (accessToken) keepEntry(accessToken, options.lang ?? undefined)
      if (!active) return setScreen({ name: 'taken', away: false })
      const fresh = await api.state()
      setState(fresh)
      await next(fresh)
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
        if (toOtherDevice) toOtherDevice()
        else setScreen({ name: 'taken', away: true })
      }, controller.signal),
    )
  }

  const accepted = (at: EnrolmentState) => {
    noteDiscarded(undefined)
    setState(at)
    return goOn(at)
  }

  /** Erases the session; nothing remains to continue with. */
  const withdraw = () => withdrawFrom(state)

  const withdrawFrom = async (at: EnrolmentState | undefined) => {
    following.current?.abort()
    await guard(() => api.withdraw())
    if (options.events && at) tellParent({ sessionId: at.sessionId, event: 'cancel' }, at.frameOrigins)
    stop('withdrawn', at)
  }

  /** The person does not agree. The session stays until they leave the page, so that they can change their mind. */
  const decline = () => {
    noteDeclined(true)
    setScreen({ name: 'declined' })
  }

  const reconsider = () => {
    noteDeclined(undefined)
    setScreen({ name: 'consent' })
  }

  return {
    state,
    setState,
    screen,
    setScreen,
    speech,
    speak,
    device,
    isOver: over.current,
    stop,
    fail,
    finish,
    guard,
    enter,
    goOn,
    toOtherDevice,
    leaveWelcome,
    begin,
    start,
    takeInHand,
    prefersCamera,
    stepUp: (next: Screen) => {
      steppedUp.current = true
      setScreen(next)
    },
    isPlainSelfie,
    takePlainSelfie: () => setPlainSelfie(true),
    accepted,
    withdraw,
    decline,
    reconsider,
    leave: api.withdrawAndLeave,
  }
}

export type Session = ReturnType<typeof useSession>
