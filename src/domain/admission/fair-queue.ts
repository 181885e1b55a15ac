import { hasRoom } from './tenant-shares.ts'

/** A line for each party: whoever sends a hundred waits behind their own. */
export interface FairQueue<Item> {
  size(): number
  /** False when there is no room for one more of this party. */
  add(party: string, item: Item): boolean
  /** Items of a party that wait. */
  waiting(party: string): number
  /** The next item among the parties that may: of the one that has used least, and of those alike the one whose turn it is. */
  take(may?: (party: string) => boolean, used?: (party: string) => number): Item | undefined
  /** The same item, which stays in its line. */
  peek(may?: (party: string) => boolean, used?: (party: string) => number): Item | undefined
  /** False when it is not in the line any more. */
  remove(party: string, item: Item): boolean
  /** Empties all lines. */
  clear(): Item[]
}

export function openFairQueue<Item>(places: number): FairQueue<Item> {
  /** In the order of turns: who was served goes to the end. */
  const lines = new Map<string, Item[]>()
  let size = 0

  const next = (may: (party: string) => boolean = () => true, used: (party: string) => number = () => 0) => {
    let found: { party: string; line: Item[]; used: number } | undefined
    for (const [party, line] of lines) {
      if (!may(party)) continue
      const own = used(party)
      if (!found || own < found.used) found = { party, line, used: own }
    }
    return found
  }

  return {
    size: () => size,
    add(party, item) {
      const line = lines.get(party)
      if (!hasRoom(line?.length ?? 0, size, places)) return false
      if (line) line.push(item)
      else lines.set(party, [item])
      size++
      return true
    },
    waiting: (party) => lines.get(party)?.length ?? 0,
    peek: (may, used) => next(may, used)?.line[0],
    take(may, used) {
      const found = next(may, used)
      if (!found) return undefined
      const { party, line } = found
      lines.delete(party)
      const item = line.shift()
      if (line.length) lines.set(party, line)
      size--
      return item
    },
    remove(party, item) {
      const line = lines.get(party)
      const at = line?.indexOf(item) ?? -1
      if (!line || at < 0) return false
      line.splice(at, 1)
      if (!line.length) lines.delete(party)
      size--
      return true
    },
    clear() {
      const all = [...lines.values()].flat()
      lines.clear()
      size = 0
      return all
    },
  }
}
