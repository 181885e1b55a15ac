import type { PageReading } from '../../document/document.ts'
import { type Evidence, type Unavailable, type Unknown, unavailable, unknown } from './factor.ts'

/** The pages to look at, or why there are none. */
export function pagesOf({ document, chip, credential, steps }: Evidence): PageReading[] | Unknown | Unavailable {
  if (!steps.includes('document')) return unavailable('flow', 'The flow has no document step.')
  if (!document?.pages.length && chip) return unavailable('flow', 'The chip was read instead of the document.')
  if (!document?.pages.length && credential)
    return unavailable('flow', 'A wallet presented a credential instead of the document.')
  return document?.pages.length ? document.pages : unknown('No document was read.')
}

export const isList = <Item>(value: Item[] | Unknown | Unavailable): value is Item[] => Array.isArray(value)
