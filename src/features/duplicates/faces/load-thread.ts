import { connectDatabase } from '../../../kernel/storage/database.ts'
import { keyringIn, keyringOf } from '../../../platform/keys/keys.ts'
import { STATEMENT_MS } from '../../../platform/sql/timed-pool.ts'
import { answerJobs } from '../../../platform/thread.ts'
import { type FaceRange, type FaceSource, readFaces } from './read-faces.ts'

/** Where the thread finds the faces, and what opens them. */
export interface LoadPlace {
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

let opened: Promise<FaceSource> | undefined

async function openSource({ databaseUrl, dataDir, masterKey, previousMasterKey }: LoadPlace): Promise<FaceSource> {
  const keys = masterKey ? keyringOf(masterKey, previousMasterKey) : await keyringIn(dataDir)
  const { db, kind } = connectDatabase(databaseUrl, STATEMENT_MS)
  return { db, kind, keys }
}

/** The program of the thread that reads and opens faces, so that the service goes on answering. */
answerJobs(async ({ place, range, limit }: LoadJob) => {
  opened ??= openSource(place)
  return readFaces(await opened, range, limit)
})
