import { writeFileSync } from 'node:fs'
import { tryPolicy } from '../../actions/admin/use-policy.ts'
import { loadPolicyFile } from '../support/policy-file.ts'
import { drawReplay } from '../support/replay-picture.ts'
import { formatReplay } from '../support/replay-report.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, readOption, UsageError } from '../support/usage.ts'

const usage = `usage: replay --policy FILE [--tenant ID] [--test] [--picture FILE.svg] [--show N]
Decides past live sessions again under another policy and prints what would change; with --test the test sessions.
Nothing is changed.`

export async function run(args: string[]): Promise<void> {
  const file = readOption(args, 'policy')
  const show = Number(readOption(args, 'show') ?? 20)
  if (!file || !Number.isInteger(show) || show < 0) throw new UsageError(usage)

  const policy = loadPolicyFile(file)
  const tenant = readOption(args, 'tenant') ?? 'default'
  const mode = args.includes('--test') ? 'test' : 'live'
  const picture = readOption(args, 'picture')
  await withStorage(async (ports) => {
    const tried = await tryPolicy(ports, { tenant, mode, policy, actor: ACTOR }, { show, progress })
    if (!tried.ok) throw noSuchTenant(tried)
    const { tally, shown } = tried.value
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
    console.log(formatReplay(tally, shown))
    if (picture) {
      writeFileSync(picture, drawReplay(tally, { before: 'as decided', after: `${policy.name} ${policy.version}` }))
      console.log(`\npicture: ${picture}`)
    }
  })
}

function progress(sessions: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${sessions} sessions`)
}
