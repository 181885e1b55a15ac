import type { QueueCase } from '../../contract/console/console-queue.ts'

/** Why there is no case for this account although some wait: in one sentence. */
export function noneLeft(cases: readonly QueueCase[], me: string): string {
  const taken = cases.filter(({ claimedBy }) => claimedBy !== undefined && claimedBy !== me).length
  const second = cases.filter(({ isSecond, claimedBy }) => isSecond && claimedBy === undefined).length
  const parts = [
    second > 0 && `${second} ${second === 1 ? 'waits' : 'wait'} for a second reviewer`,
    taken > 0 && `${taken} ${taken === 1 ? 'is' : 'are'} with somebody else`,
  ].filter(Boolean)
  return parts.length ? `No cases left for you: ${parts.join(', ')}.` : 'No cases left.'
}
