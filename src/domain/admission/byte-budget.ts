import { openFairQueue } from './fair-queue.ts'
import { TIMES_FREE } from './tenant-shares.ts'

/** Bytes that parties share: whoever needs some waits until there is room, and nobody holds all of them. */
export interface ByteBudget {
  /**
   * Calls `begin` when there is room for so many, at once or later; undefined when too many wait. Who holds least comes first, and
   * of those alike the one whose turn it is; those of one party begin in the order in which they asked.
   */
  ask(party: string, bytes: number, begin: () => void): BytesHeld | undefined
  held(): number
  waiting(): number
}

export interface BytesHeld {
  /** No more than so many are needed after all. */
  shrink(bytes: number): void
  /** Gives all of them back, or leaves the line. */
  release(): void
}

interface Asked {
  party: string
  bytes: number
  begin(): void
  state: 'waiting' | 'held' | 'over'
}

/** `places` is how many may wait. What asks for more than all of `total` counts as all. */
export function openByteBudget(total: number, places: number): ByteBudget {
  const line = openFairQueue<Asked>(places)
  const byParty = new Map<string, number>()
  const ownOf = (party: string) => byParty.get(party) ?? 0
  let taken = 0

  const change = (party: string, bytes: number) => {
    taken += bytes
    const own = ownOf(party) + bytes
    if (own > 0) byParty.set(party, own)
    else byParty.delete(party)
  }
  /** A party's first always counts as within its share: it need only fit. */
  const isWithinShare = (party: string) => ownOf(party) === 0 || ownOf(party) < TIMES_FREE * (total - taken)
  const next = () => line.peek(isWithinShare, ownOf)

  /** Who comes next and does not fit yet keeps the others waiting, or small ones would pass a large one for ever. */
  const serve = () => {
    for (let asked = next(); asked && taken + asked.bytes <= total; asked = next()) {
      line.take(isWithinShare, ownOf)
      asked.state = 'held'
      change(asked.party, asked.bytes)
      asked.begin()
    }
  }

  return {
    ask(party, bytes, begin) {
      const asked: Asked = { party, bytes: Math.min(bytes, total), begin, state: 'waiting' }
      if (!line.add(party, asked)) return undefined
      serve()
      return {
        shrink(needed) {
          if (asked.state === 'over' || needed >= asked.bytes) return
          if (asked.state === 'held') change(party, needed - asked.bytes)
          asked.bytes = needed
          serve()
        },
        release() {
          if (asked.state === 'waiting') line.remove(party, asked)
          if (asked.state === 'held') change(party, -asked.bytes)
          asked.state = 'over'
          serve()
        },
      }
    },
    held: () => taken,
    waiting: () => line.size(),
  }
}
