import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { importTrust, removeTrust } from '../../actions/admin/import-trust.ts'
import type { TrustedItem } from '../../actions/ports/trusted-items.ts'
import { defineCommand, defineGroup } from '../parser/command.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { UsageError } from '../support/usage.ts'

const KIND = {
  type: 'string',
  value: 'KIND',
  choices: ['chip'],
  default: 'chip',
  description: 'what is verified with it: the chips of passports and cards',
} as const

export const command = defineGroup({
  summary: 'the authorities whose signature in a chip is trusted',
  details: 'None are shipped: docs/chip.md says where master lists are published.',
  commands: {
    import: defineCommand({
      summary: 'trust the authorities in master lists, certificates, LDIF and revocation lists',
      details: `A master list is used when its signature leads to a root that is among the files or was imported before. A
single certificate is trusted because you name it. What cannot be used is said, and the rest is imported.
Ends with 1 when nothing could be used.`,
      arguments: { file: { many: true, description: 'the files' } },
      options: { kind: KIND },
      examples: ['trust import --kind chip DE_ML.ml csca-germany.cer'],
      run: async ({ args: { file: paths } }) => {
        const { openTrustFiles } = await import('../../chip/stored-trust.ts')
        const files = paths.map((path) => ({ name: basename(path), bytes: bytesIn(path) }))
        const result = await withStorage((ports) => importTrust(ports, openTrustFiles, files, ACTOR))
        const lines = [
          `${result.added} added, ${result.found - result.added} there already`,
          ...result.masterLists.map(
            ({ file, certificates }) => `${file}: a master list of ${certificates} certificates`,
          ),
          ...result.refused.map(({ file, reason }) => `refused: ${file}: ${reason}`),
        ]
        return { data: result, text: lines.join('\n'), exitCode: result.found === 0 ? 1 : 0 }
      },
    }),
    list: defineCommand({
      summary: 'list what is trusted, by country',
      options: { kind: KIND },
      run: async () => {
        const items = await withStorage(({ trustedItems }) => trustedItems.all())
        return { data: items, text: items.length > 0 ? items.map(lineOf).join('\n') : 'nothing is trusted yet' }
      },
    }),
    remove: defineCommand({
      summary: 'withdraw trust from a certificate or a revocation list',
      arguments: { sha256: { description: 'its SHA-256, as `trust list` prints it' } },
      destroys: true,
      run: ({ args: { sha256 }, confirm }) =>
        withStorage(async (ports) => {
          const item = (await ports.trustedItems.all()).find((each) => each.sha256 === sha256.toLowerCase())
          if (!item) throw new UsageError(`nothing with the SHA-256 ${sha256} is trusted`)
          await confirm(`no longer trust ${item.name}`)
          await removeTrust(ports, item.sha256, ACTOR)
          return { data: { removed: item.sha256 }, text: `${item.name} is no longer trusted` }
        }),
    }),
  },
})

const lineOf = ({ country, kind, endsAt, name, origin, sha256 }: Omit<TrustedItem, 'bytes'>) =>
  [
    (country || '–').padEnd(3),
    kind.padEnd(15),
    endsAt ? `until ${endsAt.toISOString().slice(0, 10)}` : ''.padEnd(16),
    name,
    `(${origin})`,
    sha256,
  ].join(' ')

function bytesIn(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
