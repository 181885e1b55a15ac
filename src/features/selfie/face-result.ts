import { ref } from '../../kernel/contract/schema.ts'
import type { ResultRoute } from '../../kernel/feature.ts'
import { FaceResult } from '../../kernel/results/contract/results.ts'
import { imagesResponse } from '../../kernel/results/present.ts'
import type { Session } from '../../kernel/session/session.ts'

export const faceResults: readonly ResultRoute[] = [
  {
    path: 'face/result',
    part: 'face',
    schema: ref(FaceResult),
    words: {
      operationId: 'readFaceResult',
      summary: 'Face result',
      description: 'Liveness of the selfie and its match with the portrait of the document.',
    },
    present: faceResult,
  },
]

function faceResult(session: Session): FaceResult | undefined {
  const { face, decision } = session
  if (!face) return undefined
  const verification = decision?.factors.find(({ name }) => name === 'faceVerification')?.score
  return {
    ...(face.liveness === undefined ? {} : { passiveLivenessScore: cut(face.liveness.score) }),
    ...(verification === undefined ? {} : { verificationScore: verification }),
    availableImages: imagesResponse(session).face,
    age: face.age ?? null,
    gender: face.gender ?? null,
  }
}

/**
 * To one decimal, rounded down: 50.04 must not pass for "over 50". The Trust Factor of the same name is rounded in the
 * same way.
 */
const cut = (score: number) => Math.floor(score * 10) / 10
