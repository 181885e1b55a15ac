import { readFileSync } from 'node:fs'
import { resource } from '../../../resources.ts'

/** A call as it was made, and the answer that came. */
export interface Exchange {
  /** Values of the address in addition to the session's id. */
  params?: Record<string, string>
  query?: string
  json?: unknown
  /** The picture that was sent. */
  picture?: string
  status: number
  /** The body: JSON, the beginning of a text, or how many bytes of what. */
  answer?: unknown
  bytes?: number
  type?: string
}

/** Recorded from a running service; test/http/docs/recorded.test.ts writes it again and holds it against the contract. */
export const recorded = JSON.parse(readFileSync(resource('src/http/docs/reference/recorded.json'), 'utf8')) as Record<
  string,
  Exchange
>
