import { type Catalogue, isTwoSided } from '../catalogue/catalogue.ts'
import type { Classification } from '../document/kind/classify.ts'
import type { Recognised } from './recognise.ts'

/** What the page itself says of country and type, and on what ground. */
interface Said {
  kind: Classification | undefined
  /** An MRZ or a barcode says so, not a word that was read. */
  isStated: boolean
}

/** Words are misread, and a page may name another country than its issuer: against them a look must be this sure. */
const SURE_LOOK = 0.55

/** A look alone never overrules what a document states of itself; one that is not sure counts where the page says the same. */
export function agrees({ model, share, isSure }: Recognised, { kind, isStated }: Said): boolean {
  if (!isSure) return kind?.country === model.country && kind.type === model.type && kind.side === model.side
  if (!kind || (kind.country === model.country && kind.type === model.type)) return true
  return !isStated && share >= SURE_LOOK
}

/** The kind of a page that is a taught document, with what the catalogue knows of such. */
export function kindOfModel({ models }: Catalogue, { model }: Recognised, classified?: Classification): Classification {
  const { country, type, side } = model
  const known = classified?.country === country && classified.type === type ? classified : undefined
  const entry = known?.model ?? models.find((each) => each.country === country && each.type === type)
  return {
    country,
    type,
    side,
    twoSided: isTwoSided(type),
    ...(known?.region ? { region: known.region } : {}),
    ...(entry ? { model: entry } : {}),
  }
}
