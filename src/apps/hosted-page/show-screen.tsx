import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Choose } from '../../features/wallet/screen/choose.tsx'
import { late as lateComponent } from '../ui/late.tsx'
import { loadStyles, untilLoaded } from '../ui/use-loaded.ts'
import { backOf, partBefore, timesOf } from './back.ts'
import { type FlowPart, stopReasonOf } from './flow.ts'
import { isDesktop, noteDiscarded } from './frame.ts'
import { useSpeech } from './pieces/speech.tsx'
import { progressOf } from './progress.ts'
import { captureAgain, captureOf, type Screen, type Shot } from './screen.ts'
import { Capture } from './screens/capture.tsx'
import { Check } from './screens/check.tsx'
import { Consent } from './screens/consent.tsx'
import { Handover } from './screens/handover.tsx'
import { ownRefusal, type Refusal, refusalOf, type Refused as Said } from './sentences.ts'
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

/** How many times a failed challenge is tried again; then a reviewer looks. */
const CHALLENGE_TRIES = 2

/** Reasons that a wrong outline may have caused. */
const OUTLINE_REASONS: ReadonlySet<string> = new Set([
  'DOCUMENT_NOT_RECOGNIZED',
  'NO_DOCUMENT',
  'CUT_OFF',
  'SEVERAL_PORTRAITS',
])

/** A screen whose code is loaded only when it is shown, or before. */
const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lateComponent(load, 'page')

const loadAfterPicture = () => import('./after-picture.ts')
type AfterPicture = Awaited<ReturnType<typeof loadAfterPicture>>
/** The screens that show something they are given. */
type Names = Exclude<keyof AfterPicture, 'PhoneOnly'>
const afterPicture = <Name extends Names>(name: Name) => {
  type Props = Parameters<AfterPicture[Name]>[0]
  return late<Props>(async () => (await loadAfterPicture())[name] as ComponentType<Props>)
}
const Chip = afterPicture('Chip')
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

/** The camera comes first: these are needed only once a picture was answered. */
const AFTER_CAMERA_MS = 1_000

const LateWallet = late(async () => (await import('../../features/wallet/screen/wallet.tsx')).Wallet)

const LateSignIn = late(async () => (await import('../../features/openid/screen/sign-in.tsx')).SignIn)

const LateCorners = late(async () => {
  await loadStyles(stylesAddress)
  return (await import('./screens/corners.tsx')).Corners
})

/** Every screen after the welcome, and where each of its buttons leads. */
export function ShowScreen({ entry, session, waiting, tries }: ShowScreenProps) {
  const { api, options } = entry
  const { state, setState, screen, setScreen, device, stop, fail, finish, takeInHand, withdraw } = session
  const { start, toOtherDevice } = session
  const { texts, locale } = useSpeech()
  const onBack = backOf(session, tries)
  useEffect(() => {
    if (screen.name !== 'capture') return
    const timer = setTimeout(() => void untilLoaded(loadAfterPicture), AFTER_CAMERA_MS)
    return () => clearTimeout(timer)
  }, [screen.name])

  switch (screen.name) {
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
          api={state && api}
          offersCredential={state?.offersCredential === true && state.device?.id === device}
        />
      )
    case 'taken':
      return <Taken away={screen.away} onHere={() => void (state ? takeInHand(true) : session.enter(true))} />
  }
  if (!state) return null
  const asksChallenge = state.challenge && !session.skipsChallenge
  switch (screen.name) {
    case 'signIn':
      return state.signIn && <LateSignIn signIn={state.signIn} onGoOn={session.begin} onBack={onBack} />
    case 'consent':
      return (
        <Consent
          retentionDays={state.retentionDays}
          isAge={state.age !== undefined}
          api={api}
          onAgreed={() => {
            setState({ ...state, asksConsent: false, mayWithdraw: true })
            start()
          }}
          onDeclined={() => setScreen({ name: 'decline' })}
          onBack={onBack}
          onFault={fail}
        />
      )
    case 'decline':
      return <Decline onStop={session.decline} onBack={session.reconsider} />
    case 'declined':
      return (
        <Declined
          returnUrl={
            options.iframe || options.handedOver ? undefined : (state.signIn?.cancelUrl ?? state.customerReturnUrl)
          }
          onUndo={session.reconsider}
          onClose={options.iframe ? () => void withdraw() : undefined}
          onLeave={session.leave}
        />
      )
    case 'phoneOnly':
      return <PhoneOnly />
    case 'later':
      return <Later until={state.expiryDateUtc} onHere={() => session.goOn(state)} />
    case 'choose':
      return (
        <Choose
          isAlso={!state.wallet?.replacesDocument}
          asksPortrait={state.steps.includes('face')}
          onWallet={() => void session.takeInHand(false, () => setScreen({ name: 'wallet', isChosen: true }))}
          onPicture={photograph}
          onBack={onBack}
        />
      )
    case 'wallet':
      return (
        <LateWallet
          api={api}
          state={state}
          framed={options.iframe}
          isChosen={screen.isChosen === true}
          onChange={setState}
          onTaken={lookAgain}
          onPicture={state.wallet?.required || state.stepUp ? undefined : photograph}
          onBack={onBack}
          onFault={fail}
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
          onFault={fail}
        />
      )
    case 'capture':
      return (
        <Capture
          key={screen.part}
          part={screen.part}
          progress={progressOf(state, screen.part)}
          held={screen.held}
          leastPixels={state.documentPixels}
          isNear={screen.held?.reason === 'TOO_SMALL' || tries.of(screen.part, 'TOO_SMALL').reason > 0}
          cameraRequest={state.cameraRequest}
          newPicture={state.newPicture?.of === screen.part ? state.newPicture : undefined}
          challenge={asksChallenge && screen.part === 'FACE' ? { api, onWithout: session.skipChallenge } : undefined}
          takesFiles={screen.part !== 'FACE' || state.selfieFiles}
          onBack={partBefore(session, screen.part) ?? toOtherDevice}
          onOtherDevice={toOtherDevice}
          getLink={async () => (await api.offerHandOver(locale)).url}
          onShot={(shot) => void check(screen.part, shot)}
        />
      )
    case 'check':
      return (
        <Check
          key={screen.shot}
          api={api}
          waiting={waiting}
          part={screen.part}
          shot={screen.shot}
          isWanted={screen.wanted === true}
          progress={progressOf(state, screen.part)}
          takesAnother={tries.of('FACE', 'CHALLENGE_NOT_PASSED').reason < CHALLENGE_TRIES}
          onRetake={(doubt) => {
            noteDiscarded(screen.part)
            setScreen(doubt ? captureAgain({ ...screen, refusal: doubt }, 1) : captureOf(screen.part))
          }}
          onCorners={() => setScreen({ name: 'corners', part: screen.part, shot: screen.shot })}
          onShot={(shot) => void check(screen.part, shot)}
          onOtherDocument={() => {
            noteDiscarded('FRONT')
            setScreen(captureOf('FRONT'))
          }}
          onNo={(said) => hearNo(screen, said)}
          onRefused={(refusal) => refuse(screen.part, refusal, screen.shot)}
          onFront={() => noteFront(screen.shot)}
          onAccepted={lookAgain}
        />
      )
    case 'corners':
      return (
        <LateCorners
          shot={screen.shot}
          progress={progressOf(state, screen.part)}
          onSet={(marked) =>
            setScreen({ name: 'check', part: screen.part, shot: { ...screen.shot, marked }, wanted: true })
          }
          onBack={onBack}
        />
      )
    case 'refused': {
      const { part, refusal, shot } = screen
      /** Continues with the refused picture, if it is available here. */
      const onWith = (isWay: boolean, next: (shot: Shot) => Screen) =>
        shot && isWay ? () => setScreen(next(shot)) : undefined
      return (
        <Refused
          {...screen}
          progress={progressOf(state, part)}
          times={tries.of(part, refusal.reason)}
          onAgain={() => setScreen(captureAgain(screen, timesOf(screen, tries)))}
          onSendAgain={onWith(refusal.reason === 'INTERNAL_ERROR', (sent) => ({
            name: 'check',
            part,
            shot: sent,
            wanted: true,
          }))}
          onWithout={
            refusal.reason === 'CHALLENGE_NOT_PASSED'
              ? () =>
                  void session.guard(async () => {
                    await api.declineChallenge()
                    session.skipChallenge()
                    setScreen(captureOf('FACE'))
                  })
              : undefined
          }
          onOtherDocument={part === 'FACE' ? undefined : () => setScreen(captureOf('FRONT'))}
          onOtherDevice={toOtherDevice}
          onCorners={onWith(OUTLINE_REASONS.has(refusal.reason), (sent) => ({
            name: 'corners',
            part,
            shot: sent,
            refusal,
          }))}
          onReviewer={onWith(tries.mayGoToReviewer(part), (sent) => ({ name: 'reviewer', part, refusal, shot: sent }))}
          onLater={() => setScreen({ name: 'later' })}
        />
      )
    }
    case 'reviewer':
      return (
        <Reviewer
          api={api}
          waiting={waiting}
          part={screen.part}
          shot={screen.shot}
          progress={progressOf(state, screen.part)}
          onBack={onBack}
          onAgain={() => setScreen(captureAgain(screen, timesOf(screen, tries)))}
          onTaken={lookAgain}
          onDone={(returnUrl) => finish(state, returnUrl)}
          onNo={(said) => hearNo(screen, said)}
        />
      )
    case 'chip':
      return (
        <Chip
          api={api}
          state={state}
          isPhone={!isDesktop()}
          framed={options.iframe}
          progress={progressOf(state, 'CHIP')}
          onOtherDocument={() => setScreen(captureOf('FRONT'))}
          onRead={() => session.goOn(state)}
          onSkip={state.chip?.isOptional ? () => setScreen({ name: 'working' }) : undefined}
          onFault={fail}
        />
      )
    case 'stepUp':
      return (
        <StepUp
          ways={state.stepUp ?? []}
          onChip={() => session.stepUp({ name: 'chip' })}
          onWallet={() => session.stepUp({ name: 'wallet' })}
          onPicture={() => session.stepUp(captureOf('FRONT'))}
          onSkip={() => session.stepUp({ name: 'working' })}
        />
      )
    case 'working':
      return (
        <Working
          api={api}
          waiting={waiting}
          steps={state.steps}
          onDone={(returnUrl) => finish(state, returnUrl)}
          onMissing={lookAgain}
          onFault={fail}
        />
      )
  }

  /** Loads the state after the service has received something more, and continues from there. */
  function lookAgain() {
    void session.guard(async () => session.accepted(await api.state()))
  }

  function photograph() {
    session.prefersCamera.current = true
    start()
  }

  /** A file that was just refused is not sent again, nor is the picture of the front sent as the back. */
  async function check(part: FlowPart, shot: Shot) {
    const isFile = shot.source === 'file'
    if (isPdf(shot.picture)) refuse(part, ownRefusal('PDF'))
    else if (isFile && (await tries.wasRefused(part, shot.picture))) refuse(part, ownRefusal('SAME_PICTURE'), shot)
    else if (isFile && part === 'BACK' && (await wasFront(shot.picture))) refuse(part, ownRefusal('SAME_SIDE'))
    else setScreen({ name: 'check', part, shot })
  }

  /** The service refused a picture: the page ends, or the person is shown the reason. */
  function hearNo({ part, shot }: { part: FlowPart; shot: Shot }, said: Said) {
    const stopped = stopReasonOf(said.error)
    if (stopped) stop(stopped, state)
    else refuse(part, refusalOf(said, texts), shot)
  }

  function refuse(part: FlowPart, refusal: Refusal, shot?: Shot) {
    tries.note(part, refusal, shot?.picture)
    setScreen({ name: 'refused', part, refusal, ...(shot && { shot }) })
  }
}

const isPdf = (picture: Blob): boolean =>
  picture.type === 'application/pdf' || (picture instanceof File && /\.pdf$/i.test(picture.name))
