import { PAGE_SIDES, type PageSide } from '../../../formats/document-words.ts'
import { accept, type Result, refuse } from '../../../formats/result.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Review } from '../../../kernel/ports/review.ts'
import type { Examiner } from '../../../kernel/review/claim-case.ts'
import { imagesOf, type Session } from '../../../kernel/session/session.ts'
import { loadCase } from '../../../kernel/tenants/tenant-scope.ts'
import type { TeachingObstacle } from '../../../kernel/vocabulary.ts'
import type { DocumentModel } from '../../../vision/taught/model.ts'
import { findTeachingObstacle } from '../domain/may-teach.ts'

interface NotForTeaching {
  /** The index of the first picture that must not be used. */
  picture: number
  obstacle: TeachingObstacle
}

type Needs = Pick<Ports, 'sessions' | 'images' | 'reviews' | 'documentModels' | 'engine' | 'audit' | 'clock'>

/**
 * Whether pictures of sessions may teach this document (a new one if `id` is absent); refusals are recorded. A draft
 * that was never in use counts as new: nothing was compared with it. The person who uploads a picture is responsible
 * for it; `findRefusedPicture` detects pictures of rejected sessions among uploads.
 */
export async function findNotForTeaching(
  ports: Needs,
  examiner: Examiner,
  pictures: readonly (object | { sessionId: string; image: string })[],
  id?: string,
): Promise<Result<NotForTeaching | undefined, 'NOT_FOUND'>> {
  const anchor = id === undefined ? undefined : await loadAnchor(ports, id)
  for (const [picture, given] of pictures.entries()) {
    if (!('sessionId' in given)) continue
    const { sessionId, image } = given
    const side = PAGE_SIDES.find((each) => image === `original_${each}`)
    const session = side && (await loadCase(ports, examiner, sessionId))
    if (!side || !session) return refuse('NOT_FOUND')
    const lender = { session, acts: await ports.reviews.of(sessionId), side }
    const obstacle =
      findTeachingObstacle({ ...lender, model: anchor?.id }) ?? (anchor && (await findDeviation(ports, lender, anchor)))
    if (!obstacle) continue
    await ports.audit.record({
      at: ports.clock(),
      tenant: session.tenant,
      actor: `reviewer:${examiner.username}`,
      action: 'document.teach.refused',
      sessionId,
      detail: { because: obstacle, ...(id !== undefined && { document: id }) },
    })
    return accept({ picture, obstacle })
  }
  return accept(undefined)
}

/**
 * The version that pictures of sessions must agree with, whatever was learnt from others since: the newest used version
 * that was not taught with pictures of sessions, or else the first. Otherwise each version would accept copies that are
 * a little worse than those that taught it. Undefined if no version was in use.
 */
async function loadAnchor(
  { documentModels }: Pick<Ports, 'documentModels'>,
  id: string,
): Promise<DocumentModel | undefined> {
  const versions = (await documentModels.list()).filter((each) => each.id === id && each.status !== 'draft')
  let model: DocumentModel | undefined
  for (const { version } of versions) {
    model = await documentModels.load(id, version)
    if (model && !model.content.lent) return model
  }
  return model
}

/** Compares the picture with the anchor, unless the session was already compared with it. */
async function findDeviation(
  { engine, images }: Pick<Ports, 'engine' | 'images'>,
  { session, acts, side }: { session: Session; acts: readonly Review[]; side: PageSide },
  anchor: DocumentModel,
): Promise<TeachingObstacle | undefined> {
  const page = session.document?.pages.find((each) => each.side === side)
  if (page?.taught?.version === anchor.version) return undefined
  const object = imagesOf(session)[`original_${side}`]
  const picture = object === undefined ? undefined : await images.get(session.id, object)
  const tried = picture && (await engine.tryDocument({ picture, model: anchor }))
  if (!tried?.ok || !tried.value.recognised) return 'NOT_COMPARED'
  const compared = { ...session, document: { pages: [{ ...tried.value.reading, side }] } }
  return findTeachingObstacle({ session: compared, acts, side, model: anchor.id })
}
