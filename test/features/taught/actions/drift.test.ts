import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNotForTeaching } from '../../../../src/features/taught/actions/find-not-for-teaching.ts'
import { teachDocument } from '../../../../src/features/taught/actions/teach-document.ts'
import type { NewDraft } from '../../../../src/features/taught/ports/document-models.ts'
import { accept } from '../../../../src/formats/result.ts'
import type { Ports } from '../../../../src/kernel/ports/ports.ts'
import type { Session } from '../../../../src/kernel/session/session.ts'
import type { Lesson, Trial } from '../../../../src/vision/engine.ts'
import { CLEARLY_GENUINE } from '../../../../src/vision/operating-point.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import type { DocumentModel } from '../../../../src/vision/taught/model.ts'
import { passportPage } from '../../../kernel/decision/genuine.ts'
import { drawCard, judged, photographed, taughtWith } from '../../../vision/taught/compare/drawn-card.ts'

/**
 * The real learning, comparison and rule; storage, reviewers and the finding of the card in a picture are written down. An
 * attacker's copies come a little nearer to the imitation from one lesson to the next: each is clearly genuine by the version
 * that was taught with the last ones. Two reviewers approve all of them, and the document is taught again with nothing else.
 */

const [ADA, BEN] = [
  { reviewer: 'ada', verdict: 'approve' },
  { reviewer: 'ben', verdict: 'approve' },
] as const
const DESCRIBED = { country: 'UTO', type: 'IDENTITY_CARD', side: 'FRONT', name: 'Card of Utopia' } as const

/** A card whose background is weaker than it should be: 1 is flat, which is the imitation. */
const shoot = (faded: number, holder: number): Picture =>
  photographed(drawCard({ faded, shade: 10 * holder, dots: true }), {
    seed: 7 + holder,
    lit: 0.15 + 0.02 * holder,
    red: 1 - 0.02 * (holder % 3),
  })

/** Sessions and versions of one document. */
async function office(genuine: readonly Picture[]) {
  const [first, pictures, sessions] = [
    await taughtWith(genuine),
    new Map<string, Picture>(),
    new Map<string, Session>(),
  ]
  const versions: DocumentModel[] = [first]
  const shown = (bytes: Uint8Array): Picture => pictures.get(Buffer.from(bytes).toString()) ?? assert.fail()
  const read = async (model: DocumentModel, picture: Picture) => ({
    ...passportPage(),
    taught: { id: model.id, version: model.version, score: 100 },
    authenticity: { reference: await judged(model, picture) },
  })
  const ports = {
    clock: () => new Date(0),
    audit: { record: async () => {} },
    reviews: { find: async () => ({ tenant: 'acme' }), of: async () => [ADA, BEN] },
    sessions: { load: async (_: string, id: string) => sessions.get(id) },
    images: { get: async (id: string) => Buffer.from(id) },
    documentModels: {
      list: async () => versions.map((each) => ({ ...each, status: 'published' })),
      load: async (_: string, version: number) => versions.find((each) => each.version === version),
      keepDraft: async ({ model }: NewDraft) => versions.unshift({ ...model, version: versions.length + 1 }),
    },
    engine: {
      learnDocument: async (lesson: Lesson) => {
        const { content } = await taughtWith(lesson.pictures.map(shown))
        return { ok: true, content, pictures: [], zones: [], notFound: [], leftOut: [] }
      },
      tryDocument: async ({ picture, model }: Trial) =>
        accept({ recognised: true, reading: await read(model, shown(picture)), images: {} }),
    },
  } as unknown as Ports
  const chief = { username: 'chief', role: 'admin' } as const

  return {
    first,
    current: () => versions[0] ?? first,
    /** Sessions that two reviewers approved; each was read by what was in use. */
    approve: async (copies: readonly Picture[]): Promise<string[]> => {
      const [model] = versions as [DocumentModel]
      const ids: string[] = []
      for (const copy of copies) {
        const id = `session ${sessions.size}`
        pictures.set(id, copy)
        const document = { pages: [await read(model, copy)] }
        const images = { FRONT: { original_FRONT: 'picture' } }
        sessions.set(id, { id, tenant: 'acme', status: 'MANUAL_APPROVED', document, images } as unknown as Session)
        ids.push(id)
      }
      return ids
    },
    /** Teaches with them as the console does; says what stood in the way. */
    teach: async (ids: readonly string[]) => {
      const given = ids.map((sessionId) => ({ sessionId, image: 'original_FRONT' }))
      const checked = await findNotForTeaching(ports, chief, given, first.id)
      assert.ok(checked.ok)
      if (checked.value) return checked.value.obstacle
      const lesson = { ...DESCRIBED, named: [], pictures: ids.map((id) => Buffer.from(id)) }
      assert.ok((await teachDocument(ports, { ...lesson, id: first.id, sessions: ids }, 'reviewer:chief')).ok)
      return undefined
    },
  }
}

const isClear = async (model: DocumentModel, picture: Picture): Promise<boolean> =>
  (await judged(model, picture)).score >= CLEARLY_GENUINE

test('near-copies that come nearer to an imitation step by step do not make it pass, by the real comparison', async () => {
  const { approve, teach, first, current } = await office([0, 1, 2].map((holder) => shoot(0, holder)))
  const three = (faded: number) => [3, 4, 5].map((holder) => shoot(faded, holder))

  // The farthest that what was taught takes for genuine. It is learnt: two people approved it.
  assert.equal(await teach(await approve(three(0.12))), undefined)
  assert.equal(current().version, 2)
  assert.equal(current().content.lent, 3)

  // The version that was taught with them would take the next step for genuine, and so on up to the imitation…
  const next = shoot(0.26, 6)
  assert.ok(await isClear(current(), next))
  assert.ok(!(await isClear(first, next)))
  // …but what was taught without pictures of sessions has a say in every lesson. So nothing that is farther away than the
  // first step is ever learnt, however many copies there are: fifty of them are as far as these.
  const learnt = current()
  assert.equal(await teach(await approve([next])), 'DOUBTED')
  assert.equal(current(), learnt, 'what was kept out has changed nothing')

  // Taught with the farthest copies that can be learnt, the document still refuses the imitation.
  assert.ok((await judged(learnt, shoot(1, 7))).score <= 50)
  assert.ok(await isClear(learnt, shoot(0, 8)), 'a genuine one passes')
})
