import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { EngineFault } from '../../../actions/ports/engine.ts'
import {
  LookRequest,
  PicturePreview,
  Taught,
  type TeachingPicture,
  TeachRequest,
  Tried,
  TryRequest,
} from '../../../contract/console/documents.ts'
import type { ConsoleAuth } from '../../../http/auth/console-auth.ts'
import type { HttpContext } from '../../../http/context.ts'
import { readPicture } from '../../../http/input/image-input.ts'
import { BadCall } from '../../../http/present/problems.ts'
import { answers } from '../../../http/routes/console/answers.ts'
import { findNotForTeaching } from '../actions/find-not-for-teaching.ts'
import { findRefusedPicture } from '../actions/find-refused-picture.ts'
import { openPictures } from '../actions/open-pictures.ts'
import { lookAtPictures, teachDocument, tryDocument } from '../actions/teach-document.ts'
import { lessonProblem, lookView, notForTeachingProblem, triedView } from '../present-documents.ts'
import { versionOf, versionParams } from './document-params.ts'

/** Teaching documents and trying what was learnt. */
export const consoleTeachingRoutes = (context: HttpContext, auth: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function teaching(app) {
    const { ports, settings, guard } = context
    const { personOf, actorOf } = auth

    /** What was sent is looked at as any picture that comes to the service; one of a session is opened on record. */
    const open = async (request: FastifyRequest, pictures: readonly TeachingPicture[]): Promise<Uint8Array[]> => {
      const given = await Promise.all(
        pictures.map(async (picture) =>
          'data' in picture
            ? { bytes: await readPicture({ bytes: Buffer.from(picture.data, 'base64') }, guard, settings) }
            : picture,
        ),
      )
      const opened = await openPictures(ports, personOf(request), given)
      if (!opened.ok) throw new BadCall('NOT_FOUND')
      return opened.value
    }
    /** Base64 takes 4 characters for 3 bytes. */
    const roomFor = (pictures: number) => Math.ceil((pictures * settings.maxImageBytes * 4) / 3) + 65_536

    const look = { schema: { body: LookRequest, ...answers(Type.Array(PicturePreview)) }, bodyLimit: roomFor(5) }
    app.post('/documents/look', look, async (request): Promise<PicturePreview[]> => {
      const pictures = await open(request, request.body.pictures)
      return (await inTime(lookAtPictures(ports, pictures))).map(lookView)
    })

    const teach = { schema: { body: TeachRequest, ...answers(Taught) }, bodyLimit: roomFor(5) }
    app.post('/documents/teach', teach, async (request): Promise<Taught> => {
      const { pictures, ...description } = request.body
      const checked = await findNotForTeaching(ports, personOf(request), pictures, description.id)
      if (!checked.ok) throw new BadCall('NOT_FOUND')
      if (checked.value) throw new BadCall('BAD_REQUEST', notForTeachingProblem(checked.value))
      const sessions = pictures.flatMap((picture) => ('sessionId' in picture ? picture.sessionId : []))
      const opened = await open(request, pictures)
      const sent = opened.map((bytes, at) => ('data' in (pictures[at] ?? {}) ? bytes : undefined))
      const refused = await findRefusedPicture(ports, personOf(request), sent)
      if (refused !== undefined)
        throw new BadCall('BAD_REQUEST', notForTeachingProblem({ picture: refused, obstacle: 'REJECTED' }))
      const lesson = { ...description, sessions, pictures: opened }
      const taught = await inTime(teachDocument(ports, lesson, actorOf(request)))
      if (taught.ok) return taught.value
      if (taught.refusal === 'NOT_FOUND') throw new BadCall('NOT_FOUND')
      throw new BadCall('BAD_REQUEST', lessonProblem(taught))
    })

    const trial = { schema: { params: versionParams, body: TryRequest, ...answers(Tried) }, bodyLimit: roomFor(1) }
    app.post('/documents/:id/versions/:version/try', trial, async (request): Promise<Tried> => {
      const [picture = new Uint8Array()] = await open(request, [request.body.picture])
      const tried = await inTime(tryDocument(ports, versionOf(request.params), picture))
      if (tried.ok) return triedView(tried.value)
      if (tried.refusal === 'NOT_FOUND') throw new BadCall('NOT_FOUND')
      return { recognised: false, refusal: tried.refusal, fields: [] }
    })
  }

/** Pictures that take too long are called that, and not a fault. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof EngineFault && error.isLate) throw new BadCall('SERVICE_UNAVAILABLE', TOO_LONG)
    throw error
  })
}

const TOO_LONG =
  'Reading the pictures took longer than the engine’s time limit. Nothing was saved. Try again, with smaller pictures.'
