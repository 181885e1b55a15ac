import { writeFileSync } from 'node:fs'
import { tryPolicy } from '../../actions/admin/use-policy.ts'
import { policyIn } from '../support/policy-file.ts'
import { replayPicture } from '../support/replay-picture.ts'
import { replayTable } from '../support/replay-report.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, option, UsageError } from '../support/usage.ts'

const usage = `usage: replay --policy FILE [--tenant ID] [--picture FILE.svg] [--show N]
Decides past sessions again under another policy and prints what would change. Nothing is changed.`

export async function run(args: string[]): Promise<void> {
  const file = option(args, 'policy')
  const show = Number(option(args, 'show') ?? 20)
  if (!file || !Number.isInteger(show) || show < 0) throw new UsageError(usage)

  const policy = policyIn(file)
  const tenant = option(args, 'tenant') ?? 'default'
  const picture = option(args, 'picture')
  await withStorage(async (ports) => {
    const tried = await tryPolicy(ports, { tenant, policy, actor: ACTOR }, { show, progress })
    if (!tried.ok) throw noSuchTenant(tried)
    const { tally, shown } = tried.value
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
    console.log(replayTable(tally, shown))
    if (picture) {
      writeFileSync(picture, replayPicture(tally, { before: 'as decided', after: `${policy.name} ${policy.version}` }))
      console.log(`\npicture: ${picture}`)
    }
  })
}

function progress(sessions: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${sessions} sessions`)
}
