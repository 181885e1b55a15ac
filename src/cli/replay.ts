import { writeFileSync } from 'node:fs'
import { replay } from '../actions/admin/replay.ts'
import { policyIn } from './policy-file.ts'
import { replayPicture } from './replay-picture.ts'
import { replayTable } from './replay-report.ts'
import { withStorage } from './storage.ts'
import { option, UsageError } from './usage.ts'

const usage = `usage: replay --policy FILE [--tenant ID] [--picture FILE.svg] [--show N]
Decides past sessions again under another policy and prints what would change. Nothing is changed.`

export async function run(args: string[]): Promise<void> {
  const file = option(args, 'policy')
  const show = Number(option(args, 'show') ?? 20)
  if (!file || !Number.isInteger(show) || show < 0) throw new UsageError(usage)

  const policy = policyIn(file)
  const tenant = option(args, 'tenant') ?? 'default'
  const picture = option(args, 'picture')
  await withStorage(async ({ archive, tenants }) => {
    if (!(await tenants.load(tenant))) throw new UsageError(`there is no tenant '${tenant}'`)
    const { tally, shown } = await replay(archive, tenant, policy, { show, progress })
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
