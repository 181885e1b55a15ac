import type { Config } from '../../config.ts'
import { warningsOf } from '../support/settings.ts'
import { type Finding, good, unsafe } from './finding.ts'

type Looked = Pick<
  Config,
  | 'baseUrl'
  | 'host'
  | 'demo'
  | 'trustProxy'
  | 'allowedHosts'
  | 'pictureHosts'
  | 'rateLimit'
  | 'previousMasterKey'
  | 'databaseUrl'
  | 'apiMode'
>

/** Settings that can be used, and should not be left so where real people are served. */
export function judgeSettings(config: Looked, user = process.getuid?.()): Finding[] {
  const { baseUrl, trustProxy, allowedHosts, pictureHosts, rateLimit, previousMasterKey, databaseUrl } = config
  const found = [
    ...warningsOf(config).map((text) => unsafe('settings', text, 'see docs/going-live.md')),
    ...when(
      baseUrl.startsWith('https:') && !trustProxy.length,
      'TRUST_PROXY is empty although BASE_URL is https: behind a balancer everybody shares one rate limit',
      'set TRUST_PROXY to the address of the balancer that ends TLS',
    ),
    ...when(
      rateLimit === 0,
      'RATE_LIMIT is off: passwords and codes can be tried without end',
      'take RATE_LIMIT=0 away',
    ),
    ...when(
      pictureHosts.length > 0,
      `whoever holds a token may have pictures fetched from ${pictureHosts.join(', ')}`,
      'take PICTURE_HOSTS away unless integrators send addresses of pictures there',
    ),
    ...when(
      allowedHosts.length > 0,
      `webhooks may go to ${allowedHosts.join(', ')}, private or without TLS`,
      'take ALLOWED_HOSTS away once the receivers have https addresses',
    ),
    ...when(
      previousMasterKey !== undefined,
      'PREVIOUS_MASTER_KEY is set: a key that was to go is still in use',
      'finish with cli keys rotate-master, then take it away and destroy it',
    ),
    ...when(
      /^postgres/.test(databaseUrl) &&
        !/sslmode=(require|verify-ca|verify-full)/.test(databaseUrl) &&
        !isLocal(databaseUrl),
      'the way to PostgreSQL need not be encrypted',
      'add ?sslmode=verify-full to DATABASE_URL, or keep it on a network of its own',
    ),
    ...when(
      user === 0,
      'the service runs as root',
      'start it as a user of its own (deploy/limen.service does); root is useful only for the sandbox of its workers',
    ),
  ]
  return found.length ? found : [good('settings', 'nothing that is known to be unsafe')]
}

const when = (unsafeNow: boolean, text: string, advice: string): Finding[] =>
  unsafeNow ? [unsafe('settings', text, advice)] : []

function isLocal(databaseUrl: string): boolean {
  const { hostname } = new URL(databaseUrl)
  return hostname === '' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
