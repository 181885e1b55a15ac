const MOST_LINES = 40

/** The part of a program's output that names its failures: the test runner's closing list, or else the last lines. */
export function failureOf(output) {
  const list = output.lastIndexOf('✖ failing tests:')
  return list < 0 ? output.trimEnd().split('\n').slice(-MOST_LINES).join('\n') : output.slice(list).trimEnd()
}

/**
 * The files to run again: those named in the closing list; all of them if it names none, or a location outside a test
 * file.
 */
export function failingFiles(failure, files) {
  const named = [...failure.matchAll(/^test at (.+):\d+:\d+$/gm)].map(([, file]) => file)
  return named.length && named.every((file) => files.includes(file)) ? [...new Set(named)] : files
}
