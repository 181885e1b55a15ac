/** The row of a session's face, by the 16 bytes of its id. */
export interface IdRows {
  find(id: Buffer): number | undefined
  add(id: Buffer, row: number): void
  remove(id: Buffer): void
  bytes(): number
}

const FREE = -1
/** Marks a removed entry (tombstone): the search for others continues past it. */
const LEFT = -2
const FIRST_SIZE = 1024
/** Above this load factor a search would probe many places. */
const FULLEST = 0.7

/**
 * A hash table of row numbers with open addressing: four bytes per place, since the ids themselves are stored with the
 * rows.
 */
export function openIdRows(isOf: (row: number, id: Buffer) => boolean, idOf: (row: number) => Buffer): IdRows {
  let places = new Int32Array(FIRST_SIZE).fill(FREE)
  /** Taken places, including tombstones. */
  let used = 0

  // The end of an id is random in every version of UUIDs that sessions have.
  const startOf = (id: Buffer) => id.readUInt32LE(12) & (places.length - 1)
  const next = (place: number) => (place + 1) & (places.length - 1)

  function placeOf(id: Buffer): number | undefined {
    for (let place = startOf(id); places[place] !== FREE; place = next(place)) {
      const row = places[place] as number
      if (row !== LEFT && isOf(row, id)) return place
    }
    return undefined
  }

  function put(id: Buffer, row: number): void {
    let place = startOf(id)
    while ((places[place] as number) >= 0) place = next(place)
    if (places[place] === FREE) used += 1
    places[place] = row
  }

  function grow(): void {
    const rows = places.filter((row) => row >= 0)
    const isCrowded = rows.length > (places.length * FULLEST) / 2
    places = new Int32Array(places.length * (isCrowded ? 2 : 1)).fill(FREE)
    used = 0
    for (const row of rows) put(idOf(row), row)
  }

  return {
    find(id) {
      const place = placeOf(id)
      return place === undefined ? undefined : (places[place] as number)
    },
    add(id, row) {
      if (used >= places.length * FULLEST) grow()
      put(id, row)
    },
    remove(id) {
      const place = placeOf(id)
      if (place !== undefined) places[place] = LEFT
    },
    bytes: () => places.byteLength,
  }
}
