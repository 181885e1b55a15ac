const WIDTH = 30

/** A progress bar on a terminal; otherwise a line at every tenth. */
export function progressBar(
  name: string,
  out: NodeJS.WriteStream = process.stderr,
): (done: number, total: number) => void {
  let lastTenth = -1
  return (done, total) => {
    const share = total ? done / total : 1
    if (out.isTTY) {
      const filled = Math.round(share * WIDTH)
      out.write(
        `\r${name} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done}/${total}${done === total ? '\n' : ''}`,
      )
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth !== lastTenth) out.write(`${name} ${done}/${total}\n`)
    lastTenth = tenth
  }
}
