import { refuseStrangers } from '../../actions/admin/known-tenant.ts'
import { usePolicy } from '../../actions/admin/use-policy.ts'
import { defaultPolicyRules } from '../../domain/decision/default-policy.ts'
import { type Policy, switchedOff } from '../../domain/decision/policy.ts'
import { loadPolicyFile } from '../support/policy-file.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: policy default                      print the built-in policy, to start your own from
       policy check FILE                   say what is wrong with a policy, or its checksum
       policy show [--tenant ID]           print the policy that decides for a tenant
       policy use FILE [--tenant ID]       let it decide from now on; decisions already taken keep theirs.
                                           See first what it would change: replay --policy FILE`

export async function run(args: string[]): Promise<void> {
  const [verb, file] = readWords(args)
  const tenant = readOption(args, 'tenant') ?? 'default'
  if (verb === 'default') print(defaultPolicyRules)
  else if (verb === 'check' && file) check(loadPolicyFile(file))
  else if (verb === 'show') await show(tenant)
  else if (verb === 'use' && file) await use(loadPolicyFile(file), tenant)
  else throw new UsageError(usage)
}

function check(policy: Policy): void {
  console.log(nameOf(policy))
  const off = switchedOff(policy)
  if (off.length) console.log(`switched off: ${off.join(', ')}`)
}

async function show(tenant: string): Promise<void> {
  await withStorage(async (ports) => {
    const stranger = await refuseStrangers(ports, [tenant])
    if (stranger) throw noSuchTenant(stranger)
    print(await ports.policies.current(tenant))
  })
}

async function use(policy: Policy, tenant: string): Promise<void> {
  await withStorage(async (ports) => {
    const used = await usePolicy(ports, { tenant, policy, actor: ACTOR }, { mayBeUntried: true })
    if (used.ok) console.log(`${nameOf(policy)} decides for ${tenant} from now on`)
    else if (used.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(used)
    else throw new Error(used.refusal)
  })
}

const nameOf = ({ name, version, sha256 }: Policy): string => `${name} ${version} (${sha256})`

const print = (value: object): void => console.log(JSON.stringify(value, undefined, 2))
