import sharp from 'sharp'
import type { Decision } from '../../../../src/kernel/decision/decide.ts'
import type { End } from '../../report/tables/redteam.ts'
import { type Planned, TRICKS, type Trick } from './kinds.ts'
import type { Service } from './service.ts'
import { type Faces, type Shown, showTrick } from './show-trick.ts'

/** One attack with its result and the pictures shown. */
export interface PlayedTrick extends Planned {
  document: string
  end: End
  reasons: string[]
  /** Factors against it, except the mark of a specimen and the missing reference. */
  against: string[]
  pictures: Uint8Array[]
}

/** Runs an attack as an integrator's client would send it, in a separate tenant. */
export async function playTrick(
  service: Service,
  faces: Faces,
  { trick, number, mode }: Planned,
): Promise<PlayedTrick> {
  const plan: Trick = TRICKS[trick]
  const shown = await showTrick(faces, trick, number)
  const played = { trick, number, mode, document: shown.document, pictures: [...shown.pages, shown.selfie] }
  const tenant = `${mode} ${trick} ${number}`.replaceAll(' ', '-')
  // No set has two live pictures of one person, so the check for one photograph is skipped for these.
  const ask = { tenant, mode, printsSelfie: plan.selfie !== 'person' }

  if (plan.sentBefore) await service.enrol(shown, ask)
  const ended = await service.enrol(plan.sentBefore && number % 2 ? await changed(shown) : shown, ask)
  if (!ended.ok) return { ...played, end: 'refused', reasons: [ended.refusal], against: [] }
  const { outcome, reasons } = ended.value.decision
  return { ...played, end: ENDS[outcome], reasons, against: againstIt(ended.value.unmarked) }
}

export const ENDS = { approve: 'approved', refer: 'referred', reject: 'rejected' } as const

export const againstIt = ({ factors }: Decision): string[] =>
  factors
    .filter(({ effect, level }) => (effect === 'refer' || effect === 'reject') && level !== 'UNAVAILABLE')
    .map(({ name }) => name)

/** Changes by a forger so that pictures are not recognised: slightly cropped, smaller, lighter, compressed again. */
async function changed({ pages, selfie, ...rest }: Shown): Promise<Shown> {
  return { ...rest, pages: await Promise.all(pages.map(change)), selfie: await change(selfie) }
}

async function change(picture: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sharp(picture).metadata()
  const [left, top] = [Math.round(width * 0.015), Math.round(height * 0.01)]
  return sharp(picture)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .resize({ width: Math.round(width * 0.85) })
    .modulate({ brightness: 1.05 })
    .jpeg({ quality: 80 })
    .toBuffer()
}
