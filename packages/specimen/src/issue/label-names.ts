/** The words printed on a document, in one language. */
export interface Labels {
  passport: string
  identityCard: string
  drivingLicence: string
  visa: string
  type: string
  code: string
  documentNumber: string
  passportNumber: string
  surname: string
  givenNames: string
  nationality: string
  dateOfBirth: string
  sex: string
  placeOfBirth: string
  dateOfIssue: string
  dateOfExpiry: string
  authority: string
  personalNumber: string
  height: string
  address: string
  signature: string
}
