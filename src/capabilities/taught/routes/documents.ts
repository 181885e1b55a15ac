import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { tenantsOf } from '../../../actions/admin/tenant-scope.ts'
import { ModeQuery } from '../../../contract/console/console-mode.ts'
import { DocumentEntry } from '../../../contract/console/documents.ts'
import type { ConsoleAuth } from '../../../http/auth/console-auth.ts'
import type { HttpContext } from '../../../http/context.ts'
import { answers } from '../../../http/routes/console/answers.ts'
import { listDocuments } from '../actions/list-documents.ts'
import { documentEntry } from '../present-documents.ts'
import { consoleDocumentAdminRoutes } from './document-admin.ts'
import { consoleTeachingRoutes } from './teaching.ts'

/** Documents that are known. Teaching and trying them is for everybody; what goes into use, for admins. */
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
