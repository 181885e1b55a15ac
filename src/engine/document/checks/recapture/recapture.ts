import type { PictureCheck } from '../check.ts'
import { judgeRecapture } from './judge-recapture.ts'

/** Is it the document itself, or a screen or a copy of it? */
export const recapture: PictureCheck = {
  name: 'recapture',
  nets: ['recapture', 'surface'],
  judgePicture: async ({ nets }, { photo, quad }) => ({ recapture: await judgeRecapture(nets, photo, quad) }),
}
