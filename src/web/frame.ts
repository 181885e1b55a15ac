import type { FrameMessage } from '../contract/events.ts'

/** Tells the embedding page how it ended (specification 6): only the origins the tenant named, never everybody. */
export function tellParent(message: FrameMessage, origins: readonly string[]): void {
  if (window.parent === window) return
  for (const origin of origins) window.parent.postMessage(message, origin)
}

/** The token, taken out of the address bar at once; it stays with this tab's history entry, so a reload goes on. */
export function takeToken(): string | undefined {
  const address = new URL(location.href)
  const token = address.searchParams.get('token') ?? undefined
  if (!token) return (history.state as { token?: string } | null)?.token
  address.searchParams.delete('token')
  history.replaceState({ token }, '', address)
  return token
}

/** Names this device for the hand-over; it means nothing beyond this session's tab. */
export function deviceId(): string {
  const known = (history.state as { device?: string } | null)?.device
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const device = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  history.replaceState({ ...history.state, device }, '')
  return device
}

/** A phone or tablet has its camera at the back and is held in the hand. */
export function isDesktop(): boolean {
  return !matchMedia('(pointer: coarse)').matches
}
