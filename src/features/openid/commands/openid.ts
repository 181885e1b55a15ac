import { readFile } from 'node:fs/promises'
import { readConfig } from '../../../kernel/config.ts'
import { LOGO_RULE } from '../../../kernel/contract/logo.ts'
import { ASSURANCE_LEVELS } from '../../../kernel/decision/levels.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { noSuchTenant, UsageError } from '../../../platform/cli/usage.ts'
import { readPictureHeader } from '../../../platform/http/picture-header.ts'
import { type ClientSettings, DEFAULT_CLIENT, REFERRALS } from '../domain/client.ts'
import { changeClient, createClient, revokeClient } from '../manage-clients.ts'

const create = defineCommand({
  summary: 'register a service that people sign in to, and print its secret, once',
  details: `The client is for test mode unless --live is given. It may only ask for the claims that are named here.
docs/openid.md has the whole way, with settings for brokers.`,
  options: {
    name: { type: 'string', value: 'TEXT', required: true, description: 'what people are shown' },
    logo: { type: 'string', value: 'FILE', description: `shown with the name: ${LOGO_RULE}` },
    'redirect-uri': {
      type: 'string',
      value: 'URL',
      multiple: true,
      description: 'where the service gets its answer, compared exactly; all on one host',
    },
    'post-logout-uri': {
      type: 'string',
      value: 'URL',
      multiple: true,
      description: 'where a person may go after signing out',
    },
    live: { type: 'boolean', description: 'for real people; without it the client is for test mode' },
    tenant: { type: 'string', value: 'ID', default: 'default', description: 'whose client it is' },
    flow: { type: 'string', value: 'NAME', default: DEFAULT_CLIENT.flow, description: 'what is asked of a person' },
    assurance: {
      type: 'string',
      value: 'LEVEL',
      choices: ASSURANCE_LEVELS,
      default: DEFAULT_CLIENT.assurance,
      description: 'the least level; a request can raise it',
    },
    claim: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: `what it may ask for; ${DEFAULT_CLIENT.claims.join(', ')} unless given`,
    },
    referral: {
      type: 'string',
      value: REFERRALS.join('|'),
      choices: REFERRALS,
      default: DEFAULT_CLIENT.onReferral,
      description: 'what happens if a reviewer has to look',
    },
    wait: {
      type: 'integer',
      value: 'MINUTES',
      default: DEFAULT_CLIENT.waitMinutes,
      description: 'with --referral wait: for how long the person waits',
    },
    jwks: {
      type: 'string',
      value: 'FILE',
      description: 'its public keys as a JWK set: it authenticates with private_key_jwt in place of a secret',
    },
    fapi: { type: 'boolean', description: 'with --jwks: the FAPI 2.0 Security Profile, with DPoP' },
  },
  examples: [
    'openid clients create --name Shop --redirect-uri https://shop.example/callback',
    'openid clients create --live --name Bank --redirect-uri https://id.bank.example/cb --jwks bank.json --fapi',
  ],
  run: async ({ options }) => {
    const { name, live, tenant, 'redirect-uri': redirectUris, 'post-logout-uri': postLogoutRedirectUris } = options
    const jwks = options.jwks === undefined ? undefined : await readKeys(options.jwks)
    const logo = options.logo === undefined ? undefined : await readLogoFile(options.logo)
    return withStorage(async (ports) => {
      const created = await createClient(ports, {
        tenant,
        mode: live ? 'live' : 'test',
        name,
        ...(logo && { logo }),
        redirectUris: redirectUris ?? [],
        postLogoutRedirectUris: postLogoutRedirectUris ?? [],
        authMethod: jwks ? 'private_key_jwt' : 'client_secret_basic',
        ...(jwks && { jwks }),
        flow: options.flow,
        assurance: options.assurance,
        claims: options.claim?.length ? options.claim : DEFAULT_CLIENT.claims,
        onReferral: options.referral,
        waitMinutes: options.wait,
        ...(options.fapi && { fapi: true as const }),
        actor: ACTOR,
      })
      if (!created.ok && created.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(created)
      if (!created.ok) throw new UsageError(created.problem)
      const { id, secret } = created.value
      const issuer = `${readConfig(process.env).baseUrl}/openid`
      return {
        data: { clientId: id, ...(secret && { clientSecret: secret }), issuer },
        text: [
          `client_id      ${id}`,
          ...(secret ? [`client_secret  ${secret}`] : []),
          `issuer         ${issuer}`,
          ...(secret ? ['', 'The secret is not shown again.'] : []),
        ].join('\n'),
      }
    })
  },
})

const change = defineCommand({
  summary: 'change the name and the logo that people are shown',
  arguments: { id: { description: 'its client_id' } },
  options: {
    name: { type: 'string', value: 'TEXT', description: 'what people are shown' },
    logo: { type: 'string', value: 'FILE', description: `${LOGO_RULE}; it replaces the earlier one` },
    'no-logo': { type: 'boolean', description: 'without a logo' },
  },
  run: async ({ args: { id }, options: { name, logo, 'no-logo': noLogo } }) => {
    if (name === undefined && logo === undefined && !noLogo) throw new UsageError('give --name, --logo or --no-logo')
    if (logo !== undefined && noLogo) throw new UsageError('give --logo or --no-logo')
    const picture = noLogo ? '' : logo === undefined ? undefined : await readLogoFile(logo)
    return withStorage(async (ports) => {
      const look = { ...(name !== undefined && { name }), ...(picture !== undefined && { logo: picture }) }
      const changed = await changeClient(ports, id, look, ACTOR)
      if (!changed.ok && changed.refusal === 'NOT_FOUND') throw new UsageError(`there is no active client '${id}'`)
      if (!changed.ok) throw new UsageError(changed.problem)
      return { data: { changed: id }, text: `changed ${id}` }
    })
  },
})

/** A picture as the data URL that is kept, named by its bytes and not by its file. */
async function readLogoFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`${file} cannot be read`)
  })
  const format = readPictureHeader(bytes)?.format
  if (!format || format === 'heif') throw new UsageError(`${file} is not a logo: ${LOGO_RULE}`)
  return `data:image/${format};base64,${bytes.toString('base64')}`
}

async function readKeys(file: string): Promise<NonNullable<ClientSettings['jwks']>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read`)
  })
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    if (Array.isArray(keys) && keys.every((key) => key !== null && typeof key === 'object')) return { keys }
  } catch {
    // Not JSON: the sentence below says what is wanted.
  }
  throw new UsageError(`${file} is not a JWK set: {"keys": […]}`)
}

const list = defineCommand({
  summary: 'list the services that people sign in to',
  options: { tenant: { type: 'string', value: 'ID', description: 'only of this tenant' } },
  run: ({ options: { tenant } }) =>
    withStorage(async (ports) => {
      const found = await ports.openIdClients.list(tenant)
      const lines = found.map((each) =>
        [
          each.id,
          each.name,
          each.tenant,
          each.mode,
          `${each.flow} on ${each.assurance}`,
          each.claims.join(' '),
          each.redirectUris.join(' '),
          each.revokedAt ? `revoked ${each.revokedAt.toISOString()}` : 'active',
        ].join('\t'),
      )
      return {
        data: found.map(({ secretSha256: _, logo, ...shown }) => ({ ...shown, hasLogo: logo !== undefined })),
        text: lines.join('\n') || 'no client yet',
      }
    }),
})

const revoke = defineCommand({
  summary: 'revoke a client, and what it was given',
  arguments: { id: { description: 'its client_id' } },
  destroys: true,
  run: ({ args: { id }, confirm }) =>
    withStorage(async (ports) => {
      const none = () => new UsageError(`there is no active client '${id}'`)
      const found = await ports.openIdClients.find(id)
      if (!found) throw none()
      await confirm(`revoke the ${found.mode} client '${found.name}' of the tenant '${found.tenant}' for good`)
      if (!(await revokeClient(ports, id, ACTOR)).ok) throw none()
      return { data: { revoked: id }, text: `revoked ${id}` }
    }),
})

export const command = defineGroup({
  summary: 'services that people sign in to with a verified identity',
  commands: { 'clients create': create, 'clients list': list, 'clients change': change, 'clients revoke': revoke },
})
