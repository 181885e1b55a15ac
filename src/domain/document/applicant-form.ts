/** What the integrator announced about the person, to be held against what the document states. */
export interface ApplicantForm {
  firstName?: string
  lastName?: string
  dateOfBirth?: string
  skipIntegrityCheck?: boolean
}
