import { connectDatabase } from '../../../kernel/storage/database.ts'
import { keyringIn, keyringOf } from '../../../platform/keys/keys.ts'
import { STATEMENT_MS } from '../../../platform/sql/timed-pool.ts'
import type { FaceRange, FaceSource } from './read-faces.ts'

/** Where a thread finds the faces, and what opens them. */
interface LoadPlace {
  databaseUrl: string
  dataDir: string
  masterKey?: Uint8Array | undefined
  previousMasterKey?: Uint8Array | undefined
}

export interface LoadJob {
  place: LoadPlace
  range: FaceRange
  limit: number
}

/** Faces that a thread reads at once: a tenant whose check comes first waits for one batch of another. */
export const BATCH = 2_000
export const BATCH_CPU_MS = 60_000
export const THREAD_MB = 512

let opened: Promise<FaceSource> | undefined

/** Opened once in each thread. */
export const openSource = (place: LoadPlace): Promise<FaceSource> => {
  opened ??= open(place)
  return opened
}

async function open({ databaseUrl, dataDir, masterKey, previousMasterKey }: LoadPlace): Promise<FaceSource> {
  const keys = masterKey ? keyringOf(masterKey, previousMasterKey) : await keyringIn(dataDir)
  const { db, kind } = connectDatabase(databaseUrl, STATEMENT_MS)
  return { db, kind, keys }
}
