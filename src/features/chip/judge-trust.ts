import { type Finding, good, unsafe } from '../../kernel/operations/finding.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { endingSoon, SOON_DAYS } from '../../kernel/trust/trust.ts'

const DAY_MS = 86_400_000
/** States publish their master lists a few times a year. */
const OLD_DAYS = 180

/** How old the trust anchors of chips are, and which countries lose their last authority soon. */
export async function judgeTrust({ trustedItems }: Pick<Ports, 'trustedItems'>, now: Date): Promise<Finding[]> {
  const items = (await trustedItems.all()).filter(({ purpose }) => purpose === 'chip')
  const authorities = items.filter(({ kind }) => kind === 'authority')
  if (authorities.length === 0) return [good('chip trust', 'no authority is trusted: every chip has an unknown issuer')]
  const listed = authorities.flatMap(({ listedAt }) => listedAt?.getTime() ?? [])
  const days = listed.length ? Math.floor((now.getTime() - Math.max(...listed)) / DAY_MS) : undefined
  const counted = `${authorities.length} authorities of ${new Set(authorities.map(({ country }) => country)).size} countries`
  const age =
    days === undefined
      ? good('chip trust', `${counted}, none from a master list`)
      : days > OLD_DAYS
        ? unsafe('chip trust', `${counted}; the newest master list is ${days} days old`, 'cli trust import a newer one')
        : good('chip trust', `${counted}; the newest master list is ${days} days old`)
  const ending = endingSoon(authorities, now)
  return ending.length
    ? [
        age,
        unsafe(
          'chip trust',
          `the last authority expires within ${SOON_DAYS} days: ${ending.join(', ')}`,
          'cli trust import a newer master list',
        ),
      ]
    : [age]
}
