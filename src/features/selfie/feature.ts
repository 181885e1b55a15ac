import type { Feature } from '../../kernel/feature.ts'
import { selfieFactors } from './factors/index.ts'

/** The face of the person in front of the camera. */
export const selfie: Feature = {
  name: 'selfie',
  evidence: { name: 'face', ofPictures: true },
  factors: selfieFactors,
  picture: {
    parts: ['FACE'],
    async readAndKeep(ports, enrolment, sent, options) {
      const { readAndKeepFace } = await import('./submit-face.ts')
      return readAndKeepFace(ports, enrolment, sent, options)
    },
  },
  async pictureRoutes(context, shared) {
    const { faceRoute } = await import('./routes.ts')
    return [faceRoute(context, shared)]
  },
  async results() {
    const { faceResults } = await import('./face-result.ts')
    return faceResults
  },
}
