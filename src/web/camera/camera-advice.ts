import type { Texts } from '../../ui/texts.ts'

/** What is known of where the page runs. */
interface Surroundings {
  userAgent: string
  /** More than one means fingers: an iPad calls itself a Macintosh. */
  touchPoints: number
}

/** Apps that show pages inside themselves; most give them no camera. An iOS one leaves `Safari` out of its name. */
const APPS =
  /; wv\)|\b(FBAN|FBAV|FB_IAB|Instagram|Line|MicroMessenger|TikTok|musical_ly|Bytedance|Snapchat|LinkedInApp|Twitter|Pinterest|GSA)\b/
const IOS = /iPhone|iPad|iPod/
const IOS_BROWSERS = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|Brave/

/** Whether the page is shown inside another app. */
export function isInsideApp({ userAgent, touchPoints }: Surroundings): boolean {
  return APPS.test(userAgent) || (isIos({ userAgent, touchPoints }) && !/Safari\//.test(userAgent))
}

/** How the person gives the camera back in this very browser; the browser's own words say whether it was refused or not. */
export function adviceFor(here: Surroundings, reason: string): keyof Texts {
  const { userAgent } = here
  if (isInsideApp(here)) return 'cameraDeniedApp'
  if (/dismissed/i.test(reason)) return 'cameraDismissed'
  if (/by system/i.test(reason)) return 'cameraDeniedSystem'
  if (isIos(here)) return IOS_BROWSERS.test(userAgent) ? 'cameraDeniedIosApp' : 'cameraDeniedSafari'
  if (/Android/.test(userAgent)) return 'cameraDeniedAndroid'
  if (/Firefox\//.test(userAgent)) return 'cameraDeniedFirefox'
  if (/Chrome\/|Chromium\//.test(userAgent)) return 'cameraDeniedDesktop'
  if (/Macintosh.*Safari\//.test(userAgent)) return 'cameraDeniedMac'
  return 'cameraDenied'
}

const isIos = ({ userAgent, touchPoints }: Surroundings): boolean =>
  IOS.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
