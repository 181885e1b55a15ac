/** In which row the face of a session lies, by the 16 bytes of its id. */
interface IdRows {
  find(id: Buffer): number | undefined
  add(id: Buffer, row: number): void
  remove(id: Buffer): void
  bytes(): number
}

const FREE = -1
/** Of a removed one: the search for others goes on past it. */
const LEFT = -2
const FIRST_SIZE = 1024
/** From here on a search would try many places. */
const FULLEST = 0.7

/** A table of row numbers with open addressing: four bytes a place, since the ids themselves lie with the rows. */
export function openIdRows(isOf: (row: number, id: Buffer) => boolean, idOf: (row: number) => Buffer): IdRows {
  let places = new Int32Array(FIRST_SIZE).fill(FREE)
  /** Taken places, those of removed ones included. */
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
