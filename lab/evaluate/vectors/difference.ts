/** One value on which a vector and our reading differ. */
export interface Difference {
  field: string
  stated: string
  ours: string
  /** Why the source is wrong, where that can be shown from the vector itself. */
  explanation?: string
}
