import type { Hint } from './hints.ts'
import type { Place } from './place.ts'

/** The outcome of a step that may be refused for a reason the caller must show. Bugs and outages throw instead. */
export type Result<Value, Refusal extends string> = Accepted<Value> | Refused<Refusal>

export interface Accepted<Value> {
  ok: true
  value: Value
}

export interface Refused<Refusal extends string> {
  ok: false
  refusal: Refusal
  /** Details for the page, which asks the person to correct them. */
  hints?: readonly Hint[]
  marks?: readonly Mark[]
  /**
   * The picture is good and shows a card with a portrait, but no issuer can be identified: another picture will not
   * help.
   */
  isUnknownCard?: true
  /** The picture is good and shows a named document without a portrait: if it comes again, it has none. */
  lacksPortrait?: true
}

/** The place of a hint, in shares of the picture as it was sent, upright. */
export interface Mark extends Place {
  hint: Hint
}

export const accept = <Value>(value: Value): Accepted<Value> => ({ ok: true, value })

export const refuse = <Refusal extends string>(
  refusal: Refusal,
  hints: readonly Hint[] = [],
  marks: readonly Mark[] = [],
): Refused<Refusal> => ({ ok: false, refusal, ...(hints.length && { hints }), ...(marks.length && { marks }) })
