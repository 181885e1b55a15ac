const WIDTH = 30

/** A bar on the terminal; a line at every tenth where there is none. */
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
