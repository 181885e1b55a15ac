import type { Eyes, Place } from '../../domain/document/place.ts'
import { eyesIn } from '../face/eyes-in.ts'
import type { Portrait } from '../face/take-portrait.ts'
import { boundsOf } from '../picture/box.ts'
import type { Size } from '../picture/picture.ts'
import { shareOf } from '../picture/share.ts'
import type { PageBarcode } from './barcode/read-barcode.ts'
import { portraitCut } from './cut-images.ts'
import type { FoundMrz } from './mrz/read-mrz.ts'
import type { PagePlace } from './page-place.ts'

/** Where on the page a reviewer finds what was read. */
interface NotedPlaces {
  mrz?: Place
  barcode?: Place
  portrait?: Place
  eyes?: Eyes
}

interface Found {
  mrz: FoundMrz | undefined
  barcode: PageBarcode | undefined
  portrait: Portrait | undefined
}

const WHOLE = { width: 1, height: 1 }

export function notePlaces(document: Size, lies: PagePlace, { mrz, barcode, portrait }: Found): NotedPlaces {
  const cut = portrait && portraitCut(portrait.face, document)
  return {
    ...(mrz && { mrz: shareOf(mrz.box, document) }),
    ...(barcode && { barcode: placeOf(barcode, document, lies) }),
    ...(portrait && cut && { portrait: shareOf(cut, document), eyes: eyesIn(portrait.points, cut) }),
  }
}

function placeOf({ found, foundIn }: PageBarcode, document: Size, lies: PagePlace): Place {
  return foundIn === 'document'
    ? shareOf(boundsOf(found.corners), document)
    : shareOf(boundsOf(found.corners.map((corner) => lies.onPage(corner))), WHOLE)
}
