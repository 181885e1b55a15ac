import { judgeFace, lookForFaces } from '../../../src/apps/hosted-page/guidance/judge-face.ts'
import type { Verdict } from '../../../src/apps/hosted-page/guidance/judge-frame.ts'
import { toGrey } from '../../../src/vision/picture/quality/measures.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import type { Measurement } from './bench.ts'
import { FACE_LABELS, type FaceLabel, faceFrames } from './face-frames.ts'
import { openPageNet } from './page-net.ts'
import { readPeople } from './people.ts'
import { Tally } from './tally.ts'

/** What the page must say for each. */
const RIGHT: Record<FaceLabel, Verdict[]> = {
  good: ['ready'],
  far: ['closer'],
  near: ['back'],
  aside: ['aside', 'searching'], // the message for both is: bring your face into the oval
  none: ['searching'],
  two: ['several'],
  tilted: ['turned'],
  turned: ['turned'],
}

/** Is the page's guidance for frames of faces right? The faces come from a labelled folder and stay there. */
export async function measureFaceGuidance(folder: string, half: 'first' | 'second'): Promise<Measurement> {
  const net = await openPageNet()
  const people = await readPeople(openReadEngine(DEFAULT_SETTINGS), folder, half)
  const tally = new Tally<FaceLabel>(FACE_LABELS, RIGHT)
  for await (const { label, pixels, window } of faceFrames(people)) {
    const look = lookForFaces(net)
    const judge = () => judgeFace({ overview: toGrey(pixels), window, faces: look(pixels, window) }, undefined).verdict
    // A camera immediately gives the next frame of a scene, and after a frame without a face the page searches more
    // closely.
    const first = tally.time(judge)
    tally.add(label, first === 'searching' ? tally.time(judge) : first)
  }
  return {
    set: 'guidanceFaces',
    figures: tally.figures('good'),
  }
}
