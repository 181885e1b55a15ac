import { BadCall } from '../present/problems.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Where a person may be sent back to: https, or http on the developer's own machine. Never with credentials. */
export function checkReturnUrl(text: string): void {
  const refuse = (why: string) => new BadCall('BAD_REQUEST', `body/returnUrl ${why}`)
  if (!URL.canParse(text)) throw refuse('must be an absolute URL.')
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) throw refuse('must not carry a username or password.')
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return
  throw refuse('must be an https URL (http is for loopback hosts only).')
}
