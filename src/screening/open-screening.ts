import type { Screening } from '../actions/ports/screening.ts'
import type { Watchlists } from '../actions/ports/watchlists.ts'
import { findPerson } from './find-person.ts'

/** Finds people on the lists that are kept. */
export const openScreening = (watchlists: Watchlists): Screening => ({
  find: (lists, person, threshold) => findPerson(watchlists, lists, person, threshold),
})
