import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { type Keyring, keyringIn, keyringOf, masterKeyFile, readIfThere } from '../../platform/keys/keys.ts'
import { directoryStore } from '../../platform/objects/directory.ts'
import { tracedStore } from '../../platform/objects/object-store.ts'
import { type S3Credentials, s3Store } from '../../platform/objects/s3.ts'
import type { Tracing } from '../../platform/telemetry/tracing.ts'
import { sqlCredentials } from '../accounts/tables/credentials.ts'
import { sqlLoginFailures } from '../accounts/tables/login-failures.ts'
import { sqlReviewers } from '../accounts/tables/reviewers.ts'
import { sqlSignIns } from '../accounts/tables/sign-ins.ts'
import { sqlAudit } from '../audit/tables/audit.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { DEFAULT_FACE_WAIT_SECONDS } from '../config.ts'
import type { Policy } from '../decision/policy.ts'
import { sqlOutbox } from '../events/tables/outbox.ts'
import { sealedImages } from '../evidence/sealed.ts'
import { sqlFigures } from '../figures/tables/figures.ts'
import { findForeignReason } from '../operations/store-owner.ts'
import { sqlSecrets, sqlSettings, sqlSigningKeys } from '../operations/tables/installation.ts'
import type { FaceIndexWord, FaceSearch } from '../ports/face-search.ts'
import type { Settings } from '../ports/installation.ts'
import type { Ports } from '../ports/ports.ts'
import type { Sessions } from '../ports/sessions.ts'
import { sqlReviews } from '../review/tables/reviews.ts'
import { CHECK_SECRET, findTrial, type Trial, tryKey, WrongMasterKey } from '../rights/check-master-key.ts'
import { openRights, sqlRights } from '../rights/rights.ts'
import { rewrapAll, rotateKeyFile } from '../rights/rotate-master-key.ts'
import { type ReportRow, signedRows } from '../rights/signed-rows.ts'
import { bindSessions } from '../session/tables/bind-sessions.ts'
import { sqlFingerprints } from '../session/tables/fingerprints.ts'
import { sqlHandOvers } from '../session/tables/hand-overs.ts'
import { sqlSessionSearch } from '../session/tables/session-search.ts'
import { sqlSessions } from '../session/tables/sessions.ts'
import { sqlPolicies, sqlTenants } from '../tenants/tables/tenants.ts'
import { sqlTrustedItems } from '../trust/tables/trusted-items.ts'
import { type StorageCheck, storageChecks } from './checks.ts'
import type { Database } from './context.ts'
import { defaultDatabaseUrl, openDatabase } from './database.ts'
import { type FaceSearchOptions, openFaceSearch, openFeatureStorage } from './feature-storage.ts'

export interface StorageOptions {
  dataDir: string
  clock: Clock
  /** The policy for tenants without one of their own. */
  defaultPolicy: Policy
  /** `sqlite:<path>` or `postgres://…`; a file in `dataDir` when absent. */
  databaseUrl?: string | undefined
  /** `s3://bucket/prefix?endpoint=…&region=…`, or a folder; one in `dataDir` when absent. */
  imagesUrl?: string | undefined
  s3?: S3Credentials | undefined
  /** 32 bytes; a file in `dataDir` when absent. */
  masterKey?: Uint8Array | undefined
  /** Still opens what it wrapped, during a rotation. */
  previousMasterKey?: Uint8Array | undefined
  /** The free space required on the disks it writes to, for readiness. */
  leastFreeBytes?: number | undefined
  /** The free space below a folder, for tests that have a disk of their own. */
  freeBytes?: (folder: string) => Promise<number>
  /** Where faces are searched; in memory when absent. */
  faceIndex?: FaceIndexWord | undefined
  /** The longest time that the duplicate check waits for faces that are still being read. */
  faceWaitSeconds?: number | undefined
  /** For tests of the search for faces: in which reading is slow, or in which few faces make a snapshot or an index. */
  faces?: Partial<Pick<FaceSearchOptions, 'beforeBatch' | 'segmentRows' | 'quietMs' | 'indexFrom'>>
  /** Called with what an operator should know; a warning of the process when absent. */
  warn?: ((message: string) => void) | undefined
  tracing?: Tracing | undefined
  /** Called with each row that would have given a right and was refused; see sql/rights. */
  refusedRow?: ReportRow | undefined
}

/** Every port except those of the engine, and what the maintenance commands need in addition. */
export interface Storage extends Omit<Ports, 'engine' | 'catalogue' | 'clock'> {
  settings: Settings
  /** The search for faces, for the duplicate check. */
  faceIndex: Pick<FaceSearch, 'place' | 'refresh' | 'progress' | 'stop'>
  database: Database
  keys: Keyring
  /** Removes from disk what erased sessions have left in logs and dead rows; false when it has to be called again. */
  tidy(): Promise<boolean>
  /**
   * Why the pictures in the store may belong to another installation; undefined if they belong to this one. Marks
   * nothing.
   */
  foreignPictures(): Promise<string | undefined>
  /** Whether the systems that it depends on are available, for readiness. */
  checks: StorageCheck[]
  close(): Promise<void>
}

/** Opens everything that outlives the process. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const store = openStore(options)
  const { clock } = options
  const opened: { keys?: Keyring; auditKey?: KeyObject } = {}
  const url = options.databaseUrl ?? defaultDatabaseUrl(options.dataDir)
  const database = await openDatabase(url, {
    async look(db) {
      opened.keys = await openKeyring(options, await findTrial(db))
    },
    async after(migrated, from) {
      opened.auditKey = await openRights(migrated, { keys: opened.keys as Keyring, clock }, from)
      await bindSessions(migrated, opened.keys as Keyring, from)
    },
    tracing: options.tracing,
  })
  const [keys, auditKey] = [opened.keys as Keyring, opened.auditKey as KeyObject]
  const context = { db: database.db, keys, clock, auditKey, signed: signedRows(auditKey, options.refusedRow) }
  const secrets = sqlSecrets(context)
  const { masterKey, previousMasterKey, dataDir } = options
  const faceIndex = openFaceSearch({ ...context, kind: database.kind }, secrets, {
    place: { databaseUrl: url, dataDir, masterKey, previousMasterKey },
    faceIndex: options.faceIndex ?? 'memory',
    waitMs: (options.faceWaitSeconds ?? DEFAULT_FACE_WAIT_SECONDS) * 1000,
    warn: options.warn ?? ((message) => process.emitWarning(message)),
    ...options.faces,
  })
  const sessions = forgettingFaces(sqlSessions(context, secrets), faceIndex)
  await secrets.get(CHECK_SECRET)
  // Leftovers of a crash in the log are removed before anything else is written.
  if (database.kind === 'sqlite') await database.compact()
  return {
    ...openFeatureStorage(context, secrets, database.kind),
    sessions,
    images: sealedImages(context, store),
    tenants: sqlTenants(context),
    audit: sqlAudit(context, database.kind),
    credentials: sqlCredentials(context),
    outbox: sqlOutbox(context),
    signingKeys: sqlSigningKeys(context),
    secrets,
    reviewers: sqlReviewers(context, database.kind),
    reviews: sqlReviews(context),
    fingerprints: sqlFingerprints(context, secrets, faceIndex),
    faceIndex,
    signIns: sqlSignIns(context),
    loginFailures: sqlLoginFailures(context, secrets, database.kind),
    handOvers: sqlHandOvers(context),
    sessionSearch: sqlSessionSearch(context, secrets, sessions),
    figures: sqlFigures(context, database.kind),
    trustedItems: sqlTrustedItems(context),
    policies: sqlPolicies(context, options.defaultPolicy),
    settings: sqlSettings(context),
    installation: {
      ...sqlRights(context, database.kind),
      takeBackup: (folder, progress) => takeBackup({ database, store, keys, now: options.clock() }, folder, progress),
      verifyBackup: (folder, progress) => verifyBackup(keys, folder, progress),
      async rotateMasterKey() {
        const rewrap = () =>
          options.masterKey ? rewrapAll(database.db, keys) : rotateKeyFile(dataDir, database.db, keys)
        const count = await rewrap()
        await faceIndex.removeKept()
        return count
      },
    },
    database,
    keys,
    foreignPictures: () => findForeignReason(database.db, store, { claims: false }),
    tidy: () => compactErased(database),
    checks: storageChecks({
      ...context,
      database,
      store,
      folders: foldersOf(options, database),
      leastFreeBytes: options.leastFreeBytes ?? 0,
      ...(options.freeBytes && { freeBytes: options.freeBytes }),
    }),
    async close() {
      await faceIndex.stop()
      await database.close()
    },
  }
}

/** A session's erased face leaves the memory of this node immediately; other nodes follow. */
const forgettingFaces = (sessions: Sessions, index: FaceSearch): Sessions => ({
  ...sessions,
  async save(session, effects) {
    const saved = await sessions.save(session, effects)
    if (saved && effects?.forgetFace) index.forget(session.tenant, session.id)
    return saved
  },
  async beginErasure(tenant, id, ...rest) {
    const begun = await sessions.beginErasure(tenant, id, ...rest)
    if (begun) index.forget(tenant, id)
    return begun
  },
})

/** The active keys, tested on the contents of the database. A key is generated only for an empty database. */
export async function openKeyring(
  { dataDir, masterKey, previousMasterKey }: Pick<StorageOptions, 'dataDir' | 'masterKey' | 'previousMasterKey'>,
  trial?: Trial,
): Promise<Keyring> {
  if (!masterKey && trial && readIfThere(masterKeyFile(dataDir)) === undefined)
    throw new WrongMasterKey(
      `There is no ${masterKeyFile(dataDir)}, and the database holds data sealed under the key ${trial.masterKeyId}. ` +
        'Restore the file, or give the key as MASTER_KEY. No other key can be generated for this database.',
    )
  const keys = masterKey ? keyringOf(masterKey, previousMasterKey) : await keyringIn(dataDir)
  if (trial) tryKey(keys, trial)
  return keys
}

export function openStore({ dataDir, imagesUrl = join(dataDir, 'images'), s3, tracing }: StorageOptions) {
  if (!imagesUrl.startsWith('s3:')) return tracedStore(directoryStore(imagesUrl), tracing, 'folder')
  if (!s3) throw new Error('IMAGES_URL names a bucket: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed')
  return tracedStore(s3Store(imagesUrl, s3), tracing, 's3')
}

/** Where this process writes files. */
function foldersOf({ dataDir, imagesUrl = join(dataDir, 'images') }: StorageOptions, { kind }: Database): string[] {
  const pictures = imagesUrl.startsWith('s3:') ? [] : [imagesUrl]
  return [...(kind === 'sqlite' ? [dataDir] : []), ...pictures]
}

/** Sessions forgotten in one statement. */
const BATCH = 500

/**
 * Compacts if sessions were erased since the last time, on any node and before any crash: an erasure notes itself in
 * its own transaction, and the note is removed when the files are clean. False when somebody is reading just now.
 */
async function compactErased({ db, compact }: Pick<Database, 'db' | 'compact'>): Promise<boolean> {
  const due = await db.selectFrom('compaction_due').select('session_id').execute()
  if (!due.length) return true
  if (!(await compact())) return false
  const ids = due.map(({ session_id }) => session_id)
  for (let at = 0; at < ids.length; at += BATCH)
    await db
      .deleteFrom('compaction_due')
      .where('session_id', 'in', ids.slice(at, at + BATCH))
      .execute()
  return true
}
