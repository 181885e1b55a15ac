import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readTrust } from '../../../actions/admin/trust.ts'
import { TrustView } from '../../../contract/console/console-settings.ts'
import type { HttpContext } from '../../context.ts'
import { answers } from './answers.ts'

/** Whom chips and wallets are trusted by. It is changed on the command line, where the files are. For admins. */
export const consoleTrustRoutes = ({ ports }: HttpContext): FastifyPluginAsyncTypebox =>
  async function trust(app) {
    app.get('/trust', { schema: answers(TrustView) }, async (): Promise<TrustView> => {
      const { items, newestList, endingSoon } = await readTrust(ports)
      return {
        items: items.map(({ sha256, purpose, uses, kind, country, name, origin, endsAt, listedAt, importedAt }) => ({
          sha256,
          purpose,
          uses,
          kind,
          country,
          name,
          origin,
          endsUtc: endsAt?.toISOString(),
          listedUtc: listedAt?.toISOString(),
          importedUtc: importedAt.toISOString(),
        })),
        newestListUtc: newestList?.toISOString(),
        endingSoon,
      }
    })
  }
