import { hasRoom } from './tenant-shares.ts'

/** A number of places that parties share: no party, however many it asks for, takes them all. */
interface Places {
  /** False when there is none for this party now. */
  take(party: string): boolean
  free(party: string): void
}

export function openPlaces(places: number): Places {
  const held = new Map<string, number>()
  let taken = 0
  return {
    take(party) {
      const own = held.get(party) ?? 0
      if (!hasRoom(own, taken, places)) return false
      held.set(party, own + 1)
      taken++
      return true
    },
    free(party) {
      const own = held.get(party) ?? 0
      if (own > 1) held.set(party, own - 1)
      else held.delete(party)
      taken--
    },
  }
}
