import '../../src/features/index.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { openStorage, type StorageOptions } from '../../src/kernel/storage/open.ts'
import { auditEntry, freshSession } from './sample.ts'

/** Writes sessions with pictures and events until it is killed; a line on stdout for each that is acknowledged. */
const options = JSON.parse(process.argv[2] ?? '') as Pick<StorageOptions, 'dataDir' | 'databaseUrl'>
const storage = await openStorage({ ...options, clock: () => new Date(), defaultPolicy: defaultPolicy() })
for (;;) {
  const session = freshSession({ request: { externalId: 'kill' } })
  await storage.sessions.create(session)
  const object = await storage.images.put(session.id, Buffer.from(`picture of ${session.id}`))
  const changed = { ...session, status: 'AUTO_APPROVED' as const, images: { FACE: { face_original: object } } }
  await storage.sessions.save(changed, {
    events: [{ type: 'status', status: 'AUTO_APPROVED' }],
    audit: auditEntry('session.complete', { sessionId: session.id }),
  })
  console.log(session.id)
}
