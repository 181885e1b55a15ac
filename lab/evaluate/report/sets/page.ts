import {
  type CaptureFigures,
  captureScenes,
  captureSums,
  type GuidanceFigures,
  guidanceSaid,
  type PageSizeFigures,
  type PageTapsFigures,
  pageSize,
  pageTaps,
} from '../tables/page.ts'
import { measured, PAGE, READING, sum } from './measured.ts'

const frames = ({ labels }: GuidanceFigures) => `${sum(Object.values(labels), ({ n }) => n)} frames`

/** Measurements of the hosted page. */
export const PAGE_SETS = {
  capture: measured<CaptureFigures>(
    "Documents before the page's camera, in a browser.",
    ({ pictures }) => `${pictures} pictures`,
    [...PAGE, ...READING],
    { scenes: captureScenes, sums: captureSums },
  ),
  guidanceDocuments: measured<GuidanceFigures>('What the page says about frames of documents.', frames, PAGE, {
    said: guidanceSaid,
  }),
  guidanceNet: measured<GuidanceFigures>('The same with the corner net.', frames, PAGE, { said: guidanceSaid }),
  guidanceFaces: measured<GuidanceFigures>('What the page says about frames of faces.', frames, PAGE, {
    said: guidanceSaid,
  }),
  pageSize: measured<PageSizeFigures>('Size and speed of the hosted page.', () => 'the page as built', PAGE, {
    sizes: pageSize,
  }),
  pageTaps: measured<PageTapsFigures>(
    'Taps on the hosted page, in a browser with a camera.',
    ({ flows }) => `${flows.length} flows`,
    PAGE,
    { taps: pageTaps },
  ),
}
