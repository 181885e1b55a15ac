import { SECONDS_HEADER, TRIES_HEADER } from '../contract/enrolment/page-capture.ts'

/** What a person spends on a step: pictures sent for it, and seconds since the step before. */
interface Effort {
  /** One picture more, and what to say of it. */
  count(): Record<string, string>
  /** A step is done: the next begins. */
  begin(): void
}

export function measureEffort(now: () => number = () => performance.now()): Effort {
  let tries = 0
  let since = now()
  return {
    count() {
      tries += 1
      return { [TRIES_HEADER]: String(tries), [SECONDS_HEADER]: String(Math.round((now() - since) / 1000)) }
    },
    begin() {
      tries = 0
      since = now()
    },
  }
}
