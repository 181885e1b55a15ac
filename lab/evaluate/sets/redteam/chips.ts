import { CHIP_FORGERIES } from '../../../../packages/specimen/src/chip/forge-chip.ts'
import { contentsOf, makeNamedChip } from '../../../../packages/specimen/src/chip/write-chip.ts'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { chipsPlayed, type End, type RedteamFigures } from '../../report/tables/redteam.ts'
import { facesIn } from './faces.ts'
import { againstIt, ENDS } from './play-trick.ts'
import { tally } from './redteam.ts'
import { openService } from './service.ts'
import { ISSUERS, KINDS, type Shown } from './show-trick.ts'

/**
 * Forged chips in live mode, from the pictures to the decision: none may be approved. The pictures agree with the chip,
 * and the word SPECIMEN on them is ignored, so that only the chip can prevent approval; genuine chips of the same
 * documents show that nothing else does.
 */
export const redteamChip: EvaluationSet = { name: 'redteamChip', folder: 'faces', run }

const DOCUMENTS = 30
const GENUINE = 'ecdsa-p256-sha256'
const NAMES = [...Object.keys(CHIP_FORGERIES), GENUINE]

interface Played {
  trick: string
  number: number
  end: End
  reasons: string[]
  against: string[]
}

async function run({ engine, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const faces = await facesIn(engine, folder)
  const played: Played[] = [...((earlier as { played?: Played[] } | undefined)?.played ?? [])]
  const { from = 0, count = DOCUMENTS } = part ?? {}
  const service = await openService(engine)
  try {
    for (let number = from; number < from + count; number++) {
      const { shown, chipOf } = await showDocument(faces, number)
      for (const [at, trick] of NAMES.entries()) {
        const ask = { tenant: `chip-${trick}-${number}`, mode: 'live', printsSelfie: false } as const
        const ended = await service.enrol({ ...shown, chip: chipOf(trick) }, ask)
        const judged = ended.ok && ended.value.unmarked
        played.push({
          trick,
          number,
          end: judged ? ENDS[judged.outcome] : 'refused',
          reasons: judged ? judged.reasons : [ended.ok ? '' : ended.refusal],
          against: judged ? againstIt(judged) : [],
        })
        progress((number - from) * NAMES.length + at + 1, count * NAMES.length)
      }
    }
  } finally {
    await service.close()
  }
  const of = (trick: string) => tally(played.filter((each) => each.trick === trick))
  const figures: RedteamFigures = {
    byKind: Object.fromEntries(Object.keys(CHIP_FORGERIES).map((trick) => [trick, of(trick)])),
    genuine: of(GENUINE),
  }
  return { json: { ...figures, played }, figures, tables: [chipsPlayed(figures)] }
}

/** The pictures of one document with its holder, and chips for it. */
async function showDocument(faces: Awaited<ReturnType<typeof facesIn>>, number: number) {
  const kind = KINDS[number % KINDS.length] ?? 'td3'
  const country = ISSUERS[number % ISSUERS.length] ?? 'DEU'
  const { picture, head: crop, other } = await faces.person(number)
  const seed = `chip ${number}`
  const drawn = await drawSpecimen({ kind, country, seed, portrait: { picture, crop } })
  const sides = [drawn.front, ...(drawn.back ? [drawn.back] : [])]
  const pages = await Promise.all(
    sides.map((side, at) => photograph(side, { seed: `${seed} ${at}`, level: 'easy' as const })),
  )
  const contents = await contentsOf(drawn, picture)
  const shown: Shown = { document: `${country} ${kind}`, pages: pages.map(({ jpeg }) => jpeg), selfie: other }
  return { shown, chipOf: (name: string) => makeNamedChip(name, contents) }
}
