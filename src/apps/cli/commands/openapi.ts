import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../kernel/config.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { ROOT } from '../../../platform/resources.ts'

export const command = defineCommand({
  summary: 'write openapi.json, and from it the types of the client package',
  details: 'In a checkout, after a change of the contract.',
  run: async () => {
    const [{ clientTypes, openapiDocument }, { features }] = await Promise.all([
      import('../../docs-site/openapi-files.ts'),
      import('../../../features/index.ts'),
    ])
    const document = await openapiDocument(features, readConfig({}))
    const files = ['openapi.json', 'packages/client/src/types.ts']
    writeFileSync(join(ROOT, 'openapi.json'), document)
    writeFileSync(join(ROOT, 'packages/client/src/types.ts'), clientTypes(document))
    return { data: { files }, text: `wrote ${files.join(' and ')}` }
  },
})
