import { isLoopback } from '../../../formats/text/origin.ts'
import type { Config } from '../../../kernel/config.ts'

/** What an operator should change before others can reach the service. */
export function warningsOf({ baseUrl, host, demo }: Pick<Config, 'baseUrl' | 'host' | 'demo'>): string[] {
  const { protocol, hostname } = new URL(baseUrl)
  const local = isLoopback(hostname)
  return [
    ...(protocol === 'https:' || local
      ? []
      : ['BASE_URL is not https: pictures of people and passwords would cross the network in the clear.']),
    ...(local && !isLoopback(host) ? [NOWHERE] : []),
    ...(demo && !(local && isLoopback(host)) ? [DEMO] : []),
  ]
}

const DEMO =
  'The demo is on and this machine can be reached from others: set DEMO=false, or HOST=127.0.0.1 to try it out.'

const NOWHERE =
  'BASE_URL is localhost although HOST lets other machines in: the links and QR codes that people get do not work for them. Set BASE_URL to the address that people use.'
