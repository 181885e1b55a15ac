/** A check of a page whose finding is a trace: a score, and where it shows. It is stored as `authenticity[name]`. */
interface TraceCheck {
  name: string
  /** What is said of the picture where it found something: "The picture of the FRONT …". */
  finding: string
  /**
   * It judges pixels, by what cameras and scanners give. A specimen that the service is tried with is a drawing, so in test
   * mode the finding does not count there; its score is shown all the same.
   */
  ofPixels: boolean
}

/**
 * Every check that leaves a trace, in the order in which they are shown. The factor documentAuthenticity, the reviewer's
 * view of a case and `limen read` take them from here; engine/document/checks makes them.
 */
const TRACE_CHECKS = [
  { name: 'edits', finding: 'was changed after it was taken', ofPixels: true },
  { name: 'camera', finding: 'was not taken by a camera', ofPixels: true },
  { name: 'reference', finding: 'doesn’t look like this document', ofPixels: false },
] as const satisfies TraceCheck[]

export type TraceName = (typeof TRACE_CHECKS)[number]['name']

/** The checks that were made of a page, with what they found. */
export function tracesOf<Found>(
  authenticity: { [Name in TraceName]?: Found } | undefined,
): { check: TraceCheck & { name: TraceName }; trace: Found }[] {
  return TRACE_CHECKS.flatMap((check) => {
    const trace = authenticity?.[check.name]
    return trace ? [{ check, trace }] : []
  })
}
