import { type NearestLevel, nearestLevel } from '../../../kernel/decision/assurance.ts'
import { levelPolicies, usePolicy } from '../../../kernel/decision/change-policy.ts'
import { contradictionsOf } from '../../../kernel/decision/live-rules.ts'
import { defaultPolicyRules, type Policy, switchedOff } from '../../../kernel/decision/policy.ts'
import { loadPolicyFile } from '../../../kernel/decision/policy-file.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { refuseUnknownTenants } from '../../../kernel/tenants/tenant-scope.ts'
import { type Answer, defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { noSuchTenant, UsageError } from '../../../platform/cli/usage.ts'

const TENANT = { type: 'string', value: 'ID', default: 'default', description: 'the tenant' } as const

const builtIn = defineCommand({
  summary: 'print the built-in policy, to start your own from',
  run: async () => asJson(defaultPolicyRules()),
})

const check = defineCommand({
  summary: 'say what is wrong with a policy, or its checksum',
  arguments: { file: { description: 'a policy, as JSON' } },
  run: async ({ args: { file } }) => {
    const policy = loadPolicyFile(file)
    const off = switchedOff(policy)
    const refused = contradictionsOf(policy, { asksChallenge: true })
    const assurance = nearestLevel(policy)
    return {
      data: { ...identityOf(policy), assurance, switchedOff: off, refused },
      text: [
        nameOf(policy),
        nearestInWords(assurance),
        ...(off.length ? [`switched off: ${off.join(', ')}`] : []),
        ...refused.map((reason) => `policy use refuses it: ${reason}`),
      ].join('\n'),
    }
  },
})

const show = defineCommand({
  summary: 'print the policy that decides for a tenant',
  options: { tenant: TENANT },
  run: ({ options: { tenant } }) =>
    withStorage(async (ports) => {
      const stranger = await refuseUnknownTenants(ports, [tenant])
      if (stranger) throw noSuchTenant(stranger)
      const level = (await ports.tenants.load(tenant))?.settings.assurance
      const policy = level ? levelPolicies()[level] : await ports.policies.current(tenant)
      return asJson({ ...policy, assurance: { ...(level && { chosen: level }), ...nearestLevel(policy) } })
    }),
})

const use = defineCommand({
  summary: 'use a policy for a tenant from now on; decisions already taken keep theirs',
  details: 'See first what it would change: replay --policy FILE',
  arguments: { file: { description: 'a policy, as JSON' } },
  options: { tenant: TENANT },
  run: ({ args: { file }, options: { tenant } }) => {
    const policy = loadPolicyFile(file)
    return withStorage(async (ports) => {
      const used = await usePolicy(ports, { tenant, policy, actor: ACTOR }, { mayBeUntried: true })
      if (used.ok) {
        const level = (await ports.tenants.load(tenant))?.settings.assurance
        return {
          data: { tenant, ...identityOf(policy), ...(level && { assurance: level }) },
          text: level
            ? `${nameOf(policy)} is kept, but ${tenant} chose the level ${level}, which decides: remove the setting assurance to let the policy decide`
            : `${nameOf(policy)} decides for ${tenant} from now on`,
        }
      }
      if (used.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(used)
      if (used.refusal === 'BREAKS_LIVE_RULES') throw new UsageError(used.because.join('\n'))
      throw new Error(used.refusal)
    })
  },
})

export const command = defineGroup({
  summary: 'print, check or use the policy of a tenant',
  commands: { default: builtIn, check, show, use },
})

const nameOf = ({ name, version, sha256 }: Policy): string => `${name} ${version} (${sha256})`

const nearestInWords = ({ level, differing }: NearestLevel): string =>
  differing.length
    ? `comes closest to the level ${level}; differs in ${differing.join(', ')}`
    : `decides as the level ${level} does`

const identityOf = ({ name, version, sha256 }: Policy) => ({ name, version, sha256 })

const asJson = (value: object): Answer => ({ data: value, text: JSON.stringify(value, undefined, 2) })
