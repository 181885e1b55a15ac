/** What the console calls a Trust Factor, or a rule of live mode; what is absent is made of its name. */
export interface FactorWords {
  /** In cases, the policy and its replay. */
  name?: string
  /** What is wrong when it is the reason why a case waits. */
  cause?: string
  /** The same when it could not be computed: there is no evidence against the person. */
  unread?: string
  /** What an operator can do so that fewer sessions are referred for this reason. */
  remedy?: Remedy
}

export interface Remedy {
  words: string
  /** Where in the console it can be done. */
  path?: string
}

/** The words of a feature in the console: `words` of `features/X/words.ts`. The console finds them there by itself. */
export interface FeatureWords {
  factors?: Record<string, FactorWords>
  /** Who acted, in the history of a case. */
  actors?: Record<string, string>
}

export const SHARPER_PICTURES: Remedy = {
  words: 'Get sharper pictures: see below where people have to retake them',
}

/** The factors and rules that are true of every session. */
export const kernelWords: FeatureWords = {
  factors: {
    captureCompleteness: {
      name: 'Pictures complete',
      cause: 'Pictures missing or unread',
      remedy: { words: 'Ask for all sides and the selfie', path: 'settings/asked' },
    },
    captureIntegrity: {
      name: 'How the pictures were taken',
      cause: 'How the pictures were taken',
      remedy: { words: 'Accept only camera pictures', path: 'settings/page' },
    },
    editedPicture: { cause: 'Picture saved by an editor' },
    proofConsistency: {
      name: 'Proofs of one person',
      cause: 'Proofs of different people',
      unread: 'Proofs not compared',
    },
    cameraUndoubted: {
      cause: 'Camera may be virtual',
      remedy: {
        words: 'See the cases: the cause is a virtual camera or an extension that replaces the camera',
      },
    },
  },
}
