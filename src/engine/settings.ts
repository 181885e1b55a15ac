import { DEFAULT_FACE_RULES, type FaceRules } from '../domain/face/face-rules.ts'
import { DEFAULT_FACE_LOOK, type FaceLookLimits } from './face/judge-look.ts'

/** What an operator sets for the engine; crosses to the worker processes as it is. */
export interface EngineSettings {
  /** Where the fetched models lie; `.models` of the repository when absent. */
  modelsFolder?: string
  /** JSON file with models of the operator's own. */
  modelsFile?: string
  maxMegapixels: number
  /** Longest side, in pixels. */
  maxSide: number
  /** False: neither age nor gender is computed. */
  ageAndGender: boolean
  faceRules: FaceRules
  faceLook: FaceLookLimits
  /** True: a worker reads made-up pictures while it is idle after its start, so that its code is compiled when people come. */
  warmUp?: boolean
}

export const DEFAULT_SETTINGS: EngineSettings = {
  maxMegapixels: 50,
  maxSide: 12_000, // 50 megapixels as three squares side by side; no camera writes longer ones of that size
  ageAndGender: true,
  faceRules: DEFAULT_FACE_RULES,
  faceLook: DEFAULT_FACE_LOOK,
}
