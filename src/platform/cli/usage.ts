import { readFileSync } from 'node:fs'
import { ROOT } from '../resources.ts'

/** `--at`: a day (its noon), or a moment with its time zone. */
export function dateOf(text: string): number {
  const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text)
  const moment = form ? Date.parse(form[2] ? text : `${text}T12:00:00Z`) : Number.NaN
  const day = form?.[1]
  if (Number.isNaN(moment) || (day && new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day))
    throw new UsageError(`--at ${text} is not a date; write it like 2026-05-28`)
  return moment
}

export function bytesOfHex(option: string, text: string, longest = 4_096): Uint8Array {
  if (!/^([0-9a-f]{2})+$/i.test(text) || text.length > 2 * longest) throw new UsageError(`${option} is not hex`)
  return Buffer.from(text, 'hex')
}

export const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

/**
 * The command was called in a way that does not exist, or asks for something that cannot be done; the message says so.
 */
export class UsageError extends Error {}

/** The first start makes `default`, so if it is missing the service was never started. */
export function noSuchTenant({ tenant }: { tenant: string }): UsageError {
  const hint =
    tenant === 'default'
      ? `start the service once, or make it: ${programName()} tenants create default`
      : `${programName()} tenants list names those there are`
  return new UsageError(`there is no tenant '${tenant}': ${hint}`)
}

/** A file that somebody named. */
export function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** How the program is called: as a package that npm installed, or in a checkout or a container. */
export const programName = (): string => (/[\\/]node_modules[\\/]/.test(ROOT) ? 'npx limen' : 'npm run cli --')

export const SESSION = { description: 'the id of the session' } as const
export const TENANT = { type: 'string', value: 'ID', default: 'default', description: 'whose session it is' } as const

export const unknownSession = (tenant: string, session: string): UsageError =>
  new UsageError(`the tenant '${tenant}' has no session ${session}: it may have been erased`)

/** Reports the progress of long work about once a second; on a terminal on one line. */
export function showProgress(verb: string): (what: string, done: number, of?: number) => void {
  let shown = 0
  return (what, done, of) => {
    const now = Date.now()
    if (now - shown < 1000 && done !== of) return
    shown = now
    const line = `${verb} ${what}: ${done}${of === undefined ? '' : ` of ${of}`}`
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${line}${done === of ? '\n' : ''}`)
    else console.error(line)
  }
}
