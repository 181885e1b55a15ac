import type { AuthenticityReading, PageReading, VisualField } from '../../../domain/document/document.ts'
import type { Portrait } from '../../face/take-portrait.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { Recognised } from '../../taught/recognise.ts'
import type { TextBox } from '../../text/find-text.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { HeatMap } from '../draw-heat-map.ts'
import type { Turns } from '../turn-upright.ts'

/** What is known before any text is read: the photo, and the corners of the document in it. */
export interface LocatedPhoto {
  photo: Picture
  quad: Quad
}

/** What is known of a page once it was read. */
export interface CheckedPage extends LocatedPhoto {
  /** The file as it was sent. */
  bytes: Uint8Array
  /** The document cut out, straight and upright. */
  document: Picture
  /** Quarter turns clockwise that brought it upright. */
  turns: Turns
  /** Where there is text on it. */
  boxes: readonly TextBox[]
  lines: readonly TextLine[]
  visual: readonly VisualField[]
  portrait: Portrait | undefined
  /** The taught model that it is one of. */
  taught: Recognised | undefined
}

/** What a check found, in the domain's terms. What is absent was not looked for; nothing found is no proof. */
export interface Finding extends Pick<PageReading, 'recapture' | 'editor'> {
  authenticity?: AuthenticityReading
  /** Where it shows, for a reviewer's eye, with the score that says how much it matters. */
  heat?: { map: HeatMap; score: number }
}

/** One check of the picture of a document. `checks/index.ts` is the ordered list, and the only one. */
export type Check = PictureCheck | PageCheck

interface Named {
  /** Its step in the timings is `judge-` and this. */
  name: string
  /** The nets that it runs, by their slots. Where one is missing the check is left out. */
  nets: readonly string[]
}

/** Needs no text, so that an idle worker may make it while another one reads. */
export interface PictureCheck extends Named {
  judgePicture(context: ReadContext, located: LocatedPhoto): Promise<Finding>
}

/** Needs what was read. The part of it that does not, if any, is for an idle worker too. */
export interface PageCheck<Early = unknown> extends Named {
  lookEarly?(context: ReadContext, located: LocatedPhoto): Promise<Early>
  judgePage(context: ReadContext, page: CheckedPage, early: Early): Finding | Promise<Finding>
}
