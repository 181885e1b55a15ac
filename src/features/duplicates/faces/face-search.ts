import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { cosineAt } from '../../../vision/face/match-templates.ts'

/** The number of candidates that are compared exactly, the nearest first. */
export const MOST_CANDIDATES = 100
/** With fewer numbers the signs are not informative enough. */
const LEAST_NUMBERS = 256
/**
 * The margin of differing signs beyond what the angle predicts. Of 1,663 pairs of one person of LFW that match with a
 * score of 77 or more, none differs by more than 0.032 beyond it; of strangers 1 in 10,000 is within.
 */
const SLACK = 0.05

/** The largest share of signs in which a candidate may differ; undefined if signs say too little about such a face. */
export function searchLimit({ curve, values }: FaceTemplate, faceScore: number): number | undefined {
  const cosine = cosineAt(curve, faceScore)
  return cosine === undefined || values.length < LEAST_NUMBERS ? undefined : Math.acos(cosine) / Math.PI + SLACK
}
