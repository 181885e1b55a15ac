import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { cameraFrame } from '../../support/camera-frame.ts'
import { FRAME } from './browser.ts'

/** What the rear camera of a phone sees of a specimen card on a table. */
export async function cardOnTable(): Promise<Uint8Array> {
  const { front } = await drawSpecimen({ kind: 'td1', seed: 7 })
  return (await cameraFrame(front, { ...FRAME, fill: 0.7, seed: 7, background: 'wood' })).toBuffer('image/jpeg')
}
