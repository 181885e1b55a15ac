import { distance } from '../../formats/text/compare.ts'
import type { ApplicantForm } from '../evidence/document/applicant.ts'

/** Whether the caller stated something that can be compared, and did not ask to skip it. */
export const isAnnounced = (form: ApplicantForm | undefined): form is ApplicantForm =>
  form !== undefined && !form.skipIntegrityCheck && Boolean(form.firstName || form.lastName || form.dateOfBirth)

/** Each announced name must be among the stated ones; people leave out second names, documents do not. */
export function announcedAgreement(announced: string, stated: string): number {
  const names = stated.split(/[\s-]+/).filter(Boolean)
  const wanted = announced.split(/[\s-]+/).filter(Boolean)
  const whole = apart(announced, stated)
  const missing = wanted.reduce(
    (sum, name) => sum + Math.min(name.length, ...names.map((candidate) => apart(name, candidate))),
    0,
  )
  const length = wanted.reduce((sum, name) => sum + name.length, 0)
  return Math.max(0, 100 * (1 - Math.min(missing, whole) / Math.max(1, length)))
}

const apart = (a: string, b: string): number => distance(a, b, { kind: 'name' })
