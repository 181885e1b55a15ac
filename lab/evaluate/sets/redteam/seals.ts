import sharp from 'sharp'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { forge } from '../../../../packages/specimen/src/photograph/forge.ts'
import { type Photograph, photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { personOf, signSeal } from '../../../../packages/specimen/src/seal/draw-sealed.ts'
import { makeSealForger, SEAL_FORGERIES } from '../../../../packages/specimen/src/seal/forge-seal.ts'
import { makeSealAuthority, type SealPerson, trustFilesOf } from '../../../../packages/specimen/src/seal/sign-seal.ts'
import { SEAL_KINDS } from '../../../../src/features/seal/seal-reading.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { type End, type RedteamFigures, sealsPlayed } from '../../report/tables/redteam.ts'
import { facesIn } from './faces.ts'
import { againstIt, ENDS } from './play-trick.ts'
import { tally } from './redteam.ts'
import { openService } from './service.ts'
import { type Face, ISSUERS, KINDS } from './show-trick.ts'

/**
 * Forged seals in live mode, from the pictures to the decision: none may be approved. The pictures are read by the
 * engine; the code of each attack replaces the one read on the front, and the word SPECIMEN is ignored. Genuine seals
 * on the same documents show that nothing else prevents approval.
 */
export const redteamSeal: EvaluationSet = { name: 'redteamSeal', folder: 'faces', run }

const DOCUMENTS = 5
const GENUINE = 'no attack'
const EXCHANGED = 'portrait on the document exchanged'
const REPLAYED = 'replayed by somebody else'

interface Played {
  trick: string
  kind: string
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
  const forger = makeSealForger(makeSealAuthority())
  await service.trustSeals([...trustFilesOf(forger.authority), ...trustFilesOf(forger.expired)])
  try {
    for (let number = from; number < from + count; number++) {
      const document = await showDocument(await faces.person(number), await faces.person(number + 40), number)
      for (const [at, kind] of SEAL_KINDS.entries()) {
        const { person, other, pages, exchanged, holder, stranger } = document
        const genuine = signSeal(kind, person, forger.authority)
        const plays = [
          { trick: GENUINE, code: genuine, pages, selfie: holder },
          ...Object.entries(SEAL_FORGERIES).map(([trick, make]) => ({
            trick,
            code: make({ ...forger, kind, person, other }),
            pages,
            selfie: holder,
          })),
          { trick: EXCHANGED, code: genuine, pages: exchanged, selfie: stranger },
          { trick: REPLAYED, code: genuine, pages, selfie: stranger },
        ]
        for (const { trick, code, ...shown } of plays) {
          const tenant = `seal-${plays.findIndex((play) => play.trick === trick)}-${at}-${number}`
          const ended = await service.enrol({ ...shown, code }, { tenant, mode: 'live', printsSelfie: false })
          const judged = ended.ok && ended.value.unmarked
          played.push({
            trick,
            kind,
            number,
            end: judged ? ENDS[judged.outcome] : 'refused',
            reasons: judged ? judged.reasons : [ended.ok ? '' : ended.refusal],
            against: judged ? againstIt(judged) : [],
          })
        }
        progress((number - from) * SEAL_KINDS.length + at + 1, count * SEAL_KINDS.length)
      }
    }
  } finally {
    await service.close()
  }
  const of = (trick: string) => tally(played.filter((each) => each.trick === trick))
  const tricks = [...Object.keys(SEAL_FORGERIES), EXCHANGED, REPLAYED]
  const figures: RedteamFigures = {
    byKind: Object.fromEntries(tricks.map((trick) => [trick, of(trick)])),
    genuine: of(GENUINE),
  }
  return { json: { ...figures, played }, figures, tables: [sealsPlayed(figures)] }
}

/** A document of one person, the same with the portrait of another pasted into its picture, and both their selfies. */
async function showDocument(holder: Face, stranger: Face, number: number) {
  const kind = KINDS[number % KINDS.length] ?? 'td3'
  // A real issuer: the service treats everything from Utopia as a specimen.
  const drawn = { kind, country: ISSUERS[number % ISSUERS.length] ?? 'DEU', seed: `seal ${number}` }
  const own = await drawSpecimen({ ...drawn, portrait: { picture: holder.picture, crop: holder.head } })
  const swapped = await drawSpecimen({ ...drawn, portrait: { picture: stranger.picture, crop: stranger.head } })
  const other = await drawSpecimen({ ...drawn, seed: `other ${number}` })
  const shot = (side: Uint8Array | undefined, name: string): Promise<Photograph> =>
    photograph(side ?? own.front, { seed: `seal ${number} ${name}`, level: 'easy' })
  const [front, back, donor] = await Promise.all([
    shot(own.front, 'front'),
    shot(own.back, 'back'),
    shot(swapped.front, 'donor'),
  ])
  const sheet = own.truth.sides[0]
  const portrait = sheet?.regions.portrait
  if (!sheet || !portrait) throw new Error('the front has a portrait')
  const pasted = await forge(front, donor, { parts: [portrait], sheet, blended: true, quality: 92 })
  const small = await sharp(holder.picture)
    .extract({
      left: Math.round(holder.head.x),
      top: Math.round(holder.head.y),
      width: Math.round(holder.head.width),
      height: Math.round(holder.head.height),
    })
    .resize({ width: 112 })
    .jpeg({ quality: 35 })
    .toBuffer()
  const person: SealPerson = { ...personOf(own.truth), portrait: small }
  return {
    person,
    other: personOf(other.truth),
    pages: own.back ? [front.jpeg, back.jpeg] : [front.jpeg],
    exchanged: own.back ? [pasted, back.jpeg] : [pasted],
    holder: holder.other,
    stranger: stranger.other,
  }
}
