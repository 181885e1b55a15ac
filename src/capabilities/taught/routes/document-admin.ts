import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Imported, ImportRequest, ImportView, SwitchRequest } from '../../../contract/console/documents.ts'
import type { Accepted } from '../../../domain/result.ts'
import type { ConsoleAuth } from '../../../http/auth/console-auth.ts'
import type { HttpContext } from '../../../http/context.ts'
import { BadCall } from '../../../http/present/problems.ts'
import { answers, answersFile, noContent } from '../../../http/routes/console/answers.ts'
import { asBuffer, found } from '../../../http/routes/data/data.ts'
import { deleteDraft, publishDocument, switchDocument } from '../actions/change-document.ts'
import { type BadFile, exportDocument, importDocument, inspectDocument } from '../actions/share-document.ts'
import { importView } from '../present-documents.ts'
import { idParams, versionOf, versionParams } from './document-params.ts'

/** A signed file of a model, as Base64. */
const FILE_ROOM = 12_000_000

/** What goes into use and out of it, and models that come from elsewhere or go there. For admins. */
export const consoleDocumentAdminRoutes = (
  { ports }: HttpContext,
  { actorOf }: ConsoleAuth,
): FastifyPluginAsyncTypebox =>
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
      { schema: { body: ImportRequest, ...answers(ImportView) }, bodyLimit: FILE_ROOM },
      async (request): Promise<ImportView> =>
        importView(read(await inspectDocument(ports, Buffer.from(request.body.file, 'base64')))),
    )

    const taken = { schema: { body: ImportRequest, ...answers(Imported) }, bodyLimit: FILE_ROOM }
    app.post('/documents/files', taken, async (request): Promise<Imported> => {
      const bytes = Buffer.from(request.body.file, 'base64')
      const { model, version } = read(await importDocument(ports, bytes, actorOf(request)))
      return { id: model.id, version }
    })
  }

const noSuchVersion = () =>
  new BadCall('NOT_FOUND', 'This draft is no longer there: somebody published, replaced or deleted it.')

function read<Value>(outcome: Accepted<Value> | BadFile): Value {
  if (!outcome.ok) throw new BadCall('BAD_REQUEST', outcome.problem)
  return outcome.value
}
