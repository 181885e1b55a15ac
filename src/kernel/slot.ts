/** A place in the kernel that features fill, once, before the first request. */
interface Slot<Part> {
  /** What the features filled in, in their order. Throws if no features were installed: nothing is left out silently. */
  parts(): readonly Part[]
  fill(parts: readonly Part[]): void
}

export function openSlot<Part>(name: string): Slot<Part> {
  let filled: readonly Part[] | undefined
  return {
    parts() {
      if (!filled) throw new Error(`${name}: no features are installed; import features/index.ts first`)
      return filled
    },
    fill(parts) {
      filled = parts
    },
  }
}

/** What follows from the parts of a slot, made once for each filling. */
export function fromSlot<Part, Value>(slot: Pick<Slot<Part>, 'parts'>, make: (parts: readonly Part[]) => Value) {
  let made: { of: readonly Part[]; value: Value } | undefined
  return (): Value => {
    const parts = slot.parts()
    if (made?.of !== parts) made = { of: parts, value: make(parts) }
    return made.value
  }
}

/** Parts with a place of their own first, in that order, then the others in the order of the features. */
export const inPlace = <Part extends { place?: number }>(parts: readonly Part[]): Part[] =>
  parts.toSorted((one, other) => (one.place ?? Number.MAX_SAFE_INTEGER) - (other.place ?? Number.MAX_SAFE_INTEGER))
