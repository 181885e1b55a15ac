import { DEFAULT_FACE_RULES, type FaceRules } from './face/face-rules.ts'
import { DEFAULT_FACE_LOOK, type FaceLookLimits } from './face/judge-look.ts'

/** The operator's settings for the engine; sent unchanged to the worker processes. */
export interface EngineSettings {
  /** The folder of the fetched models; `.models` in the repository by default. */
  modelsFolder?: string
  /** A JSON file with the operator's own models. */
  modelsFile?: string
  maxMegapixels: number
  /** Longest side, in pixels. */
  maxSide: number
  /** If false, neither age nor gender is computed. */
  ageAndGender: boolean
  faceRules: FaceRules
  faceLook: FaceLookLimits
  /**
   * If true, a worker reads synthetic pictures while it is idle after its start, so that its code is compiled before
   * the first request.
   */
  warmUp?: boolean
}

export const DEFAULT_SETTINGS: EngineSettings = {
  maxMegapixels: 50,
  maxSide: 12_000, // 50 megapixels as three squares side by side; cameras write nothing longer of that size
  ageAndGender: true,
  faceRules: DEFAULT_FACE_RULES,
  faceLook: DEFAULT_FACE_LOOK,
}
