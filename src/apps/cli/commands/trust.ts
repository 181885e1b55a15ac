import { basename } from 'node:path'
import { CREDENTIAL_USES, type CredentialUse } from '../../../features/wallet/domain/credential-verdict.ts'
import { TRUST_PURPOSES, type TrustedItem, type TrustPurpose } from '../../../kernel/ports/trusted-items.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { importTrust, removeTrust } from '../../../kernel/trust/trust.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { bytesOf, UsageError } from '../../../platform/cli/usage.ts'

const KIND = {
  type: 'string',
  value: 'KIND',
  choices: TRUST_PURPOSES,
  default: 'chip',
  description:
    'what is verified with it: the chips of passports and cards, the credentials of wallets, signed barcodes',
} as const

export const command = defineGroup({
  summary: 'the authorities whose signature in a chip, a credential or a barcode is trusted',
  details: 'None are shipped: docs/chip.md, docs/wallets.md and docs/seals.md name the available lists.',
  commands: {
    import: defineCommand({
      summary: 'trust the authorities in master lists, lists of issuers, certificates, LDIF and revocation lists',
      details: `A master list is used when its signature leads to a root that is among the files or was imported before. A
single certificate is trusted because you name it. For wallets, a list of trusted entities (LoTE) or of authorities of
driving licences (VICAL) is used when its signature leads to a certificate given with --root, which is trusted for
lists only. For barcodes, public keys in JWKS, DID documents and PEM are accepted too, and the certificates of a trusted list (TSL). What cannot be used is reported, and the rest is imported.
Ends with 1 when nothing could be used.`,
      arguments: { file: { many: true, description: 'the files' } },
      options: {
        kind: KIND,
        root: {
          type: 'string',
          value: 'FILE',
          multiple: true,
          description: 'a certificate that the signature of a list for wallets must lead to',
        },
        for: {
          type: 'string',
          value: 'USE',
          multiple: true,
          choices: CREDENTIAL_USES,
          description:
            'what a certificate for wallets is trusted for; without it, every kind of credential. A list states it itself',
        },
      },
      examples: [
        'trust import --kind chip DE_ML.ml csca-germany.cer',
        'trust import --kind wallet --root list-signer.pem pid-providers.jwt',
        'trust import --kind wallet --for identity pid-provider.cer',
        'trust import --kind seal csca-germany.cer seal-signers.pem mosip-jwks.json',
      ],
      run: async ({ args: { file: paths }, options: { kind, root: roots, for: uses } }) => {
        if (kind !== 'wallet' && roots?.length)
          throw new UsageError('--root is for --kind wallet; name it among the files')
        if (kind !== 'wallet' && uses.length) throw new UsageError('--for is for --kind wallet')
        const open = await openerOf(kind, filesAt(roots ?? []), uses.length ? uses : undefined)
        const files = filesAt(paths)
        const result = await withStorage((ports) => importTrust(ports, open, files, ACTOR, kind))
        const lines = [
          `${result.added} added, ${result.found - result.added} already present`,
          ...result.masterLists.map(
            ({ file, certificates }) => `${file}: a signed list of ${certificates} certificates`,
          ),
          ...result.refused.map(({ file, reason }) => `refused: ${file}: ${reason}`),
          ...Object.entries(result.kinds).map(([filed, count]) => `filed as ${filed}: ${count}`),
        ]
        return { data: result, text: lines.join('\n'), exitCode: result.found === 0 ? 1 : 0 }
      },
    }),
    list: defineCommand({
      summary: 'list what is trusted, by country',
      options: { kind: KIND },
      run: async ({ options: { kind } }) => {
        const all = await withStorage(({ trustedItems }) => trustedItems.all())
        const items = all.filter(({ purpose }) => purpose === kind)
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

const filesAt = (paths: readonly string[]) => paths.map((path) => ({ name: basename(path), bytes: bytesOf(path) }))

async function openerOf(kind: TrustPurpose, roots: ReturnType<typeof filesAt>, uses?: readonly CredentialUse[]) {
  if (kind === 'chip') return (await import('../../../kernel/trust/open-trust-files.ts')).openTrustFiles
  const { features } = await import('../../../features/index.ts')
  const own = features.find(({ trust }) => trust?.kind === kind)?.trust
  if (!own) throw new UsageError(`nothing is verified with --kind ${kind}`)
  return own.open({ roots, uses })
}

const lineOf = ({ country, kind, endsAt, name, origin, sha256, uses }: Omit<TrustedItem, 'bytes'>) =>
  [
    (country || '–').padEnd(3),
    kind.padEnd(15),
    endsAt ? `until ${endsAt.toISOString().slice(0, 10)}` : ''.padEnd(16),
    name,
    `(${origin})`,
    ...(uses ? [`for ${uses.join(', ')}`] : []),
    sha256,
  ].join(' ')
