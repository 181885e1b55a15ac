import type { CaseView } from '../../contract/console/console-case.ts'
import type { SidePlace } from '../../contract/console/place.ts'
import { OPERATING_POINT } from '../../domain/decision/rule.ts'
import { tracesOf } from '../../domain/document/checks.ts'
import type { IdentityDocument, PageReading } from '../../domain/document/document.ts'
import type { Place } from '../../domain/document/place.ts'
import { barcodeOf, mrzOf } from '../../domain/document/view.ts'
import type { Session } from '../../domain/session.ts'
import type { PageSide } from '../../domain/vocabulary.ts'

/** Where a reviewer finds the parts of the document, and what looks changed on it. */
export function placesOf({ document }: Session): CaseView['places'] {
  const [mrz, barcode] = [mrzOf(document), barcodeOf(document)]
  const front = document?.pages.find(({ portraitPlace }) => portraitPlace)
  return {
    portrait: onSide(front?.side, front?.portraitPlace),
    mrz: onSide(
      sideOf(document, (page) => page.mrz === mrz),
      mrz?.place,
    ),
    barcode: onSide(
      sideOf(document, (page) => page.barcode === barcode),
      barcode?.place,
    ),
    traces: (document?.pages ?? []).flatMap(placesOfTraces),
  }
}

export function eyesOf({ document, face }: Session): CaseView['eyes'] {
  const portrait = document?.pages.find(({ portraitEyes }) => portraitEyes)?.portraitEyes
  return { portrait, selfie: face?.eyes }
}

export const onSide = (side: PageSide | undefined, place: Place | undefined): SidePlace | undefined =>
  side && place && { side, ...place }

export const sideOf = (
  document: IdentityDocument | undefined,
  isIt: (page: PageReading) => boolean,
): PageSide | undefined => document?.pages.find(isIt)?.side

const placesOfTraces = ({ side, authenticity }: PageReading): CaseView['places']['traces'] =>
  tracesOf(authenticity).flatMap(({ trace }) =>
    trace.score <= OPERATING_POINT ? (trace.places ?? []).map((place) => ({ side, ...place })) : [],
  )
