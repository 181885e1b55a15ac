import { findComponents } from '../../picture/components.ts'

/** How many of the cells that are 1 lie together, at most; cells that touch by a side do. */
export const largestArea = (set: Uint8Array, width: number, height: number): number =>
  Math.max(0, ...findComponents(set, { width, height }, 'sides').map(({ cells }) => cells.length))
