import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { CHALLENGE_LIMITS } from '../../../../src/features/challenge/judge/judge-challenge.ts'
import { isLiveByChallenge } from '../../../../src/features/challenge/judge/live-by-challenge.ts'
import type { ChallengeOutcome } from '../../../../src/vision/face/challenge/challenge.ts'
import { findFaces, pickFace } from '../../../../src/vision/face/detect-faces.ts'
import { usualSquareOf } from '../../../../src/vision/face/find-points.ts'
import { judgeLiveness } from '../../../../src/vision/face/judge-liveness.ts'
import { findPortrait } from '../../../../src/vision/face/take-portrait.ts'
import { OPERATING_POINT } from '../../../../src/vision/operating-point.ts'
import { clipBox, crop } from '../../../../src/vision/picture/box.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { shrinkWithin } from '../../../../src/vision/picture/resize.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { halfOf } from '../../../bench/support/challenge/people.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { tablesOf } from '../../report/measured.ts'
import type { LivenessJointFigures, LivenessJointRow } from '../../report/tables/liveness.ts'
import { levelled } from './liveness.ts'
import { nearer } from './liveness-distance.ts'

/**
 * Liveness of people who passed the challenge, and of attacks as if they had: the selfie with the joint rule, and the
 * same picture as a frame of the challenge, which must also look live. Nobody was filmed: the challenge itself is
 * assumed to be passed; its own figures are those of the bench `challenge`.
 */
export const livenessJoint: EvaluationSet = { name: 'livenessJoint', folder: 'liveness', run }

/** The page's compression of its frames, and the size that the service uses. */
const FRAME = { side: 480, quality: 65 }

const PASSED: ChallengeOutcome = {
  asked: [],
  passed: true,
  findings: [{ check: 'HEAD', passed: true, reason: '', used: { noseTracked: 1 } }],
  draws: 1,
  frames: 16,
  models: [],
}

/** The picture unchanged, and with the face as large as people hold the phone. */
const SHARES = [undefined, 0.5, 0.6, 0.7, 0.8]

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const counted = new Map<string, LivenessJointRow>()
  for (const [i, { file = '', label }] of rows.entries()) {
    const picture = await decode(await levelled(await readFile(path.join(folder, file))))
    for (const share of SHARES) {
      const shown = share === undefined ? picture : await cutTo(engine, picture, share)
      if (!shown) continue
      const half = halfOf(file)
      const row = counted.get(`${share} ${half}`) ?? { share, half, live: none(), attacks: none() }
      counted.set(`${share} ${half}`, row)
      const { alone, joint } = await judgeBoth(engine, shown)
      const tally = row[label === 'live' ? 'live' : 'attacks']
      tally.n++
      if (alone) tally.alone++
      if (joint) tally.joint++
    }
    progress(i + 1, rows.length)
  }
  const json: LivenessJointFigures = {
    rows: SHARES.flatMap((share) =>
      (['first', 'second'] as const).flatMap((half) => counted.get(`${share} ${half}`) ?? []),
    ),
  }
  return { json, tables: tablesOf('livenessJoint', json) }
}

const none = () => ({ n: 0, alone: 0, joint: 0 })

/** Whether it counts as live with the selfie only, and with the challenge. */
async function judgeBoth(engine: ReadEngine, picture: Picture): Promise<{ alone: boolean; joint: boolean }> {
  const selfie = await livenessOf(engine, picture)
  const { picture: small } = await shrinkWithin(picture, FRAME.side)
  const frame = await livenessOf(engine, await decode(await toJpeg(small, FRAME.quality)))
  const alone = (selfie?.score ?? 0) > OPERATING_POINT
  const live = alone || isLiveByChallenge({ ...(selfie && { liveness: selfie }), challenge: PASSED })
  return { alone, joint: live && (frame?.score ?? 0) > CHALLENGE_LIMITS.liveness }
}

async function livenessOf({ nets }: ReadEngine, picture: Picture) {
  const face = pickFace(await findFaces(nets, picture), picture)
  return face && judgeLiveness(nets, picture, face)
}

/** Undefined if there is no face, or if it is already larger. */
async function cutTo(engine: ReadEngine, picture: Picture, share: number): Promise<Picture | undefined> {
  const { value: portrait } = await engine.read((context) => findPortrait(context, picture))
  if (!portrait) return undefined
  const square = usualSquareOf(portrait.points)
  if (square.width > share * Math.min(picture.width, picture.height)) return undefined
  return crop(picture, clipBox(nearer(square, share), picture))
}
