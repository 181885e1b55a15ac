/**
 * A check of a page whose finding is a trace: a score, and where it was found. It is stored as `authenticity[name]`.
 */
interface TraceCheck {
  name: string
  /** What is said about a picture with a finding: "The picture of the FRONT …". */
  finding: string
  /**
   * It judges pixels, by what cameras and scanners produce. A specimen for trying the service is a drawing, so in test
   * mode the finding does not count there; its score is still shown.
   */
  ofPixels: boolean
}

/**
 * Every check that leaves a trace, in the order in which they are shown. The factor documentAuthenticity, the
 * reviewer's view of a case and `limen read` use this list; engine/document/checks implements them.
 */
const TRACE_CHECKS = [
  { name: 'edits', finding: 'was changed after it was taken', ofPixels: true },
  { name: 'camera', finding: 'was not taken by a camera', ofPixels: true },
  { name: 'reference', finding: 'doesn’t look like this document', ofPixels: false },
] as const satisfies TraceCheck[]

export type TraceName = (typeof TRACE_CHECKS)[number]['name']

/** The checks that were made of a page, with their findings. */
export function tracesOf<Found>(
  authenticity: { [Name in TraceName]?: Found } | undefined,
): { check: TraceCheck & { name: TraceName }; trace: Found }[] {
  return TRACE_CHECKS.flatMap((check) => {
    const trace = authenticity?.[check.name]
    return trace ? [{ check, trace }] : []
  })
}
