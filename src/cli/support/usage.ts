import { readFileSync } from 'node:fs'
import { programName } from '../parser/program-name.ts'

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

/** The command was called in a way it does not know, or asks for what cannot be done; the message says so. */
export class UsageError extends Error {}

/** The first start makes `default`, so where it is missing there was none. */
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
