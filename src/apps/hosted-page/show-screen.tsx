import type { ComponentType, VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import { late as lateComponent } from '../ui/late.tsx'
import { loadStyles, untilLoaded } from '../ui/use-loaded.ts'
import type { Api } from './api.ts'
import { backOf, partBefore, timesOf } from './back.ts'
import type { FlowPart } from './flow-part.ts'
import { isDesktop, noteDiscarded } from './frame.ts'
import { stopReasonOf } from './page-options.ts'
import { useSpeech } from './pieces/speech.tsx'
import { progressOf } from './progress.ts'
import { captureAgain, captureOf, type Screen, type Shot } from './screen.ts'
import { Capture } from './screens/capture.tsx'
import { Check } from './screens/check.tsx'
import { Consent } from './screens/consent.tsx'
import { Handover } from './screens/handover.tsx'
import { ownRefusal, type Refusal, refusalOf, type Refused as Said } from './sentences.ts'
import { featureSteps, type SelfieWay, type StepProps, stepScreen } from './steps.ts'
import stylesAddress from './styles/corners.css?url'
import { noteFront, type Tries, wasFront } from './tries.ts'
import type { Entry, Session } from './use-session.ts'
import type { Waiting } from './waiting.ts'

interface ShowScreenProps {
  entry: Entry
  session: Session
  waiting: Waiting
  tries: Tries
}

/** How many times a selfie that lacked what was asked along with it is tried again; then a reviewer looks. */
const MISSED_TRIES = 2

/** Reasons that a wrong outline may have caused. */
const OUTLINE_REASONS: ReadonlySet<string> = new Set([
  'DOCUMENT_NOT_RECOGNIZED',
  'NO_DOCUMENT',
  'CUT_OFF',
  'SEVERAL_PORTRAITS',
])

/** A screen whose code is loaded only when it is shown, or before. */
const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lateComponent(load, 'page')

/** The same for what a feature loads, made once. */
function lateOnce<Props extends object>(emptyClass?: string) {
  const made = new Map<() => Promise<ComponentType<Props>>, ComponentType<Props>>()
  return (load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
    const known = made.get(load) ?? lateComponent(load, emptyClass)
    made.set(load, known)
    return known
  }
}
const lateStep = lateOnce<StepProps>('page')
const lateGift = lateOnce<{ api: Api }>()

const loadAfterPicture = () => import('./after-picture.ts')
type AfterPicture = Awaited<ReturnType<typeof loadAfterPicture>>
/** The screens that show something they are given. */
type Names = Exclude<keyof AfterPicture, 'PhoneOnly'>
const afterPicture = <Name extends Names>(name: Name) => {
  type Props = Parameters<AfterPicture[Name]>[0]
  return late<Props>(async () => (await loadAfterPicture())[name] as ComponentType<Props>)
}
const Decline = afterPicture('Decline')
const Declined = afterPicture('Declined')
const Done = afterPicture('Done')
const Later = afterPicture('Later')
const PhoneOnly = late<object>(async () => (await loadAfterPicture()).PhoneOnly)
const Refused = afterPicture('Refused')
const Reviewer = afterPicture('Reviewer')
const StepUp = afterPicture('StepUp')
const Stopped = afterPicture('Stopped')
const Taken = afterPicture('Taken')
const Working = afterPicture('Working')

const LateCorners = late(async () => {
  await loadStyles(stylesAddress)
  return (await import('./screens/corners.tsx')).Corners
})

/** The camera comes first: these are needed only once a picture was answered. */
const AFTER_CAMERA_MS = 1_000

/** Every screen after the welcome. */
export function ShowScreen(props: ShowScreenProps) {
  const { screen, state } = props.session
  const speech = useSpeech()
  useEffect(() => {
    if (screen.name !== 'capture') return
    const timer = setTimeout(() => void untilLoaded(loadAfterPicture), AFTER_CAMERA_MS)
    return () => clearTimeout(timer)
  }, [screen.name])

  const way = { ...props, ...speech, onBack: backOf(props.session, props.tries) }
  if (Object.hasOwn(ENDS, screen.name)) return show(ENDS, screen, way)
  return state ? show(SCREENS, screen, { ...way, state }) : null
}

/** Where a screen stands: what it is about, and where its buttons lead. */
interface Way extends ShowScreenProps, Pick<ReturnType<typeof useSpeech>, 'texts' | 'locale'> {
  onBack: (() => void) | undefined
}
interface WayOfSession extends Way {
  state: EnrolmentState
}

/** How each screen is shown. */
type Shown<Of extends Way, Name extends Screen['name']> = {
  [Each in Name]: (screen: Extract<Screen, { name: Each }>, way: Of) => VNode | null
}

function show<Of extends Way>(screens: Partial<Shown<Of, Screen['name']>>, screen: Screen, way: Of): VNode | null {
  const draw = screens[screen.name] as ((screen: Screen, way: Of) => VNode | null) | undefined
  return draw?.(screen, way) ?? null
}

/** The screens that need no session. */
const ENDS: Partial<Shown<Way, Screen['name']>> & Shown<Way, 'stopped' | 'done' | 'taken'> = {
  stopped: ({ reason }, { entry: { options }, session: { state } }) => (
    <Stopped
      reason={reason}
      reference={state?.sessionId.slice(0, 8)}
      returnUrl={options.iframe || options.handedOver ? undefined : state?.customerReturnUrl}
    />
  ),
  done: ({ returnUrl }, { entry: { options, api }, session: { state, device } }) => {
    const gift = featureSteps().find((step) => state && step.gift?.isOffered(state))?.gift
    return (
      <Done
        returnUrl={options.iframe ? undefined : returnUrl}
        name={state?.theme.name}
        handedOver={options.handedOver}
        framed={options.iframe}
        api={state && api}
        Gift={gift && state?.device?.id === device ? lateGift(gift.load) : undefined}
      />
    )
  },
  taken: ({ away }, { session: { state, takeInHand, enter } }) => (
    <Taken away={away} onHere={() => void (state ? takeInHand(true) : enter(true))} />
  ),
}

type OfSession = Exclude<Screen['name'], 'loading' | 'welcome' | 'stopped' | 'done' | 'taken'>

/** The screens of a session. */
const SCREENS: Partial<Shown<WayOfSession, Screen['name']>> & Shown<WayOfSession, OfSession> = {
  feature: (screen, way) => {
    const load = stepScreen(screen.of)?.load
    const Step = load && lateStep(load)
    return Step ? <Step key={screen.of} {...stepProps(way)} screen={screen} /> : null
  },
  consent: (_, { state, entry: { api }, session, onBack }) => (
    <Consent
      retentionDays={state.retentionDays}
      isAge={state.age !== undefined}
      api={api}
      onAgreed={() => {
        session.setState({ ...state, asksConsent: false, mayWithdraw: true })
        void session.start()
      }}
      onDeclined={() => session.setScreen({ name: 'decline' })}
      onBack={onBack}
      onFault={session.fail}
    />
  ),
  decline: (_, { session }) => <Decline onStop={session.decline} onBack={session.reconsider} />,
  declined: (_, { state, entry: { options }, session }) => (
    <Declined
      returnUrl={
        options.iframe || options.handedOver ? undefined : (state.signIn?.cancelUrl ?? state.customerReturnUrl)
      }
      onUndo={session.reconsider}
      onClose={options.iframe ? () => void session.withdraw() : undefined}
      onLeave={session.leave}
    />
  ),
  phoneOnly: () => <PhoneOnly />,
  later: (_, { state, session }) => <Later until={state.expiryDateUtc} onHere={() => void session.goOn(state)} />,
  handover: (_, { state, entry: { api, options }, session }) => (
    <Handover
      api={api}
      state={state}
      device={session.device}
      onHere={options.onlyMobile ? undefined : () => void session.takeInHand(true)}
      onChange={session.setState}
      onDone={(at) => session.finish(at, at.customerReturnUrl)}
      onFault={session.fail}
    />
  ),
  capture: ({ part, held }, way) => {
    const { state, entry, session, tries, locale } = way
    const selfie = part === 'FACE' && !session.isPlainSelfie ? selfieWay(state) : undefined
    return (
      <Capture
        key={part}
        part={part}
        progress={progressOf(state, part)}
        held={held}
        leastPixels={state.documentPixels}
        isNear={held?.reason === 'TOO_SMALL' || tries.of(part, 'TOO_SMALL').reason > 0}
        cameraRequest={state.cameraRequest}
        newPicture={state.newPicture?.of === part ? state.newPicture : undefined}
        selfie={selfie && { way: selfie, api: entry.api, onWithout: session.takePlainSelfie }}
        takesFiles={part !== 'FACE' || state.selfieFiles}
        onBack={partBefore(session, part) ?? session.toOtherDevice}
        onOtherDevice={session.toOtherDevice}
        getLink={async () => (await entry.api.offerHandOver(locale)).url}
        onShot={(shot) => void check(way, part, shot)}
      />
    )
  },
  check: (screen, way) => {
    const { state, entry, session, waiting, tries } = way
    const { part, shot } = screen
    const selfie = selfieWay(state)
    const missed = selfie?.missed.reason
    return (
      <Check
        key={shot}
        api={entry.api}
        waiting={waiting}
        part={part}
        shot={shot}
        isWanted={screen.wanted === true}
        progress={progressOf(state, part)}
        missed={(answer) =>
          missed && selfie.isMissed(answer) && tries.of('FACE', missed).reason < MISSED_TRIES ? missed : undefined
        }
        onRetake={(doubt) => {
          noteDiscarded(part)
          session.setScreen(doubt ? captureAgain({ ...screen, refusal: doubt }, 1) : captureOf(part))
        }}
        onCorners={() => session.setScreen({ name: 'corners', part, shot })}
        onShot={(other) => void check(way, part, other)}
        onOtherDocument={() => {
          noteDiscarded('FRONT')
          session.setScreen(captureOf('FRONT'))
        }}
        onNo={(said) => hearNo(way, screen, said)}
        onRefused={(refusal) => refuse(way, part, refusal, shot)}
        onFront={() => noteFront(shot)}
        onAccepted={() => lookAgain(way)}
      />
    )
  },
  corners: ({ part, shot }, { state, session, onBack }) => (
    <LateCorners
      shot={shot}
      progress={progressOf(state, part)}
      onSet={(marked) => session.setScreen({ name: 'check', part, shot: { ...shot, marked }, wanted: true })}
      onBack={onBack}
    />
  ),
  refused: (screen, way) => {
    const { state, entry, session, tries } = way
    const { part, refusal, shot } = screen
    const selfie = selfieWay(state)
    /** Continues with the refused picture, if it is available here. */
    const onWith = (isWay: boolean, next: (shot: Shot) => Screen) =>
      shot && isWay ? () => session.setScreen(next(shot)) : undefined
    const onWithout = () =>
      void session.guard(async () => {
        await selfie?.decline(entry.api)
        session.takePlainSelfie()
        session.setScreen(captureOf('FACE'))
      })
    return (
      <Refused
        {...screen}
        progress={progressOf(state, part)}
        times={tries.of(part, refusal.reason)}
        onAgain={() => session.setScreen(captureAgain(screen, timesOf(screen, tries)))}
        onSendAgain={onWith(refusal.reason === 'INTERNAL_ERROR', (sent) => ({
          name: 'check',
          part,
          shot: sent,
          wanted: true,
        }))}
        missed={refusal.reason === selfie?.missed.reason ? { ...selfie.missed, onWithout } : undefined}
        onOtherDocument={part === 'FACE' ? undefined : () => session.setScreen(captureOf('FRONT'))}
        onOtherDevice={session.toOtherDevice}
        onCorners={onWith(OUTLINE_REASONS.has(refusal.reason), (sent) => ({
          name: 'corners',
          part,
          shot: sent,
          refusal,
        }))}
        onReviewer={onWith(tries.mayGoToReviewer(part), (sent) => ({ name: 'reviewer', part, refusal, shot: sent }))}
        onLater={() => session.setScreen({ name: 'later' })}
      />
    )
  },
  reviewer: (screen, way) => (
    <Reviewer
      api={way.entry.api}
      waiting={way.waiting}
      part={screen.part}
      shot={screen.shot}
      progress={progressOf(way.state, screen.part)}
      onBack={way.onBack}
      onAgain={() => way.session.setScreen(captureAgain(screen, timesOf(screen, way.tries)))}
      onTaken={() => lookAgain(way)}
      onDone={(returnUrl) => way.session.finish(way.state, returnUrl)}
      onNo={(said) => hearNo(way, screen, said)}
    />
  ),
  stepUp: (_, { state, session }) => (
    <StepUp
      ways={state.stepUp ?? []}
      onWay={(of) => session.stepUp({ name: 'feature', of })}
      onPicture={() => session.stepUp(captureOf('FRONT'))}
      onSkip={() => session.stepUp({ name: 'working' })}
    />
  ),
  working: (_, way) => (
    <Working
      api={way.entry.api}
      waiting={way.waiting}
      steps={way.state.steps}
      onDone={(returnUrl) => way.session.finish(way.state, returnUrl)}
      onMissing={() => lookAgain(way)}
      onFault={way.session.fail}
    />
  ),
}

/** The way in which this session takes the selfie, if it is another than a plain picture. */
const selfieWay = (state: EnrolmentState): SelfieWay | undefined =>
  featureSteps().find(({ selfie }) => selfie?.isAsked(state))?.selfie

/** What every screen of a feature is given. */
function stepProps(way: WayOfSession): Omit<StepProps, 'screen'> {
  const { state, entry, session, onBack } = way
  return {
    api: entry.api,
    state,
    framed: entry.options.iframe,
    isPhone: !isDesktop(),
    progress: progressOf(state, 'LAST'),
    onBack,
    onChange: session.setState,
    onFault: session.fail,
    onTaken: () => lookAgain(way),
    onGoOn: () => void session.goOn(state),
    onBegin: session.begin,
    onPicture: () => {
      session.prefersCamera.current = true
      void session.start()
    },
    onOtherDocument: () => session.setScreen(captureOf('FRONT')),
    onSkip: () => session.setScreen({ name: 'working' }),
    onHere: (next) => void session.takeInHand(false, () => session.setScreen(next)),
  }
}

/** Loads the state after the service has received something more, and continues from there. */
const lookAgain = ({ entry, session }: Way) => void session.guard(async () => session.accepted(await entry.api.state()))

/** A file that was just refused is not sent again, nor is the picture of the front sent as the back. */
async function check(way: WayOfSession, part: FlowPart, shot: Shot): Promise<void> {
  const isFile = shot.source === 'file'
  if (isPdf(shot.picture)) refuse(way, part, ownRefusal('PDF'))
  else if (isFile && (await way.tries.wasRefused(part, shot.picture)))
    refuse(way, part, ownRefusal('SAME_PICTURE'), shot)
  else if (isFile && part === 'BACK' && (await wasFront(shot.picture))) refuse(way, part, ownRefusal('SAME_SIDE'))
  else way.session.setScreen({ name: 'check', part, shot })
}

/** The service refused a picture: the page ends, or the person is shown the reason. */
function hearNo(way: WayOfSession, { part, shot }: { part: FlowPart; shot: Shot }, said: Said): void {
  const stopped = stopReasonOf(said.error)
  if (stopped) way.session.stop(stopped, way.state)
  else refuse(way, part, refusalOf(said, way.texts), shot)
}

function refuse({ session, tries }: Way, part: FlowPart, refusal: Refusal, shot?: Shot): void {
  tries.note(part, refusal, shot?.picture)
  session.setScreen({ name: 'refused', part, refusal, ...(shot && { shot }) })
}

const isPdf = (picture: Blob): boolean =>
  picture.type === 'application/pdf' || (picture instanceof File && /\.pdf$/i.test(picture.name))
