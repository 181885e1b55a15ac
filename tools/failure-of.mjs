const MOST_LINES = 40

/** The part of a program's output that names its failures: the test runner's closing list, or else the last lines. */
export function failureOf(output) {
  const list = output.lastIndexOf('✖ failing tests:')
  return list < 0 ? output.trimEnd().split('\n').slice(-MOST_LINES).join('\n') : output.slice(list).trimEnd()
}
