import { open, rm } from 'node:fs/promises'
import { deleteSession } from '../../actions/results/delete-session.ts'
import { exportPerson } from '../../actions/results/export-person.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: person export SESSION FILE.zip [--tenant ID]   everything that is kept about the person of a session
       person erase SESSION [--tenant ID]             erase it, as DELETE /api/v1/data/SESSION does
Both are in the audit log. The tenant is 'default' unless another is named.`

export async function run(args: string[]): Promise<void> {
  const [verb, session, file] = readWords(args)
  const tenant = readOption(args, 'tenant') ?? 'default'
  if (verb === 'export' && session && file) await exportTo(tenant, session, file)
  else if (verb === 'erase' && session) await erase(tenant, session)
  else throw new UsageError(usage)
}

/** The file must not be there yet, and is for its owner alone: it holds a person. */
const exportTo = (tenant: string, session: string, file: string): Promise<void> =>
  withStorage(async (ports) => {
    const target = await open(file, 'wx', 0o600).catch((error: Error) => {
      throw new UsageError(`${file} cannot be made: ${error.message}`)
    })
    try {
      const exported = await exportPerson(ports, { tenant, actor: ACTOR }, session)
      if (!exported.ok) {
        await rm(file)
        throw unknown(tenant, session)
      }
      await target.writeFile(exported.value)
      console.log(`${file}: ${exported.value.length} bytes. It is not sealed: hand it over by a way that is.`)
    } finally {
      await target.close()
    }
  })

const erase = (tenant: string, session: string): Promise<void> =>
  withStorage(async (ports) => {
    const found = await ports.sessions.peek(tenant, session)
    const erased = found && (await deleteSession(ports, { tenant, mode: found.mode, actor: ACTOR }, session))
    if (!erased) throw unknown(tenant, session)
    console.log(`${session} is erased. Backups: see docs/privacy.md.`)
  })

const unknown = (tenant: string, session: string): UsageError =>
  new UsageError(`the tenant '${tenant}' has no session ${session}: it may have been erased`)
