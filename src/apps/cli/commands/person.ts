import { open, rm } from 'node:fs/promises'
import { findBlockedOf } from '../../../features/screening/actions/blocklist.ts'
import { deleteSession } from '../../../kernel/erasure/erase.ts'
import { exportPerson } from '../../../kernel/results/export-person.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { SESSION, TENANT, UsageError, unknownSession } from '../../../platform/cli/usage.ts'
import { groupCommands } from '../group-commands.ts'

/** The file must not exist yet, and only its owner can read it: it contains personal data. */
const exporting = defineCommand({
  summary: 'write everything that is stored about the person of a session into a file',
  arguments: { session: SESSION, file: { description: 'a ZIP that does not exist yet' } },
  options: { tenant: TENANT },
  run: ({ args: { session, file }, options: { tenant } }) =>
    withStorage(async (ports) => {
      const target = await open(file, 'wx', 0o600).catch((error: Error) => {
        throw new UsageError(`${file} cannot be made: ${error.message}`)
      })
      try {
        const exported = await exportPerson(ports, { tenant, actor: ACTOR }, session)
        if (!exported.ok) {
          await rm(file)
          throw unknownSession(tenant, session)
        }
        await target.writeFile(exported.value)
        const bytes = exported.value.length
        return {
          data: { file, bytes },
          text: `${file}: ${bytes} bytes. It is not encrypted: send it over an encrypted channel.`,
        }
      } finally {
        await target.close()
      }
    }),
})

const erase = defineCommand({
  summary: 'erase the person of a session, as DELETE /api/v1/data/SESSION does',
  arguments: { session: SESSION },
  options: { tenant: TENANT },
  destroys: true,
  run: ({ args: { session }, options: { tenant }, confirm }) =>
    withStorage(async (ports) => {
      const found = await ports.sessions.peek(tenant, session)
      if (!found) throw unknownSession(tenant, session)
      await confirm(
        `erase the ${found.mode} session ${session} of the tenant '${tenant}' for good: pictures, data, scores and its key`,
      )
      const named = await findBlockedOf(ports, tenant, session)
      if (!(await deleteSession(ports, { tenant, mode: found.mode, actor: ACTOR }, session)))
        throw unknownSession(tenant, session)
      const left = named.filter(({ kind }) => kind !== 'face').map(({ id }) => id)
      const more = left.length ? ` The blocklist still names the person: blocklist remove ${left.join(', ')}.` : ''
      return {
        data: { erased: session, blocklist: left },
        text: `${session} is erased. Backups: see docs/privacy.md.${more}`,
      }
    }),
})

export const command = defineGroup({
  summary: 'export, compare or erase the stored data of a person',
  details: 'All of it is in the audit log.',
  commands: { export: exporting, ...(await groupCommands('person')), erase },
})
