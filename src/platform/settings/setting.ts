import { isIP } from 'node:net'
import { isOrigin } from '../../formats/text/origin.ts'

/** One setting: the environment variable that carries it, the parser of its text, its default and its meaning. */
export interface Setting<Value> {
  env: string
  read: (text: string) => Value
  fallback: Value
  /** The default in words, if the value itself says little. */
  fallbackText?: string
  meaning: string
}

export const setting = <Value>(
  env: string,
  read: (text: string) => Value,
  fallback: Value,
  meaning: string,
): Setting<Value> => ({ env, read, fallback, meaning, fallbackText: isNothing(fallback) ? 'none' : undefined })

const isNothing = (fallback: unknown): boolean =>
  fallback === undefined ||
  (Array.isArray(fallback) && fallback.length === 0) ||
  (fallback instanceof Map && fallback.size === 0)

/** An optional setting. */
export const optional = <Value>(
  env: string,
  read: (text: string) => Value,
  meaning: string,
  fallbackText = 'none',
): Setting<Value | undefined> => ({ env, read, fallback: undefined, meaning, fallbackText })

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`settings that cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

export function text(value: string): string {
  return value
}

export function integer(lowest: number, highest: number) {
  return (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < lowest || number > highest)
      throw new Error(`must be a whole number from ${lowest} to ${highest}`)
    return number
  }
}

export function flag(value: string): boolean {
  if (/^(1|true|on|yes)$/i.test(value)) return true
  if (/^(0|false|off|no)$/i.test(value)) return false
  throw new Error('must be true or false')
}

export function oneOf<Word extends string>(...words: Word[]) {
  return (value: string): Word => {
    const word = words.find((each) => each === value)
    if (!word) throw new Error(`must be one of ${words.join(', ')}`)
    return word
  }
}

export function list(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** Addresses, networks, or the HTTP server's names for local ones. */
export function proxies(value: string): string[] {
  const wrong = list(value).find((each) => !OWN_NETWORKS.includes(each) && !isNetwork(each))
  if (wrong !== undefined) throw new Error(`must be addresses such as 10.0.0.2 or 10.0.0.0/24, not '${wrong}'`)
  return list(value)
}

const OWN_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** `address`, `address/length`, or `address/mask` as IPv4 has it. */
function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (length === undefined) return true
  if (/^\d+$/.test(length)) return Number(length) >= 1 && Number(length) <= (family === 4 ? 32 : 128)
  return family === 4 && isIP(length) === 4 && /^1+0*$/.test(bitsOf(length))
}

const bitsOf = (mask: string): string =>
  mask
    .split('.')
    .map((octet) => Number(octet).toString(2).padStart(8, '0'))
    .join('')

/** A folder, or a bucket. Another scheme would be mistaken for the name of a folder. */
export function pictureStore(value: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^s3:\/\/[^/?]/.test(value)) return value
  throw new Error('must be s3://bucket/prefix?endpoint=…&region=…, or a folder')
}

/** With a guessed or published secret anybody could sign as this service. */
export function webhookSecrets(value: string): string[] {
  const secrets = list(value)
  if (secrets.length < 1 || secrets.length > 2) throw new Error('must be one secret, or the newer and the older one')
  for (const secret of secrets) {
    const bytes = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64').length : undefined
    if (bytes === undefined ? secret.length < 24 : bytes < 24 || bytes > 64)
      throw new Error(
        'must be `whsec_` and Base64 of 24 to 64 random bytes, or plain text of 24 random characters or more',
      )
    if (new Set(secret).size < 10) throw new Error('repeats itself; use random characters')
  }
  return secrets
}

export function origins(value: string): string[] {
  const wrong = list(value).find((origin) => !isOrigin(origin))
  if (wrong !== undefined) throw new Error('must be origins such as https://shop.example, separated by commas')
  return list(value)
}

/** https, or this machine: anyone who can change the answers of a provider can sign in as anybody. */
export function issuer(value: string): string {
  if (!URL.canParse(value) || !isOrigin(new URL(value).origin)) throw new Error('must be an https URL')
  return value
}

export function databaseAddress(value: string): string {
  if (/^(sqlite:.|postgres(ql)?:\/\/.)/.test(value)) return value
  throw new Error('must be sqlite:FILE or postgres://user:password@host/name')
}

export function httpUrl(value: string): string {
  if (!URL.canParse(value)) throw new Error('must be an absolute URL')
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('must be an http or https URL')
  if (url.username || url.password) throw new Error('must not carry credentials')
  return value.replace(/(?<!\/)\/+$/, '')
}

export function httpsUrls(value: string): string[] {
  const urls = list(value)
  if (urls.some((url) => !url.startsWith('https://') || !URL.canParse(url)))
    throw new Error('must be https addresses, separated by commas')
  return urls
}

export function key(value: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (bytes.length !== 32) throw new Error('must be 32 bytes in hex or Base64')
  return bytes
}

/**
 * The value of each setting from the environment, else its default; and every problem, with the name of its variable.
 */
export function readSettings(
  settings: Record<string, Setting<unknown>>,
  environment: Record<string, string | undefined>,
): { values: Record<string, unknown>; problems: string[] } {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { env, read, fallback }] of Object.entries(settings)) {
    const value = environment[env]
    values[name] = fallback
    if (value === undefined || value === '') continue
    try {
      values[name] = read(value)
    } catch (error) {
      problems.push(`${env}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { values, problems }
}
