import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { attacksPlayed, END_NAMES, type End, type Ends, type RedteamFigures } from '../../report/tables/redteam.ts'
import { facesIn } from './faces.ts'
import { planTricks, TRICKS, type TrickName } from './kinds.ts'
import { type PlayedTrick, playTrick } from './play-trick.ts'
import { openService } from './service.ts'

/**
 * Attacks in live mode from the pictures to the decision, thirty of each kind: none may be approved. Genuine sessions
 * in test mode are shown for comparison.
 */
export const redteam: EvaluationSet = { name: 'redteam', folder: 'faces', run }

type Kept = Omit<PlayedTrick, 'pictures'>

async function run({ engine, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const faces = await facesIn(engine, folder)
  const plan = planTricks()
  const { from = 0, count = plan.length } = part ?? {}
  const chosen = plan.slice(from, from + count)
  const played: Kept[] = [...((earlier as { played?: Kept[] } | undefined)?.played ?? [])]
  const service = await openService(engine)
  try {
    for (const [index, planned] of chosen.entries()) {
      const { pictures, ...kept } = await playTrick(service, faces, planned)
      if (kept.end === 'approved' && kept.mode === 'live') await showApproval(kept, pictures)
      played.push(kept)
      progress(index + 1, chosen.length)
    }
  } finally {
    await service.close()
  }

  const attacks = played.filter(({ mode }) => mode === 'live')
  const figures: RedteamFigures = {
    byKind: Object.fromEntries(
      (Object.keys(TRICKS) as TrickName[]).map((trick) => [
        trick,
        tally(attacks.filter((each) => each.trick === trick)),
      ]),
    ),
    genuine: tally(played.filter(({ mode }) => mode === 'test')),
  }
  return { json: { ...figures, played }, figures, tables: [attacksPlayed(figures)] }
}

/** How sessions ended, and the findings against them. */
export function tally(played: readonly Pick<Kept, 'end' | 'against'>[]): Ends {
  const ends = Object.fromEntries(END_NAMES.map((end) => [end, played.filter((each) => each.end === end).length]))
  const factors = [...new Set(played.flatMap(({ against }) => against))].sort()
  const against = Object.fromEntries(
    factors.map((factor) => [factor, played.filter((each) => each.against.includes(factor)).length]),
  )
  const unnoticed = played.filter(({ end, against }) => end === 'referred' && !against.length).length
  return { n: played.length, ...(ends as Record<End, number>), unnoticed, against }
}

/** Every approval is a hole: its pictures are saved next to the report. */
async function showApproval({ trick, number }: Kept, pictures: readonly Uint8Array[]): Promise<void> {
  const place = path.join('test-results', 'redteam', `${trick} ${number}`.replaceAll(' ', '-'))
  await mkdir(place, { recursive: true })
  for (const [at, picture] of pictures.entries()) await writeFile(path.join(place, `${at}.jpg`), picture)
  console.log(`APPROVED: ${trick} ${number}, pictures in ${place}`)
}
