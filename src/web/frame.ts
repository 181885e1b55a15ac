import type { FrameEvent, FrameMessage } from '../contract/enrolment/events.ts'
import type { FlowPart } from './flow.ts'
import type { Shot } from './screen.ts'

/** Tells the embedding page how it ended (specification 6), or what happens: only the origins the tenant named, never everybody. */
export function tellParent(message: FrameMessage | FrameEvent, origins: readonly string[]): void {
  if (window.parent === window) return
  for (const origin of receiversOf(origins, parentOrigin())) window.parent.postMessage(message, origin)
}

/** Of the origins that may hear it, the one that the parent has; all of them where that cannot be known. Others only make the browser warn. */
export function receiversOf(origins: readonly string[], parent: string | undefined): readonly string[] {
  return parent === undefined ? origins : origins.filter((origin) => new URL(origin).origin === parent)
}

/** Chromium and Safari say it; elsewhere the parent does, unless its policy sends no referrer. */
function parentOrigin(): string | undefined {
  const { ancestorOrigins } = location as { ancestorOrigins?: DOMStringList }
  const said = ancestorOrigins?.[0] ?? document.referrer
  return said && said !== 'null' && URL.canParse(said) ? new URL(said).origin : undefined
}

/** The origins as they came with the page: known also where the token opens nothing any more. */
export function frameOrigins(): string[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="frame-origins"]')?.content ?? ''
  return content.split(' ').filter(Boolean)
}

/** What the page keeps with its history entry, so that a reload goes on; it is gone with the tab. */
export interface Kept {
  token?: string
  device?: string
  code?: string
  /** The part whose picture the person did not want though the service has it. */
  discarded?: FlowPart | undefined
  front?: Front | undefined
}

/** What the page remembers of the picture that the service took as the front. The picture itself is not kept. */
interface Front {
  seen?: Shot['seen']
  sha256?: string
}

export const kept = (): Kept => (history.state as Kept | null) ?? {}

/** Keeps more, or with undefined something no longer. */
export function keep(change: Partial<Kept>, address: URL | string = ''): void {
  const next = Object.entries({ ...kept(), ...change }).filter(([, value]) => value !== undefined)
  history.replaceState(Object.fromEntries(next), '', address)
}

/**
 * The token, taken out of the address bar at once. In a frame the tenant stays in its place: the service must know
 * whose page may embed this one when it is loaded again.
 */
export function takeToken(): string | undefined {
  const address = new URL(location.href)
  const token = address.searchParams.get('token') ?? undefined
  if (!token) return kept().token
  address.searchParams.delete('token')
  const { tenant } = claimsOf(token)
  if (tenant && address.searchParams.get('iframe') === 'true') address.searchParams.set('tenant', tenant)
  keep({ token }, address)
  return token
}

const SHORT_LINK = /^\/h\/([A-Za-z0-9_-]{22})$/

/** The code of a short link from another device, taken out of the address bar at once; it is of use until there is a token. */
export function takeCode(): string | undefined {
  const code = SHORT_LINK.exec(location.pathname)?.[1]
  if (!code) return kept().token ? undefined : kept().code
  const { device } = kept()
  history.replaceState({ code, ...(device && { device }) } satisfies Kept, '', '/web-enrolment/?handedOver=true')
  return code
}

/** Keeps what the short link opened, and the language the person comes with. */
export function keepEntry(token: string, lang: string | undefined): void {
  const address = new URL(location.href)
  if (lang) address.searchParams.set('lang', lang)
  keep({ token }, address)
}

/** Remembers that the picture of a part is to be taken again, also when the page is loaded again; nothing where it was. */
export const noteDiscarded = (part: FlowPart | undefined): void => keep({ discarded: part })

export const discardedPart = (): FlowPart | undefined => kept().discarded

/** Once nothing more of the document is to be taken. */
export const forgetFront = (): void => keep({ front: undefined })

/** What was before the camera when the front was taken. */
export const seenAsFront = (): Shot['seen'] => kept().front?.seen

/** What a token says about itself; only the service can tell whether it is true. */
export function claimsOf(token: string): { sessionId?: string; tenant?: string } {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload))
  } catch {
    return {}
  }
}

/** Names this device for the hand-over; it means nothing beyond this session's tab. */
export function deviceId(): string {
  const known = kept().device
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const device = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  keep({ device })
  return device
}

/** A phone or tablet has its camera at the back and is held in the hand. */
export function isDesktop(): boolean {
  return !matchMedia('(pointer: coarse)').matches
}
