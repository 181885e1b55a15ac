import type { ComponentType } from 'preact'
import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import type { Texts } from '../../kernel/texts/languages.ts'
import type { Api } from './api.ts'
import type { Camera } from './camera/camera.ts'
import type { Progress } from './flow-part.ts'
import type { FeatureScreen, Screen, Shot } from './screen.ts'

/**
 * What a feature asks of the person: `step` of `features/X/screen/index.ts`. The page finds it there by itself. It is
 * loaded while the welcome is read; its screens when they are first shown.
 */
export interface Step {
  /** Its screens, by the names that an embedding page hears. */
  screens?: Record<string, StepScreen>
  /** Its screen that is due at a point of the way. */
  due?: Partial<Record<Turn, (state: EnrolmentState) => string | undefined>>
  /** Whether it has shown what a picture of the document would show. */
  replacesDocument?(state: StateOfSteps): boolean
  /** Whether it counts as a step after the pictures. */
  isCounted?(state: StateOfSteps): boolean
  /** What the person is doing while it is due, for the desktop that they came from. */
  doing?: keyof Texts
  /** What it is called among the ways to prove more. */
  stepUp?: keyof Texts
  /** The selfie is taken in its own way. */
  selfie?: SelfieWay
  /** What the person can take along at the end. */
  gift?: Gift
  /** Continues where another page on this device has led back to this one. */
  comeBack?(): Promise<void>
}

/** After the welcome, before the pictures, in place of a picture of the document, and after the pictures. */
type Turn = 'afterWelcome' | 'beforePictures' | 'forDocument' | 'afterPictures'

/** The part of the state that the steps follow from. */
export type StateOfSteps = Pick<
  EnrolmentState,
  'steps' | 'isTwoSideDocument' | 'newPicture' | 'chip' | 'wallet' | 'received'
>

interface StepScreen {
  load(): Promise<ComponentType<StepProps>>
  /** The screen that the browser's Back leads to. */
  back?(state: EnrolmentState | undefined): Screen
}

export interface StepProps {
  api: Api
  state: EnrolmentState
  screen: FeatureScreen
  framed: boolean
  isPhone: boolean
  progress: Progress
  onBack: (() => void) | undefined
  onChange: (state: EnrolmentState) => void
  onFault: (error: unknown) => void
  /** The service has received something: the page loads the state and goes on from there. */
  onTaken: () => void
  /** Goes on from the state that is known. */
  onGoOn: () => void
  /** After the welcome: the consent, or the first step. */
  onBegin: () => void
  /** The person photographs the document instead. */
  onPicture: () => void
  /** Starts the document again from its front. */
  onOtherDocument: () => void
  /** Leaves out what was only offered. */
  onSkip: () => void
  /** This device takes the session, and shows another screen. */
  onHere: (next: Screen) => void
}

export interface SelfieWay {
  isAsked(state: EnrolmentState): boolean
  load(): Promise<ComponentType<SelfieProps>>
  /** What is said before the camera is turned on, and why. */
  intro: keyof Texts
  why: keyof Texts
  /** The service took the selfie, but not what came with it. */
  isMissed(answer: object): boolean
  /** The reason that the page then gives, what it says of each part that was missed, and the way without it. */
  missed: { reason: keyof Texts; part: keyof Texts; without: keyof Texts }
  /** Reports that the person asks for the plain selfie. */
  decline(api: Api): Promise<unknown>
}

export interface SelfieProps {
  api: Api
  camera: Camera
  onShot: (shot: Shot) => void
  /** Switches to the plain selfie: the person asks for it, or nothing else is available. */
  onWithout: () => void
}

interface Gift {
  /** Whether there is something, as far as the state says. */
  isOffered(state: EnrolmentState): boolean
  load(): Promise<ComponentType<{ api: Api }>>
}

const steps: Step[] = []

/** Adds the steps of features; the order is that of their names. */
export const learnSteps = (more: readonly Step[]): void => void steps.push(...more)

/** Every step of a feature. */
export const featureSteps = (): readonly Step[] => steps

/** The screen of a feature that is due, if any is. */
export function dueScreen(turn: Turn, state: EnrolmentState): FeatureScreen | undefined {
  for (const { due } of steps) {
    const of = due?.[turn]?.(state)
    if (of !== undefined) return { name: 'feature', of }
  }
  return undefined
}

export const stepScreen = (of: string): StepScreen | undefined =>
  steps.flatMap(({ screens = {} }) => (Object.hasOwn(screens, of) ? (screens[of] ?? []) : []))[0]
