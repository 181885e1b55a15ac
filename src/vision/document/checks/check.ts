import type { VisualField } from '../../../formats/visual-field.ts'
import type { Portrait } from '../../face/take-portrait.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { Recognised } from '../../taught/recognise.ts'
import type { TextBox } from '../../text/find-text.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { HeatMap } from '../draw-heat-map.ts'
import type { AuthenticityReading, PageReading } from '../page-reading.ts'
import type { Turns } from '../turn-upright.ts'

/** What is known before any text is read: the photo and the corners of the document in it. */
export interface LocatedPhoto {
  photo: Picture
  quad: Quad
}

/** What is known about a page after it was read. */
export interface CheckedPage extends LocatedPhoto {
  /** The file as it was sent. */
  bytes: Uint8Array
  /** The document cut out, straight and upright. */
  document: Picture
  /** Quarter turns clockwise that brought it upright. */
  turns: Turns
  /** Where there is text on the document. */
  boxes: readonly TextBox[]
  lines: readonly TextLine[]
  visual: readonly VisualField[]
  portrait: Portrait | undefined
  /** The taught model that the document matches. */
  taught: Recognised | undefined
}

/**
 * What a check found, in the domain's terms. An absent key means that it was not checked; an empty finding is not proof
 * that nothing is wrong.
 */
export interface Finding extends Pick<PageReading, 'recapture' | 'editor'> {
  authenticity?: AuthenticityReading
  /** Where the finding shows, for a reviewer, with the score that says how much it matters. */
  heat?: { map: HeatMap; score: number }
}

/** One check of the picture of a document. `checks/index.ts` is the only list of checks, in order. */
export type Check = PictureCheck | PageCheck

interface Named {
  /** The name of the check. Its step in the timings is `judge-` and this name. */
  name: string
  /** The slots of the nets that it runs. If one is missing, the check is left out. */
  nets: readonly string[]
}

/** A check that needs no text, so an idle worker can run it while another one reads. */
export interface PictureCheck extends Named {
  judgePicture(context: ReadContext, located: LocatedPhoto): Promise<Finding>
}

/** A check that needs what was read. Any part of it that does not can also run on an idle worker. */
export interface PageCheck<Early = unknown> extends Named {
  lookEarly?(context: ReadContext, located: LocatedPhoto): Promise<Early>
  judgePage(context: ReadContext, page: CheckedPage, early: Early): Finding | Promise<Finding>
}
