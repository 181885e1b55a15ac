/** One value that a vector states otherwise than we read it. */
export interface Difference {
  field: string
  stated: string
  ours: string
  /** Why the source is wrong, where that can be shown from the vector itself. */
  explanation?: string
}
