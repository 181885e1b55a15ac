import { defaultPolicyRules } from '../domain/decision/default-policy.ts'
import { type Policy, switchedOff } from '../domain/decision/policy.ts'
import { policyIn } from './policy-file.ts'
import { withStorage } from './storage.ts'
import { option, UsageError, words } from './usage.ts'

const usage = `usage: policy default                      print the built-in policy, to start your own from
       policy check FILE                   say what is wrong with a policy, or its checksum
       policy show [--tenant ID]           print the policy that decides for a tenant
       policy use FILE [--tenant ID]       let it decide from now on; decisions already taken keep theirs`

export async function run(args: string[]): Promise<void> {
  const [verb, file] = words(args)
  const tenant = option(args, 'tenant') ?? 'default'
  if (verb === 'default') print(defaultPolicyRules)
  else if (verb === 'check' && file) check(policyIn(file))
  else if (verb === 'show') await withStorage(async ({ policies }) => print(await policies.current(tenant)))
  else if (verb === 'use' && file) await use(policyIn(file), tenant)
  else throw new UsageError(usage)
}

function check(policy: Policy): void {
  console.log(named(policy))
  const off = switchedOff(policy)
  if (off.length) console.log(`switched off: ${off.join(', ')}`)
}

async function use(policy: Policy, tenant: string): Promise<void> {
  await withStorage(async ({ tenants, policies, audit }) => {
    if (!(await tenants.load(tenant))) throw new UsageError(`there is no tenant '${tenant}'`)
    const before = await policies.current(tenant)
    await policies.use(tenant, policy)
    const detail = { from: before.sha256, to: policy.sha256 }
    await audit.record({ at: new Date(), tenant, actor: 'system', action: 'policy.use', detail })
    console.log(`${named(policy)} decides for ${tenant} from now on`)
  })
}

const named = ({ name, version, sha256 }: Policy): string => `${name} ${version} (${sha256})`

const print = (value: object): void => console.log(JSON.stringify(value, undefined, 2))
