/** Says about once a second how far long work has come; on a terminal on one line. */
export function showProgress(verb: string): (what: string, done: number, of?: number) => void {
  let shown = 0
  return (what, done, of) => {
    const now = Date.now()
    if (now - shown < 1000 && done !== of) return
    shown = now
    const line = `${verb} ${what}: ${done}${of === undefined ? '' : ` of ${of}`}`
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${line}${done === of ? '\n' : ''}`)
    else console.error(line)
  }
}
