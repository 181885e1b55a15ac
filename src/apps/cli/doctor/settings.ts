import type { Config } from '../../../kernel/config.ts'
import { type Finding, good, unsafe } from '../../../kernel/operations/finding.ts'
import { warningsOf } from '../support/settings.ts'

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

/** Settings that work, but should not be left so for a service to real people. */
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
      'RATE_LIMIT is off: passwords and codes can be tried without limit',
      'remove RATE_LIMIT=0',
    ),
    ...when(
      pictureHosts.length > 0,
      `anyone with a token can have pictures fetched from ${pictureHosts.join(', ')}`,
      'remove PICTURE_HOSTS unless integrators send addresses of pictures there',
    ),
    ...when(
      allowedHosts.length > 0,
      `webhooks may go to ${allowedHosts.join(', ')}, private or without TLS`,
      'remove ALLOWED_HOSTS when the receivers have https addresses',
    ),
    ...when(
      previousMasterKey !== undefined,
      'PREVIOUS_MASTER_KEY is set: a key that was to be replaced is still in use',
      'finish with cli keys rotate-master, then remove and destroy it',
    ),
    ...when(
      /^postgres/.test(databaseUrl) &&
        !/sslmode=(require|verify-ca|verify-full)/.test(databaseUrl) &&
        !isLocal(databaseUrl),
      'the connection to PostgreSQL may be unencrypted',
      'add ?sslmode=verify-full to DATABASE_URL, or keep it on a private network',
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
