/** Other sessions of the tenant that show the same document or the same face. */
export interface Duplicates {
  documentNumber: string[]
  face: string[]
  /** With the same picture of a side of the document, as it is or as a copy; absent before it was looked for. */
  documentPicture?: string[]
  /** Of those with this face: sessions of which a reviewer said that they show somebody else. */
  othersAlike?: string[]
  /** Faces made by recognisers that this one has nothing in common with; absent when there are none. */
  uncompared?: number
}
