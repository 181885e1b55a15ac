import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { bearerAuth } from '../../kernel/accounts/auth/auth.ts'
import { ref } from '../../kernel/contract/schema.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { BadCall } from '../../kernel/http/problems.ts'
import { enrolmentErrors } from '../../kernel/http/responses.ts'
import { hangUpSignal } from '../../kernel/operations/connections.ts'
import { answerFaults, answerRefusal } from '../../kernel/session/routes/refusals.ts'
import { LARGEST_CHIP, type ReaderClaims } from './chip-reading.ts'
import { chipFilesOf, notBase64, type StoredChipFiles } from './chips.ts'
import {
  ChipAppResponse,
  ChipChallengeResponse,
  ChipRequest,
  type ChipResponse,
  ChipResponse as Response,
} from './contract/chip.ts'
import { openChipApp } from './open-chip-app.ts'
import { drawChipChallenge, findChipObstacle, type SentChip, submitChip } from './submit-chip.ts'

/** The largest chip as Base64, with room for the names of its files. */
const BODY_LIMIT = Math.ceil((LARGEST_CHIP * 4) / 3) + 16_384

/** An addition to the specification: the chip of the document, read by an app or at a counter. */
export const chipRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function chip(app) {
    const { ports, chips, settings, tokens } = context
    const { authenticate, enrolmentOf } = bearerAuth(context)
    app.addHook('onRequest', authenticate)

    app.get('/chip/challenge', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'drawChipChallenge',
        tags: ['Enrolment'],
        summary: 'Draw a challenge for the chip',
        description:
          'Eight random bytes for the chip to sign (active authentication). They are valid for this session, once, for five minutes. A new challenge replaces the earlier one.',
        security: [{ bearer: [] }],
        response: { 200: ref(ChipChallengeResponse), ...enrolmentErrors(400, 401, 410, 429, 503) },
      },
      handler: async (request) => {
        const drawn = await drawChipChallenge(ports, enrolmentOf(request))
        if (drawn.ok) return { challenge: drawn.value }
        if (drawn.refusal === 'CHIP_OFF') throw notTaken()
        return answerRefusal(drawn.refusal)
      },
    })

    app.post('/chip/app', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'openChipApp',
        tags: ['Enrolment'],
        summary: 'Get the link to the app that reads the chip',
        description:
          'For the hosted page: a link or QR code to the app that the tenant set (`chipApp`). Its fragment has what opens the session and the chip. 404 if the tenant has no app.',
        security: [{ bearer: [] }],
        response: { 200: ref(ChipAppResponse), ...enrolmentErrors(401, 404, 410, 429) },
      },
      handler: async (request): Promise<ChipAppResponse> => {
        const { tenant, sessionId, firstIssuedAt, epoch, forPage } = enrolmentOf(request)
        const opened = await openChipApp(ports, { tenant, sessionId })
        if (opened.ok) {
          const { address, key } = opened.value
          const token = await tokens.issue({ tenant, sessionId }, { epoch, firstIssuedAt, forPage })
          return { url: `${address}#${new URLSearchParams({ api: settings.baseUrl, token, ...key })}` }
        }
        if (opened.refusal === 'NO_CHIP_APP') throw new BadCall('NOT_FOUND', 'The tenant has no app that reads chips.')
        return answerRefusal(opened.refusal)
      },
    })

    app.post('/chip', {
      config: { errors: 'hasError' },
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'submitChip',
        tags: ['Enrolment'],
        summary: 'Submit the files of the chip',
        description:
          'The files of the chip as an app or a reader read them, before or after the pictures. A chip that is sent again replaces the earlier one. A chip that was altered is kept and counts.',
        security: [{ bearer: [] }],
        body: ref(ChipRequest),
        response: { 200: ref(Response), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
      },
      handler: async (request, reply): Promise<ChipResponse> => {
        if (!chips) throw notTaken()
        const obstacle = await findChipObstacle(ports, enrolmentOf(request))
        if (obstacle === 'CHIP_OFF') throw notTaken()
        if (obstacle) return answerRefusal(obstacle)
        const files = filesOf(request.body)
        return answerFaults(context, request, async () => {
          const needs = { ...ports, chips }
          const options = { validDays: settings.sessionDays, signal: hangUpSignal(reply) }
          const outcome = await submitChip(needs, enrolmentOf(request), files, options)
          if (outcome.ok) return { hasError: false, ...outcome.value }
          if (outcome.refusal === 'CHIP_OFF') throw notTaken()
          return answerRefusal(outcome.refusal)
        })
      },
    })
  }

const notTaken = () =>
  new BadCall(
    'BAD_REQUEST',
    'The chip of the document is not accepted: the tenant has switched it off, or the flow has no document step.',
  )

function filesOf(body: unknown): SentChip {
  const { access, chipAuthentication, ...sent } = body as StoredChipFiles & ReaderClaims
  const wrong = notBase64(sent)
  if (wrong !== undefined) throw new BadCall('BAD_REQUEST', `The file ${wrong} is not Base64.`)
  const claims = { ...(access && { access }), ...(chipAuthentication && { chipAuthentication }) }
  const files = { ...chipFilesOf(sent), ...(Object.keys(claims).length > 0 && { saidByReader: claims }) }
  const size = [files.sod, files.com ?? new Uint8Array(), ...files.groups.values()].reduce(
    (sum, { length }) => sum + length,
    0,
  )
  if (size > LARGEST_CHIP) throw new BadCall('PAYLOAD_TOO_LARGE', 'A chip has at most one megabyte of files.')
  return files
}
