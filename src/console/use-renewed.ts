import { type Asked, useAnswer } from '../ui/use-answer.ts'
import { byItself } from './api.ts'

/** What a screen shows and asks for again and again while it is in sight; that keeps nobody signed in. */
export const useRenewed = <Answer>(ask: () => Promise<Answer>, about: unknown[], everyMs = 10_000): Asked<Answer> =>
  useAnswer((alone) => (alone ? byItself(ask) : ask()), about, everyMs)
