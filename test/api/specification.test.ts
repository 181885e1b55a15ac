import { after, before, describe } from 'node:test'
import { type StartApp, startTestApp } from '../support/app.ts'
import { createMigrated } from '../support/migrated.ts'
import { postgresUnavailable, sharedPostgres } from '../support/postgres.ts'
import { type S3Server, startS3 } from '../support/s3.ts'
import { authenticationSection } from './sections/authentication.ts'
import { completeSection } from './sections/complete.ts'
import { decisionSection } from './sections/decision.ts'
import { deletionSection } from './sections/deletion.ts'
import { documentSection } from './sections/document.ts'
import { documentResultSection } from './sections/document-result.ts'
import { faceSection } from './sections/face.ts'
import { faceResultSection } from './sections/face-result.ts'
import { imagesSection } from './sections/images.ts'
import { modesSection } from './sections/modes.ts'
import { reviewerSection } from './sections/reviewer.ts'
import { sessionSection } from './sections/session.ts'
import { sessionListSection } from './sections/session-list.ts'
import { statusSection } from './sections/status.ts'

/** The specification, section by section, over HTTP: once on one machine's storage, once on that of many. */
const sections = [
  sessionSection,
  documentSection,
  faceSection,
  completeSection,
  reviewerSection,
  statusSection,
  decisionSection,
  documentResultSection,
  faceResultSection,
  imagesSection,
  sessionListSection,
  deletionSection,
  authenticationSection,
  modesSection,
]

describe('on SQLite and a folder', () => {
  for (const section of sections) section(startTestApp)
})

describe('on PostgreSQL and S3', { skip: postgresUnavailable() ?? false }, () => {
  let s3: S3Server
  before(async () => {
    s3 = await startS3()
  })
  after(() => s3.stop())
  const start: StartApp = async (options) =>
    startTestApp({
      ...options,
      storage: { databaseUrl: await createMigrated(await sharedPostgres()), imagesUrl: s3.url, s3: s3.credentials },
    })
  for (const section of sections) section(start)
})
