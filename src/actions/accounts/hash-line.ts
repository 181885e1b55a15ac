import { openDuty } from '../../domain/admission/duty.ts'
import { openFairQueue } from '../../domain/admission/fair-queue.ts'

/** Who waits for a slow hash. */
export interface Asker {
  network: string
  /** Was let in from there before, or with this device: strangers wait behind. */
  isKnown?: boolean
}

/** So many of each kind may wait; the rest are asked to come back. */
const MOST_WAITING = 32
/**
 * A quarter of one processor is four sign-ins a second or more, and leaves the others to pictures: a flood of passwords
 * that are none would otherwise take one of them for itself.
 */
const duty = openDuty({ share: 1 / 4, burstMs: 2_000 })
/** The slower of the two hashes takes 200 ms: one that took longer waited for a processor, and owes nothing for that. */
const LONGEST_MS = 250

const known = openFairQueue<() => void>(MOST_WAITING)
const strangers = openFairQueue<() => void>(MOST_WAITING)
let isHashing = false

/**
 * Runs slow hashes one after the other, and with rests between them when there are many: each network gets its turn, so
 * that a flood from one delays itself. `busy` when too many wait already.
 */
export async function takeTurn<Value>(
  { network, isKnown = false }: Asker,
  hash: () => Promise<Value>,
): Promise<Value | 'busy'> {
  const turn = Promise.withResolvers<void>()
  const line = isKnown ? known : strangers
  if (!line.add(network, turn.resolve)) return 'busy'
  if (!isHashing) next()
  await turn.promise
  const began = performance.now()
  try {
    return await hash()
  } finally {
    const now = performance.now()
    duty.spent(Math.min(now - began, LONGEST_MS), now)
    next()
  }
}

function next(): void {
  isHashing = known.size() + strangers.size() > 0
  if (!isHashing) return
  const rest = duty.rest(performance.now())
  if (rest > 0) setTimeout(begin, rest)
  else begin()
}

function begin(): void {
  const turn = known.take() ?? strangers.take()
  turn?.()
}
