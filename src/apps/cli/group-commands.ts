import { features } from '../../features/index.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Leaf } from '../../platform/cli/command.ts'

/** What features add to `limen person` or `limen tenants`. */
export async function groupCommands(group: keyof NonNullable<Feature['groupCommands']>): Promise<Record<string, Leaf>> {
  const added = await Promise.all(features.map(({ groupCommands: groups }) => groups?.[group]?.()))
  return Object.assign({}, ...added)
}
