import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type TSchema, Type } from 'typebox'
import type { Result } from '../../../formats/result.ts'
import { basicAuth } from '../../accounts/auth/auth.ts'
import { LONGEST_IN_ADDRESS, ref } from '../../contract/schema.ts'
import { DecisionResponse, EvidenceKeyResponse, ExplanationResponse } from '../../decision/contract/decision.ts'
import { deleteSession, forgetFace } from '../../erasure/erase.ts'
import { resultImages } from '../../evidence/evidence-kind.ts'
import type { ImageName } from '../../evidence/evidence-names.ts'
import type { Feature } from '../../feature.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { problems } from '../../http/responses.ts'
import type { Session } from '../../session/session.ts'
import { ImagesResponse } from '../contract/results.ts'
import { SessionListQuery, SessionListResponse, StatusResponse } from '../contract/session-list.ts'
import { bundleEvidence } from '../evidence-bundle.ts'
import { readEvidencePublicKey } from '../evidence-format.ts'
import { explain } from '../explain.ts'
import { decisionResponse, explanationResponse, imagesResponse, sessionList } from '../present.ts'
import { listSessions, type NotReady, type ResultPart, readImage, readResults, readStatus } from '../read-results.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Specification 4.4: everything an integrator reads, and the deletion. HTTP basic. */
export const dataRoutes = (context: HttpContext, features: readonly Feature[]): FastifyPluginAsyncTypebox =>
  async function data(app) {
    const { ports } = context
    const { authenticateFor, readerOf } = basicAuth(context)
    const security = [{ basic: [] }]
    const [toRead, toDelete] = [authenticateFor('read'), authenticateFor('delete')]
    app.addHook('onRequest', (request) => (request.method === 'GET' ? toRead(request) : toDelete(request)))

    app.get('/:sessionId/status', {
      schema: {
        operationId: 'readStatus',
        tags: ['Results'],
        summary: 'Session status',
        description: 'The current state of the session. Poll about once a minute, or let webhooks tell you.',
        security,
        params: sessionParams,
        response: { 200: ref(StatusResponse), ...problems(401, 403, 404, 429, 503) },
      },
      handler: async (request) => {
        const status = await readStatus(ports, readerOf(request), idOf(request.params))
        if (!status) throw new BadCall('NOT_FOUND')
        return { status }
      },
    })

    /** A result that is only available in a final state. */
    const result = (
      path: string,
      what: ResultPart,
      schema: TSchema,
      words: object,
      present: (session: Session) => unknown,
    ) =>
      app.get(`/:sessionId/${path}`, {
        schema: {
          ...words,
          tags: ['Results'],
          security,
          params: sessionParams,
          response: { 200: schema, ...problems(401, 403, 404, 409, 429, 503) },
        },
        handler: async (request) => {
          const session = found(await readResults(ports, readerOf(request), idOf(request.params), what))
          const body = present(session)
          if (body === undefined) throw new BadCall('NOT_FOUND')
          return body
        },
      })

    result('decision/results', 'decision', ref(DecisionResponse), decisionWords, decisionResponse)
    for (const feature of features)
      for (const { path, part, schema, words, present } of (await feature.results?.()) ?? [])
        result(path, part, schema, words, present)
    result('images', 'images', ref(ImagesResponse), imagesWords, imagesResponse)

    /** The use-case table of the specification spells the path `/image/`; both paths give the same answer. */
    for (const [path, words] of [
      ['images', imageWords],
      ['image', imageAliasWords],
    ] as const)
      app.get(`/:sessionId/${path}/:imageName`, {
        schema: {
          ...words,
          tags: ['Results'],
          security,
          params: imageParams,
          response: { 200: jpeg, ...problems(401, 403, 404, 409, 429, 503) },
        },
        handler: async (request, reply) => {
          const name = knownName(request.params.imageName)
          const bytes = found(await readImage(ports, readerOf(request), idOf(request.params), name))
          return reply.type('image/jpeg').header('content-length', bytes.length).send(asBuffer(bytes))
        },
      })

    app.get('/session/list', {
      preValidation: async (request) => {
        request.query = withNumbers(request.query)
      },
      schema: {
        operationId: 'listSessions',
        tags: ['Sessions'],
        summary: 'List sessions',
        description: 'One page of your sessions of one mode, newest first. The header `x-total-count` holds the total.',
        security,
        querystring: SessionListQuery,
        response: { 200: ref(SessionListResponse), ...problems(400, 401, 403, 429, 503) },
      },
      handler: async (request, reply) => {
        const page = { number: request.query.PageNumber, size: request.query.PageSize }
        const { tenant, mode } = readerOf(request)
        if (request.query.mode !== undefined && request.query.mode !== mode)
          throw new BadCall('FORBIDDEN', `This credential is for ${mode} sessions.`)
        const { total, rows } = await listSessions(ports, { tenant, mode }, page)
        reply.header('x-total-count', String(total))
        return sessionList(page, rows)
      },
    })

    app.post('/:sessionId/forget-face', {
      schema: {
        operationId: 'forgetFace',
        tags: ['Sessions'],
        summary: 'Erase a face',
        description:
          'Erases the face templates of a decided session: nobody is recognised by it any more, neither as a returning person nor by the duplicate check. The session, its results and its pictures stay.',
        security,
        params: sessionParams,
        response: {
          204: Type.Null({ description: 'Erased, now or before.' }),
          ...problems(401, 403, 404, 409, 429),
        },
      },
      handler: async (request, reply) => {
        found(await forgetFace(ports, readerOf(request), idOf(request.params)))
        return reply.code(204).send(null)
      },
    })

    app.delete('/:sessionId', {
      schema: {
        operationId: 'deleteSession',
        tags: ['Sessions'],
        summary: 'Delete a session',
        description:
          'Removes all data of the person: document and face pictures, what was read, Trust Factors and scores. It cannot be undone.',
        security,
        params: sessionParams,
        response: { 204: Type.Null({ description: 'Deleted.' }), ...problems(401, 403, 404, 429, 503) },
      },
      handler: async (request, reply) => {
        if (!(await deleteSession(ports, readerOf(request), idOf(request.params)))) throw new BadCall('NOT_FOUND')
        return reply.code(204).send(null)
      },
    })
  }

const sessionId = Type.String({ description: 'The sessionId of initialize.', maxLength: LONGEST_IN_ADDRESS })
export const sessionParams = Type.Object({ sessionId })
const imageParams = Type.Object({
  sessionId,
  imageName: Type.String({
    description: 'A name from the images list.',
    maxLength: LONGEST_IN_ADDRESS,
    examples: ['original_normalized_FRONT'],
  }),
})
const jpeg = {
  description: 'The image.',
  content: { 'image/jpeg': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
}

const decisionWords = {
  operationId: 'readDecision',
  summary: 'Decision and Trust Factors',
  description: 'The decision with its score and level, and what each Trust Factor found.',
}
const imagesWords = {
  operationId: 'listImages',
  summary: 'Image names',
  description: 'The names of the images that can be downloaded.',
}
const imageWords = { operationId: 'readImage', summary: 'One image', description: 'The bytes of one image, as JPEG.' }
const imageAliasWords = {
  operationId: 'readImageAlias',
  summary: 'One image, other spelling',
  description: 'The same as `/images/{imageName}`.',
}

/** The id in the path. Anything that is not a UUID is answered like an unknown id. */
export function idOf({ sessionId }: { sessionId: string }): string {
  if (!UUID.test(sessionId)) throw new BadCall('NOT_FOUND')
  return sessionId.toLowerCase()
}

export function found<Value>(outcome: Result<Value, 'NOT_FOUND'> | NotReady): Value {
  if (outcome.ok) return outcome.value
  if ('status' in outcome) throw new BadCall('RESULTS_NOT_READY', '', { sessionStatus: outcome.status })
  throw new BadCall('NOT_FOUND')
}

/** A name from the vocabulary, or the empty one, which no image has. */
const knownName = (name: string): ImageName | '' => resultImages().find((known) => known === name) ?? ''

/** Turns query values made of digits into numbers; anything else stays text, which the schema refuses. */
export function withNumbers<Query extends object>(query: Query): Query {
  const entries: [string, unknown][] = Object.entries(query)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value,
    ]),
  ) as Query
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Why a session was decided as it was, and the proof of it. HTTP basic. */
export const evidenceRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function evidence(app) {
    const { ports } = context
    const { authenticateFor, readerOf } = basicAuth(context)
    const common = { tags: ['Results'], security: [{ basic: [] }] }
    app.addHook('onRequest', authenticateFor('read'))

    app.get('/:sessionId/decision/explanation', {
      schema: {
        ...common,
        operationId: 'explainDecision',
        summary: 'Why it was decided that way',
        description:
          'The decision with the reason and the values of every Trust Factor, the policy, the models and the reviews.',
        params: sessionParams,
        response: { 200: ref(ExplanationResponse), ...problems(401, 403, 404, 409, 429, 503) },
      },
      handler: async (request) =>
        explanationResponse(found(await explain(ports, readerOf(request), idOf(request.params)))),
    })

    app.get('/:sessionId/evidence', {
      schema: {
        ...common,
        operationId: 'readEvidence',
        summary: 'Signed evidence',
        description:
          'A ZIP file with the decision, the evidence it rests on, the policy, the reviews, the audit trail and the hashes of the pictures, signed with Ed25519. `npm run cli -- verify-evidence FILE` checks it without this service.',
        params: sessionParams,
        response: { 200: zip, ...problems(401, 403, 404, 409, 429, 503) },
      },
      handler: async (request, reply) => {
        const id = idOf(request.params)
        const bundle = found(await bundleEvidence(ports, readerOf(request), id))
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="evidence-${id}.zip"`)
          .header('content-length', bundle.length)
          .send(asBuffer(bundle))
      },
    })

    app.get('/evidence/key', {
      schema: {
        ...common,
        operationId: 'readEvidenceKey',
        summary: 'The key that signs evidence',
        description: 'Keep it, and check bundles against it later.',
        response: { 200: ref(EvidenceKeyResponse), ...problems(401, 403, 429, 503) },
      },
      handler: async () => ({ algorithm: 'Ed25519' as const, ...(await readEvidencePublicKey(ports.secrets)) }),
    })
  }

const zip = {
  description: 'The bundle.',
  content: { 'application/zip': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
}
