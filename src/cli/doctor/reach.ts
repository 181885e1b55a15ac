import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Finding, good, unsafe } from './finding.ts'

const LIMIT_MS = 5_000
/** Shorter than the 30 days before which most authorities renew: what is below it was forgotten. */
const LEAST_DAYS = 14

/** An address that the service or its callers need: is somebody there, and until when is his certificate good? Nothing is sent. */
export async function judgeAddress(name: string, address: string, now: Date): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const where = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  try {
    if (protocol !== 'https:') {
      await reach(host, Number(port || 80))
      return good(name, `${where} answers, without TLS`)
    }
    const { problem, until } = await shakeHands(host, Number(port || 443))
    const days = Math.floor((until.getTime() - now.getTime()) / 86_400_000)
    const date = until.toISOString().slice(0, 10)
    if (problem)
      return unsafe(
        name,
        `${where}: callers refuse its certificate (${problem})`,
        'install one for this name with its whole chain',
      )
    if (days < LEAST_DAYS)
      return unsafe(name, `${where}: its certificate ends on ${date}`, 'renew it, and look why it was not')
    return good(name, `${where} answers, certificate until ${date}`)
  } catch (error) {
    const reason = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error)
    return unsafe(
      name,
      `${where} cannot be reached from here (${reason})`,
      'look at name, firewall and whether it runs',
    )
  }
}

/** An address for webhooks to which none is sent, whether or not somebody answers there. */
export function judgeRefused(name: string, address: string, refusal: string): Finding {
  const { host } = new URL(address)
  return unsafe(
    name,
    `no webhook is sent to ${host}: ${refusal}`,
    `set ALLOWED_HOSTS=${host}, or use a public https address`,
  )
}

async function reach(host: string, port: number): Promise<void> {
  const socket = connectTcp({ host, port })
  socket.on('error', () => {}) // whoever waits for it gets it too
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(LIMIT_MS) })
  } finally {
    socket.destroy()
  }
}

async function shakeHands(host: string, port: number): Promise<{ problem?: string; until: Date }> {
  // Refused ones are looked at too: what is wrong with them is the question.
  const isName = !/^[\d.]+$|:/.test(host)
  const socket = connectTls({ host, port, ...(isName && { servername: host }), rejectUnauthorized: false })
  socket.on('error', () => {})
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(LIMIT_MS) })
    const until = new Date(socket.getPeerCertificate().valid_to)
    return { until, ...(!socket.authorized && { problem: String(socket.authorizationError) }) }
  } finally {
    socket.destroy()
  }
}
