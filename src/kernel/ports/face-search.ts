import type { FaceTemplate } from '../../vision/face/face-template.ts'
import type { Mode } from '../session/session-words.ts'

/**
 * Finds candidates among very many faces: those whose sign bits differ in few places. It decides nothing: every
 * candidate is opened and compared exactly. `FACE_INDEX` says which of the two implementations searches.
 */
export interface FaceSearch {
  place: FaceIndexWord
  /** Takes all faces the first time, and after that what other nodes have enrolled and erased. */
  refresh(): Promise<void>
  /**
   * Takes the faces of the tenant first, if that was not done yet. 'loading' if that takes longer than a search may
   * wait; undefined if such faces are not in the index.
   */
  find(wanted: Wanted, face: FaceTemplate, faceScore: number): Promise<Candidates | 'loading' | undefined>
  forget(tenant: string, sessionId: string): void
  progress(): IndexProgress
  /** Ends what it is reading. */
  stop(): Promise<void>
  /** Removes what it keeps between starts, which is sealed under the master key. */
  removeKept(): Promise<void>
}

export type FaceIndexWord = 'memory' | 'pgvector'

export interface Wanted {
  sessionId: string
  tenant: string
  mode: Mode
}

export interface Candidates {
  sessionIds: string[]
  /** How many faces there are of each model but the wanted one. */
  others: { model: string; faces: number }[]
}

/** The progress of reading; memory in bytes. */
export interface IndexProgress {
  isReady: boolean
  faces: number
  total: number
  bytes: number
  /** Searches that did not wait until the faces of their tenant were read. */
  unsearched: number
}

/** Without a feature that searches for faces, none is in memory. */
export const NO_FACES: FaceSearch = {
  place: 'memory',
  async refresh() {},
  find: async () => undefined,
  forget() {},
  progress: () => ({ isReady: true, faces: 0, total: 0, bytes: 0, unsearched: 0 }),
  async stop() {},
  async removeKept() {},
}
