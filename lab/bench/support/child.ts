import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export interface Child {
  address: string
  pid: number
  /** Resident memory of this process without its children, in MB. */
  residentMb(): number
  /** CPU time so far, in milliseconds. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Starts a program that prints `listening at <address>` as a process that can be measured from outside (Linux). */
export async function startChild(args: string[], env: Record<string, string> = {}): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(child)
  const { pid = 0 } = child
  return {
    address,
    pid,
    residentMb: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    cpuMs() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * 10 // clock ticks of 10 ms
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    const address = /https?:\/\/[\w.[\]:]+:\d+/.exec(text)?.[0]
    if (address) {
      child.stdout?.resume()
      return address
    }
  }
  throw new Error(`the program ended before it listened: ${text}`)
}
