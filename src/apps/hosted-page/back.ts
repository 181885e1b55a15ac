import type { FlowPart } from './flow-part.ts'
import { noteDiscarded } from './frame.ts'
import { previousPart } from './progress.ts'
import { captureAgain, captureOf, type Screen } from './screen.ts'
import type { Refusal } from './sentences.ts'
import { stepScreen } from './steps.ts'
import type { Tries } from './tries.ts'
import type { Session } from './use-session.ts'

/** The screen that the browser's Back leads to; undefined if there is no previous one. */
export function backOf(session: Session, tries: Tries): (() => void) | undefined {
  const { screen, state, setScreen, goOn, toOtherDevice } = session
  const to = (next: Screen) => () => setScreen(next)
  switch (screen.name) {
    case 'consent':
    case 'handover':
      return to({ name: 'welcome' })
    case 'decline':
    case 'declined':
      return to({ name: 'consent' })
    case 'feature': {
      const back = stepScreen(screen.of)?.back
      return back && to(back(state))
    }
    case 'capture':
      return partBefore(session, screen.part) ?? toOtherDevice ?? to({ name: 'welcome' })
    case 'check':
      return () => {
        noteDiscarded(screen.part)
        setScreen(captureOf(screen.part))
      }
    case 'corners':
      return to({ ...screen, ...(screen.refusal ? { name: 'refused', refusal: screen.refusal } : { name: 'check' }) })
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

export const timesOf = ({ part, refusal }: { part: FlowPart; refusal: Refusal }, tries: Tries): number =>
  tries.of(part, refusal.reason).reason

export function partBefore({ state, setScreen }: Session, part: FlowPart): (() => void) | undefined {
  const before = state && previousPart(state, part)
  if (!before) return undefined
  return () => {
    noteDiscarded(before)
    setScreen(captureOf(before))
  }
}
