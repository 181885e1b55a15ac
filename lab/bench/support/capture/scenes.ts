import type { Texts } from '../../../../src/kernel/texts/languages.ts'
import type { FrameDefect } from '../../../../test/support/camera-frame.ts'

/** What happens in front of the camera before the picture is still. */
export type Motion = 'shaken' | 'focusing' | 'hand'

/** What a person shows to the camera. */
export interface Shown {
  shows: 'front' | 'back' | 'front turned' | 'back of another'
  defect?: FrameDefect
  motion?: Motion
}

export interface Scene extends Shown {
  name: string
  /** Whether the front has been captured and the back is needed. */
  wantsBack?: true
  /** Messages of which the person must see one; empty if the picture is good. */
  expected: (keyof Texts)[]
}

export const SCENES: Scene[] = [
  { name: 'good', shows: 'front', expected: [] },
  { name: 'turned', shows: 'front turned', expected: [] },
  { name: 'shaken', shows: 'front', motion: 'shaken', expected: [] },
  { name: 'focusing', shows: 'front', motion: 'focusing', expected: [] },
  { name: 'hand over it', shows: 'front', motion: 'hand', expected: [] },
  { name: 'blurred', shows: 'front', defect: 'blurred', expected: ['BLURRED'] },
  { name: 'dark', shows: 'front', defect: 'dark', expected: ['TOO_DARK'] },
  { name: 'cut off', shows: 'front', defect: 'cut-off', expected: ['CUT_OFF'] },
  { name: 'reflection', shows: 'front', defect: 'glare', expected: ['GLARE', 'GLARE_ON_MRZ'] },
  { name: 'wrong side', shows: 'back', expected: ['WRONG_SIDE'] },
  { name: 'same side', wantsBack: true, shows: 'front', expected: ['SAME_SIDE'] },
  { name: 'other document', wantsBack: true, shows: 'back of another', expected: ['OTHER_DOCUMENT'] },
]

/** What the person shows after understanding the message. */
export const corrected = ({ wantsBack }: Scene): Shown => ({ shows: wantsBack ? 'back' : 'front' })
