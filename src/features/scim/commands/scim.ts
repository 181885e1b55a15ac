import { readConfig } from '../../../kernel/config.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { UsageError } from '../../../platform/cli/usage.ts'
import { createToken, revokeToken } from '../tokens.ts'

const create = defineCommand({
  summary: 'make a token with which a directory sends accounts and groups, and print it, once',
  details: 'It can make accounts of admins, as the groups in OIDC_ROLES say: give it to the directory alone.',
  options: { name: { type: 'string', value: 'TEXT', required: true, description: 'which directory it is for' } },
  examples: ['scim tokens create --name "Entra ID"'],
  run: ({ options: { name } }) =>
    withStorage(async (ports) => {
      if (!name.trim() || name.length > 80) throw new UsageError('a name has 1 to 80 characters')
      const { baseUrl, oidcIssuer } = readConfig(process.env)
      if (!oidcIssuer) throw new UsageError('without OIDC_ISSUER nobody could sign in whom a directory sends')
      const made = await createToken(ports, name, ACTOR)
      const url = `${baseUrl}/scim/v2`
      return {
        data: { ...made, url },
        text: `id     ${made.id}\ntoken  ${made.token}\nurl    ${url}\n\nThe token is not shown again.`,
      }
    }),
})

const list = defineCommand({
  summary: 'list the tokens of directories',
  run: () =>
    withStorage(async ({ scim }) => {
      const tokens = (await scim.listTokens()).map(({ tokenSha256: _, ...shown }) => shown)
      const lines = tokens.map(
        ({ id, name, revokedAt }) => `${id}\t${name}\t${revokedAt ? `revoked ${revokedAt.toISOString()}` : 'active'}`,
      )
      return { data: tokens, text: lines.join('\n') || 'no token yet' }
    }),
})

const revoke = defineCommand({
  summary: 'revoke a token; the accounts that it made stay',
  arguments: { id: { description: 'of the token' } },
  destroys: true,
  run: ({ args: { id }, confirm }) =>
    withStorage(async (ports) => {
      await confirm(`revoke the token ${id} for good`)
      if (!(await revokeToken(ports, id, ACTOR)).ok) throw new UsageError(`there is no active token '${id}'`)
      return { data: { revoked: id }, text: `revoked ${id}` }
    }),
})

export const command = defineGroup({
  summary: 'tokens with which a directory sends accounts of the console (SCIM)',
  commands: { 'tokens create': create, 'tokens list': list, 'tokens revoke': revoke },
})
