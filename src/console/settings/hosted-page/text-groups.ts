import type { PageText } from '../../../contract/console/console-words.ts'
import type { PreviewScreen } from '../../../contract/console/page-preview.ts'

interface TextGroup {
  name: string
  /** Where its first sentences are seen; a sentence of its own screen names it. */
  screen: PreviewScreen
  texts: readonly PageText[]
}

/** Every sentence that can be reworded, in the order in which a person meets it. */
export const TEXT_GROUPS: readonly TextGroup[] = [
  {
    name: 'Welcome',
    screen: 'welcome',
    texts: [
      'welcomeTitle',
      'welcomeAsks',
      'welcomeDocument',
      'welcomeFace',
      'welcomeDone',
      'welcomeTime',
      'welcomePrivacy',
      'privacyText',
      'start',
      'title',
    ],
  },
  {
    name: 'Consent',
    screen: 'consent',
    texts: ['consentTitle', 'consentText', 'consentElse', 'consentReturning', 'consentKeep', 'consentAge'],
  },
  {
    name: 'Phone instead of computer',
    screen: 'handover',
    texts: ['handoverTitle', 'handoverScan', 'handoverHere', 'handoverFollow'],
  },
  {
    name: 'Document',
    screen: 'front',
    texts: ['frontTitle', 'frontHow', 'backTitle', 'backHow', 'checkDocument', 'helpDocument'],
  },
  { name: 'Camera', screen: 'front', texts: ['cameraWhy', 'cameraAllow', 'upload', 'use', 'retake', 'helpUpload'] },
  { name: 'Selfie', screen: 'face', texts: ['faceTitle', 'faceHow', 'checkFace', 'helpFace'] },
  {
    name: 'While deciding',
    screen: 'working',
    texts: ['workingTitle', 'workingRead', 'workingCompare', 'workingDecide'],
  },
  {
    name: 'The end',
    screen: 'done',
    texts: ['doneTitle', 'doneClose', 'doneNext', 'doneReturn', 'doneReturnNow', 'doneElsewhere'],
  },
  {
    name: 'When it cannot continue',
    screen: 'stopped',
    texts: [
      'stoppedTitle',
      'stoppedExpired',
      'stoppedCompleted',
      'stoppedUnauthorized',
      'stoppedInternal',
      'helpLater',
    ],
  },
]

/** The screen on which a sentence is seen. */
export const screenOf = (text: PageText, group: TextGroup): PreviewScreen =>
  text === 'backTitle' || text === 'backHow' ? 'back' : group.screen
