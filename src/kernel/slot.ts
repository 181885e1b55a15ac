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
