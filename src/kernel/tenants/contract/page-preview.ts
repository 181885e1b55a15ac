import type { EnrolmentState } from '../../session/contract/enrolment-state.ts'

/** The window messages of one origin between the console and the preview of the hosted page in its frame. */

export const PREVIEW_SCREENS = [
  'welcome',
  'consent',
  'handover',
  'front',
  'back',
  'face',
  'working',
  'done',
  'stopped',
] as const
export type PreviewScreen = (typeof PREVIEW_SCREENS)[number]

/** To the frame: what to show. */
export interface PreviewOrder extends Pick<EnrolmentState, 'theme' | 'steps' | 'retentionDays' | 'texts'> {
  screen: PreviewScreen
  shade: 'light' | 'dark'
  lang: NonNullable<EnrolmentState['lang']>
}

/** From the frame: it is ready; the person chose another language in it, or went to another screen. */
export interface PreviewNews {
  ready?: true
  lang?: PreviewOrder['lang']
  screen?: PreviewScreen
}
