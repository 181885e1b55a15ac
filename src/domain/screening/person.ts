/** Who is compared with the lists: what a session knows of its person, in every spelling that was read. */
export interface ScreenedPerson {
  /** In the document's own script and as the MRZ, the barcode and the chip write them. */
  names: string[]
  /** ISO 8601 dates, complete. */
  births: string[]
  /** ISO 3166 alpha-3: nationality and issuer. */
  countries: string[]
  sex?: 'M' | 'F'
  /** Numbers of the document and of the person: capitals and digits alone. */
  identifiers: string[]
}
