import { writeFileSync } from 'node:fs'
import { openapiDocument } from '../../http/docs/openapi-document.ts'

/** Writes openapi.json from the contract. */
export async function run(): Promise<void> {
  writeFileSync(new URL('../../../openapi.json', import.meta.url), await openapiDocument())
}
