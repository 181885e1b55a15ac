import { writeFileSync } from 'node:fs'
import { clientTypes } from '../../http/docs/client-types.ts'
import { openapiDocument } from '../../http/docs/openapi-document.ts'

/** Writes openapi.json from the contract, and from it the types of the client package. */
export async function run(): Promise<void> {
  const document = await openapiDocument()
  const root = new URL('../../../', import.meta.url)
  writeFileSync(new URL('openapi.json', root), document)
  writeFileSync(new URL('packages/client/src/types.ts', root), clientTypes(document))
}
