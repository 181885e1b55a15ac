import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Accepted } from '../../formats/result.ts'
import type { ConsoleAuth } from '../../kernel/accounts/auth/console-auth.ts'
import { ModeQuery } from '../../kernel/accounts/contract/console-mode.ts'
import { LONGEST_UUID } from '../../kernel/contract/schema.ts'
import { readPicture } from '../../kernel/evidence/image-input.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { BadCall } from '../../kernel/http/problems.ts'
import { answers, answersFile, noContent } from '../../kernel/http/responses.ts'
import { asBuffer, found } from '../../kernel/results/routes/data.ts'
import { tenantsOf } from '../../kernel/tenants/tenant-scope.ts'
import type { TeachingObstacle } from '../../kernel/vocabulary.ts'
import {
  EngineFault,
  type LessonRefused,
  MOST_TAUGHT_PICTURES,
  type PageLook,
  type TriedPage,
} from '../../vision/engine.ts'
import { deleteDraft, publishDocument, switchDocument } from './actions/change-document.ts'
import { findNotForTeaching } from './actions/find-not-for-teaching.ts'
import { findRefusedPicture } from './actions/find-refused-picture.ts'
import { type KnownDocument, listDocuments } from './actions/list-documents.ts'
import {
  type BadFile,
  exportDocument,
  importDocument,
  inspectDocument,
  type ReceivedDocument,
} from './actions/share-document.ts'
import { lookAtPictures, openPictures, teachDocument, tryDocument } from './actions/teach-document.ts'
import {
  DocumentEntry,
  Imported,
  ImportRequest,
  ImportView,
  LONGEST_MODEL_FILE,
  LookRequest,
  PicturePreview,
  SwitchRequest,
  Taught,
  type TeachingPicture,
  TeachRequest,
  Tried,
  TryRequest,
} from './contract/documents.ts'

const id = Type.String({ format: 'uuid', maxLength: LONGEST_UUID })

const idParams = Type.Object({ id })
const versionParams = Type.Object({ id, version: Type.String({ pattern: '^\\d{1,6}$', maxLength: 6 }) })

const versionOf = ({ id, version }: { id: string; version: string }) => ({ id, version: Number(version) })

/** Teaches documents and tries models. */
const consoleTeachingRoutes = (context: HttpContext, auth: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function teaching(app) {
    const { ports, settings, guard } = context
    const { personOf, actorOf } = auth

    /**
     * Opens the pictures. An uploaded picture is checked like any other that the service receives; opening one of a
     * session is recorded.
     */
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

/** Reports a timeout as such and not as an internal error. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof EngineFault && error.isLate) throw new BadCall('SERVICE_UNAVAILABLE', TOO_LONG)
    throw error
  })
}

const TOO_LONG =
  'Reading the pictures took longer than the engine’s time limit. Nothing was saved. Try again, with smaller pictures.'

/** Publishes models and takes them out of use, imports and exports them. For admins. */
const consoleDocumentAdminRoutes = ({ ports }: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function documentAdmin(app) {
    const ofVersion = { schema: { params: versionParams, ...noContent } }

    app.post('/documents/:id/versions/:version/publish', ofVersion, async (request, reply) => {
      if (!(await publishDocument(ports, versionOf(request.params), actorOf(request)))) throw noSuchVersion()
      return reply.code(204).send(null)
    })

    app.delete('/documents/:id/versions/:version', ofVersion, async (request, reply) => {
      if (!(await deleteDraft(ports, versionOf(request.params), actorOf(request)))) throw noSuchVersion()
      return reply.code(204).send(null)
    })

    const onOrOff = { schema: { params: idParams, body: SwitchRequest, ...noContent } }
    app.post('/documents/:id/switch', onOrOff, async (request, reply) => {
      await switchDocument(ports, request.params.id, request.body.to, actorOf(request))
      return reply.code(204).send(null)
    })

    app.get(
      '/documents/:id/file',
      { schema: { params: idParams, ...answersFile('application/zip') } },
      async (request, reply) => {
        const { file } = found(await exportDocument(ports, request.params.id, actorOf(request)))
        return reply.type('application/zip').header('content-length', file.length).send(asBuffer(file))
      },
    )

    app.post(
      '/documents/files/look',
      { schema: { body: ImportRequest, ...answers(ImportView) }, bodyLimit: LONGEST_MODEL_FILE },
      async (request): Promise<ImportView> =>
        importView(read(await inspectDocument(ports, Buffer.from(request.body.file, 'base64')))),
    )

    const taken = { schema: { body: ImportRequest, ...answers(Imported) }, bodyLimit: LONGEST_MODEL_FILE }
    app.post('/documents/files', taken, async (request): Promise<Imported> => {
      const bytes = Buffer.from(request.body.file, 'base64')
      const { model, version } = read(await importDocument(ports, bytes, actorOf(request)))
      return { id: model.id, version }
    })
  }

const noSuchVersion = () =>
  new BadCall('NOT_FOUND', 'This draft no longer exists: it was published, replaced or deleted.')

function read<Value>(outcome: Accepted<Value> | BadFile): Value {
  if (!outcome.ok) throw new BadCall('BAD_REQUEST', outcome.problem)
  return outcome.value
}

/** The known documents. Everyone can teach and try documents; only admins publish them. */
export const consoleDocumentRoutes = (context: HttpContext, auth: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function documents(app) {
    const { ports } = context

    app.get(
      '/documents',
      { schema: { querystring: ModeQuery, ...answers(Type.Array(DocumentEntry)) } },
      async (request): Promise<DocumentEntry[]> => {
        const scope = { tenants: tenantsOf(auth.personOf(request)), mode: request.query.mode ?? 'live' }
        return (await listDocuments(ports, scope)).map(documentEntry)
      },
    )

    await app.register(consoleTeachingRoutes(context, auth))
    await app.register(async (admins) => {
      admins.addHook('onRequest', auth.onlyAdmins)
      await admins.register(consoleDocumentAdminRoutes(context, auth))
    })
  }

function documentEntry({ taught, ...known }: KnownDocument): DocumentEntry {
  if (!taught) return known
  const { at, ...origin } = taught
  return { ...known, taught: { ...origin, atUtc: at.toISOString() } }
}

const lookView = ({ picture, ...look }: PageLook): PicturePreview => ({ ...look, picture: dataUrl(picture) })

function triedView({ recognised, reading, images }: TriedPage): Tried {
  const { taught, documentName, visual, side, authenticity } = reading
  const picture = images[`original_normalized_${side}`]
  const heatMap = images[`authenticity_${side}`]
  const reference = authenticity?.reference
  return {
    recognised,
    ...(recognised && taught && { agreement: taught.score }),
    documentName,
    fields: visual.map(({ name, value, confidence }) => ({ name, value, confidence })),
    ...(reference && {
      authenticity: {
        score: reference.score,
        places: reference.places ?? [],
        ...(reference.properties && { properties: { ...reference.properties } }),
      },
    }),
    ...(picture && { picture: dataUrl(picture) }),
    ...(heatMap && { heatMap: dataUrl(heatMap) }),
  }
}

function importView({ model, signer, signerIs }: ReceivedDocument): ImportView {
  const { content, ...described } = model
  const fields = content.fields.map(({ name }) => name)
  return { ...described, fields, pictures: content.pictures, signer: signer.fingerprint, signerIs }
}

/** Why nothing could be learnt, as a message for the user. */
function lessonProblem({ refusal, picture }: LessonRefused): string {
  const which = picture === undefined ? 'one of the pictures' : `picture ${picture + 1}`
  return {
    NO_PICTURES: 'Give at least one picture.',
    TOO_MANY_PICTURES: `Give at most ${MOST_TAUGHT_PICTURES} pictures.`,
    DOCUMENT_NOT_FOUND: `No document was found on ${which}. Take another picture, with some space around the document.`,
    DIFFERENT_DOCUMENTS: `${which.charAt(0).toUpperCase()}${which.slice(1)} does not show the same document as the others, or another side of it.`,
    TOO_LITTLE_PRINT:
      'Too little is left of the document without the values. Label fewer lines, or give another picture.',
  }[refusal]
}

/** Why a picture of a session cannot teach, and what to do instead. */
function notForTeachingProblem({ picture, obstacle }: { picture: number; obstacle: TeachingObstacle }): string {
  const why = {
    REJECTED: 'its session was rejected.',
    NOT_APPROVED:
      'two reviewers must have approved its session, or its chip must be trusted. Two reviewers approve a session where the tenant asks for four eyes.',
    DOUBTED:
      'its document is not clearly genuine according to the model, or according to the last version that was taught without pictures of sessions.',
    NOT_COMPARED: 'its session was not compared with this document.',
    TAUGHT: 'it shows a document that was already taught. Teach that one again.',
  }[obstacle]
  return `Picture ${picture + 1} cannot teach a document: ${why} Use a picture of a document that you know to be genuine: send it as a file.`
}

const dataUrl = (jpeg: Uint8Array): string => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
