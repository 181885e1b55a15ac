import type { Kept } from './frame.ts'

const RETURN = 'limen-wallet'

/** For the tab that a wallet on this device opens, where the session goes on. False where the browser keeps nothing. */
export function keepForReturn(): boolean {
  return inStorage(() => localStorage.setItem(RETURN, JSON.stringify({ kept: history.state, search: location.search })))
}

/** Once the wallet has answered, or is not waited for any more. */
export function forgetReturn(): void {
  inStorage(() => localStorage.removeItem(RETURN))
}

function inStorage(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** Where a wallet came back with its code to the browser that had asked it, the session goes on here. */
export async function comeBack(): Promise<void> {
  const responseCode = /^#response_code=([A-Za-z0-9_-]{22})$/.exec(location.hash)?.[1]
  let left: string | null = null
  inStorage(() => {
    left = localStorage.getItem(RETURN)
  })
  if (responseCode === undefined || left === null) return
  forgetReturn()
  const { kept: before, search } = JSON.parse(left) as { kept: Kept; search: string }
  history.replaceState(before, '', `${location.pathname}${search}`)
  const headers = { authorization: `Bearer ${before.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ responseCode })
  // What became of it is in the session, which the page asks for next; where nothing came of it, it can be asked again.
  await fetch('/api/v1/enrolment/credential', { method: 'POST', headers, body }).catch(() => undefined)
}
