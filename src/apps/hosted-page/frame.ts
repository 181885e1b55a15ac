import type { Theme } from '../../kernel/session/contract/enrolment-state.ts'
import type { FrameEvent, FrameMessage } from '../../kernel/session/contract/events.ts'
import type { FlowPart } from './flow-part.ts'
import type { Shot } from './screen.ts'

/**
 * Sends the result (specification 6) or an event to the embedding page: only to the origins that the tenant named,
 * never to all.
 */
export function tellParent(message: FrameMessage | FrameEvent, origins: readonly string[]): void {
  if (window.parent === window) return
  for (const origin of receiversOf(origins, parentOrigin())) window.parent.postMessage(message, origin)
}

/**
 * The parent's origin, if it is among the allowed ones; all of them if it is unknown. Sending to others only causes
 * browser warnings.
 */
export function receiversOf(origins: readonly string[], parent: string | undefined): readonly string[] {
  return parent === undefined ? origins : origins.filter((origin) => new URL(origin).origin === parent)
}

/** Chromium and Safari report it; in other browsers the referrer does, unless the parent's policy sends none. */
function parentOrigin(): string | undefined {
  const { ancestorOrigins } = location as { ancestorOrigins?: DOMStringList }
  const said = ancestorOrigins?.[0] ?? document.referrer
  return said && said !== 'null' && URL.canParse(said) ? new URL(said).origin : undefined
}

/** The origins that came with the page: known even if the token has expired. */
export function frameOrigins(): string[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="frame-origins"]')?.content ?? ''
  return content.split(' ').filter(Boolean)
}

/** How the tenant's pages look, on the closing page, which opens no session. */
export function themeOfPage(): Theme {
  const content = document.querySelector<HTMLMetaElement>('meta[name="theme"]')?.content
  return content ? JSON.parse(content) : {}
}

/** The data in the page's history entry, so that a reload continues; it is gone with the tab. */
export interface Kept {
  token?: string
  device?: string
  code?: string
  /** The part whose picture the person discarded although the service has it. */
  discarded?: FlowPart | undefined
  front?: Front | undefined
  /** The person has declined: a reload is a way of leaving the page. */
  declined?: true | undefined
}

/** What the page remembers about the picture that the service accepted as the front. The picture itself is not kept. */
interface Front {
  seen?: Shot['seen']
  sha256?: string
}

export const kept = (): Kept => (history.state as Kept | null) ?? {}

/** Stores these values; undefined removes one. */
export function keep(change: Partial<Kept>, address: URL | string = ''): void {
  const next = Object.entries({ ...kept(), ...change }).filter(([, value]) => value !== undefined)
  history.replaceState(Object.fromEntries(next), '', address)
}

/**
 * The token, removed from the address bar at once. In a frame the tenant replaces it: on a reload the service must know
 * which pages may embed this one.
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

/**
 * The code of a short link from another device, removed from the address bar at once; it is needed until there is a
 * token.
 */
export function takeCode(): string | undefined {
  const code = SHORT_LINK.exec(location.pathname)?.[1]
  if (!code) return kept().token ? undefined : kept().code
  const { device } = kept()
  history.replaceState({ code, ...(device && { device }) } satisfies Kept, '', '/web-enrolment/?handedOver=true')
  return code
}

/** Stores the token that the short link opened, and the person's language. */
export function keepEntry(token: string, lang: string | undefined): void {
  const address = new URL(location.href)
  if (lang) address.searchParams.set('lang', lang)
  keep({ token }, address)
}

/** Remembers across a reload that a part must be taken again; undefined clears it. */
export const noteDiscarded = (part: FlowPart | undefined): void => keep({ discarded: part })

export const discardedPart = (): FlowPart | undefined => kept().discarded

/** Remembers across a reload that the person has declined; undefined when they have changed their mind. */
export const noteDeclined = (declined: true | undefined): void => keep({ declined })

export const hasDeclined = (): boolean => kept().declined === true

/** Called when no further picture of the document is needed. */
export const forgetFront = (): void => keep({ front: undefined })

/** The scene in front of the camera when the front was taken. */
export const seenAsFront = (): Shot['seen'] => kept().front?.seen

/** The unverified claims of a token; only the service can verify them. */
export function claimsOf(token: string): { sessionId?: string; tenant?: string } {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload))
  } catch {
    return {}
  }
}

/** Identifies this device for the hand-over; it is only valid for this session's tab. */
export function deviceId(): string {
  const known = kept().device
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const device = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  keep({ device })
  return device
}

/** Phones and tablets have a coarse pointer. */
export function isDesktop(): boolean {
  return !matchMedia('(pointer: coarse)').matches
}
