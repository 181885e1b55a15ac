import type { Kysely } from 'kysely'
import { isApproved, type Session } from '../../../domain/session.ts'
import type { Status } from '../../../domain/vocabulary.ts'
import { DAY } from '../../../storage/sql/counts/session-count.ts'
import type { Schema } from '../../../storage/sql/database/schema.ts'

/**
 * Counts the taught models that a session showed, on the day it was finished: once as seen when that happens, once as
 * approved when it becomes so, and no longer when that is taken back. The counts name no session, and outlive its erasure.
 */
export async function countModels(
  trx: Kysely<Schema>,
  before: { status: Status; completed_at: number | null },
  session: Session,
): Promise<void> {
  const { completedAt, tenant, mode } = session
  if (!completedAt) return
  const seen = before.completed_at === null ? 1 : 0
  const approved = Number(isApproved(session.status)) - Number(isApproved(before.status))
  if (!seen && !approved) return
  const day = completedAt.getTime() - (completedAt.getTime() % DAY)
  for (const model of modelsSeen(session)) {
    await trx
      .insertInto('document_model_count')
      .values({ model, tenant, mode, day, seen, approved })
      .onConflict((conflict) =>
        conflict.columns(['day', 'model', 'tenant', 'mode']).doUpdateSet((eb) => ({
          seen: eb('document_model_count.seen', '+', seen),
          approved: eb('document_model_count.approved', '+', approved),
        })),
      )
      .execute()
  }
}

/** In one order everywhere, in which their rows are locked. */
const modelsSeen = ({ document }: Session): string[] =>
  [...new Set(document?.pages.flatMap(({ taught }) => (taught ? [taught.id] : [])))].sort()
