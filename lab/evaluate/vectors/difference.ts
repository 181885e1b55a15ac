/** One value on which a vector and our reading differ. */
export interface Difference {
  field: string
  stated: string
  ours: string
  /** Why the source is wrong, if the vector itself shows it. */
  explanation?: string
}
