import { OPERATING_POINT } from '../../operating-point.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { HeatMap } from '../draw-heat-map.ts'
import type { EarlyFindings } from '../early-reading.ts'
import type { PageReading } from '../page-reading.ts'
import type { Check, CheckedPage, Finding, LocatedPhoto } from './check.ts'
import { checks } from './index.ts'

/** Runs everything that needs no text. */
export async function lookEarly(context: ReadContext, located: LocatedPhoto): Promise<EarlyFindings> {
  const seen: EarlyFindings = {}
  for (const check of madeBy(context)) {
    if ('judgePicture' in check)
      seen[check.name] = await timed(context, check, () => check.judgePicture(context, located))
    else if (check.lookEarly) seen[check.name] = await timed(context, check, () => check.lookEarly?.(context, located))
  }
  return seen
}

/** Runs every check. What another worker has already found is not computed again. */
export async function runChecks(context: ReadContext, page: CheckedPage, early: EarlyFindings = {}): Promise<Checked> {
  const found: Finding[] = []
  for (const check of madeBy(context)) {
    const seen = early[check.name]
    if ('judgePicture' in check) {
      found.push(
        (seen as Finding | undefined) ?? (await timed(context, check, () => check.judgePicture(context, page))),
      )
    } else {
      const judge = async () => check.judgePage(context, page, seen ?? (await check.lookEarly?.(context, page)))
      found.push(await timed(context, check, judge))
    }
  }
  const { recapture, editor } = Object.assign({}, ...found) as Finding
  return {
    noted: {
      ...(recapture && { recapture }),
      ...(editor && { editor }),
      authenticity: Object.assign({}, ...found.map(({ authenticity }) => authenticity)),
    },
    heats: found.flatMap(({ heat }) => heat ?? []),
  }
}

export interface Checked {
  /** The findings as they are stored. */
  noted: Pick<PageReading, 'recapture' | 'editor'> & Required<Pick<PageReading, 'authenticity'>>
  heats: NonNullable<Finding['heat']>[]
}

/** The heat map with the highest score; undefined when nothing was found, unless it is always requested. */
export function hottestOf(heats: Checked['heats'], always: boolean): HeatMap | undefined {
  const [worst] = heats.toSorted((a, b) => a.score - b.score)
  return worst && (always || worst.score <= OPERATING_POINT) ? worst.map : undefined
}

const madeBy = ({ nets }: ReadContext): Check[] => checks.filter((check) => check.nets.every((slot) => nets.has(slot)))

const timed = <Value>({ time }: ReadContext, { name }: Check, work: () => Value | Promise<Value>): Promise<Value> =>
  time(`judge-${name}`, work)
