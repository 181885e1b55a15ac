import type { EnrolmentState } from '../contract/enrolment/enrolment-state.ts'
import type { FlowPart } from './flow.ts'
import { noteDiscarded } from './frame.ts'
import { previousPart } from './progress.ts'
import { captureAgain, captureOf, type Screen } from './screen.ts'
import type { Tries } from './tries.ts'
import type { Session } from './use-session.ts'
import type { Refusal } from './words/refusal.ts'

/** Where the browser's Back leads; undefined where there is nothing before. */
export function backOf(session: Session, tries: Tries): (() => void) | undefined {
  const { screen, state, setScreen, goOn, toOtherDevice } = session
  const to = (next: Screen) => () => setScreen(next)
  switch (screen.name) {
    case 'consent':
    case 'choose':
    case 'handover':
      return to({ name: 'welcome' })
    case 'wallet':
      return to(beforeWallet(state))
    case 'capture':
      return partBefore(session, screen.part) ?? toOtherDevice ?? to({ name: 'welcome' })
    case 'check':
      return () => {
        noteDiscarded(screen.part)
        setScreen(captureOf(screen.part))
      }
    case 'corners':
      return to(beforeCorners(screen))
    case 'refused':
      return to(captureAgain(screen, timesOf(screen, tries)))
    case 'reviewer':
      return to({ ...screen, name: 'refused' })
    case 'later':
      return state && (() => goOn(state))
    default:
      return undefined
  }
}

export const beforeWallet = (state: EnrolmentState | undefined): Screen =>
  state?.stepUp ? { name: 'stepUp' } : state?.wallet?.required ? { name: 'welcome' } : { name: 'choose' }

export const beforeCorners = ({ part, shot, refusal }: Extract<Screen, { name: 'corners' }>): Screen =>
  refusal ? { name: 'refused', part, refusal, shot } : { name: 'check', part, shot }

export const timesOf = ({ part, refusal }: { part: FlowPart; refusal: Refusal }, tries: Tries): number =>
  tries.of(part, refusal.reason).reason

export function partBefore({ state, setScreen }: Session, part: FlowPart): (() => void) | undefined {
  const before = state && previousPart(state, part)
  return before && (() => setScreen(captureOf(before)))
}
