import { resolve } from 'node:path'
import { findWeakApiPassword } from '../formats/text/guessable.ts'
import { isLoopback } from '../formats/text/origin.ts'
import {
  ConfigError,
  databaseAddress,
  flag,
  httpsUrls,
  httpUrl,
  integer,
  issuer,
  key,
  list,
  oneOf,
  optional,
  origins,
  pictureStore,
  proxies,
  readSettings,
  type Setting,
  setting,
  text,
  webhookSecrets,
} from '../platform/settings/setting.ts'
import { DEFAULT_FACE_RULES, readFaceRules } from '../vision/face/face-rules.ts'
import { type GroupRoles, readGroupRoles } from './accounts/group-roles.ts'

/** A session is completed this much later at most while the faces of earlier ones are being loaded. */
export const DEFAULT_FACE_WAIT_SECONDS = 2

/** Every setting. docs/settings.md shows the same table; a test compares them. */
export const settings = {
  port: setting('PORT', integer(0, 65_535), 8080, 'Port to listen on; 0 picks a free one.'),
  host: setting('HOST', text, '0.0.0.0', 'Address to listen on.'),
  baseUrl: optional(
    'BASE_URL',
    httpUrl,
    'Address under which people and integrators reach the service; it is part of webEnrolmentUrl and of tokens.',
    'http://localhost:PORT',
  ),
  dataDir: setting('DATA_DIR', text, './data', 'Folder of the embedded database, the pictures and the generated keys.'),
  databaseUrl: optional(
    'DATABASE_URL',
    databaseAddress,
    'postgres://user:password@host/name for PostgreSQL, or sqlite:FILE.',
    'SQLite in DATA_DIR',
  ),
  imagesUrl: optional(
    'IMAGES_URL',
    pictureStore,
    's3://bucket/prefix?endpoint=…&region=… for an S3 server (credentials in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN for temporary ones), or a folder. With &create=true a missing bucket is created.',
    'a folder in DATA_DIR',
  ),
  apiUsername: optional('API_USERNAME', text, 'Name of the first API credential.', 'generated, printed once'),
  apiPassword: optional(
    'API_PASSWORD',
    text,
    'Password of the first API credential: 8 characters or more for trying out, 16 random ones for `live`. Changed later, it takes effect at the next start for the credential of API_USERNAME.',
    'generated, printed once',
  ),
  apiMode: setting(
    'API_MODE',
    oneOf('test', 'live'),
    'test',
    'Mode of the first API credential: `test`, or `live` for real people.',
  ),
  masterKey: optional(
    'MASTER_KEY',
    key,
    '32 bytes in hex or Base64 that wrap the key of every session.',
    'generated in DATA_DIR/master.key',
  ),
  previousMasterKey: optional(
    'PREVIOUS_MASTER_KEY',
    key,
    'The master key from before a rotation; needed until `cli keys rotate-master` has finished.',
  ),
  webhookUrl: optional(
    'WEBHOOK_URL',
    httpUrl,
    'Where status changes are sent, unless the tenant has an address of its own.',
  ),
  webhookSecret: {
    ...setting(
      'WEBHOOK_SECRET',
      webhookSecrets,
      [] as string[],
      'Secret that signs the webhooks of the default tenant (Standard Webhooks, `whsec_` + Base64 of 24 to 64 bytes, or plain text of 24 random characters or more); to change it, set the new and the old one, in this order, separated by a comma. Other tenants have their own.',
    ),
    fallbackText: 'generated, shown by `cli webhooks secret`',
  },
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    list,
    [] as string[],
    'Hosts or host:port, separated by commas, that webhooks and fetched lists may reach although they are private or not https.',
  ),
  pictureHosts: setting(
    'PICTURE_HOSTS',
    list,
    [] as string[],
    'Hosts or host:port, separated by commas, from which pictures may be fetched although they are private or not https. Anyone with a token can name an address there.',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    proxies,
    [] as string[],
    'Addresses of balancers whose X-Forwarded-For is trusted.',
  ),
  sessionMinutes: setting('SESSION_MINUTES', integer(1, 20_160), 60, 'Validity of a session that has no picture yet.'),
  sessionDays: setting(
    'SESSION_DAYS',
    integer(1, 365),
    14,
    'Validity, from creation, once a picture has been accepted.',
  ),
  tokenMinutes: setting('TOKEN_MINUTES', integer(1, 1_440), 60, 'Lifetime of an access token.'),
  tokenRenewHours: setting(
    'TOKEN_RENEW_HOURS',
    integer(1, 720),
    24,
    'Hours after `initialize` for which a session can be continued with new tokens on another device.',
  ),
  undoSeconds: setting(
    'REVIEW_UNDO_SECONDS',
    integer(0, 60),
    10,
    'Seconds for which a reviewer can undo a verdict; its webhook is sent after that. 0 turns undo off.',
  ),
  retentionDays: setting(
    'RETENTION_DAYS',
    integer(1, 3_650),
    90,
    'Days after the final state at which a session is erased, unless the tenant has its own.',
  ),
  maxImageBytes: setting('MAX_IMAGE_BYTES', integer(100_000, 50_000_000), 10_000_000, 'Largest picture, in bytes.'),
  maxMegapixels: setting('MAX_MEGAPIXELS', integer(1, 200), 50, 'Largest picture, in megapixels.'),
  maxSide: setting('MAX_SIDE', integer(1_000, 65_535), 12_000, 'Longest side of a picture, in pixels.'),
  leastUploadRate: setting(
    'LEAST_UPLOAD_RATE',
    integer(0, 1_000_000),
    8_000,
    'Minimum rate of a request body, in bytes per second over any 15 seconds. One of an announced length must also keep the pace at which it would arrive within three minutes, half a minute late at most. A slower one is answered with 408. 0 turns both limits off.',
  ),
  engineWorkers: optional('ENGINE_WORKERS', integer(1, 64), 'Processes that read pictures.', 'one per core'),
  engineWarmUp: setting(
    'ENGINE_WARM_UP',
    flag,
    true,
    'Idle workers read made-up pictures after their start (about 17 CPU-seconds each), so that the first pages are read as fast as later ones.',
  ),
  engineQueue: setting(
    'ENGINE_QUEUE',
    integer(1, 10_000),
    64,
    'Pictures that may wait for a worker; beyond that 503. Tenants take turns; one tenant can use three quarters at most.',
  ),
  engineSeconds: setting(
    'ENGINE_SECONDS',
    integer(1, 600),
    30,
    'Longest time for one picture; after that the worker is restarted.',
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    integer(0, 1_000_000),
    600,
    'Requests per minute for one address, credential or token; 0 switches the limit off.',
  ),
  maxUploads: setting(
    'MAX_UPLOADS',
    integer(1, 1_000),
    48,
    'Pictures that may be in progress at once; beyond that 503. One tenant can use three quarters at most.',
  ),
  uploadMegabytes: setting(
    'UPLOAD_MB',
    integer(16, 100_000),
    160,
    'Megabytes of memory for the bodies of requests, which they take as they arrive. A body waits for room for a minute at most (then 503); one tenant can use three quarters at most.',
  ),
  minFreeMegabytes: setting(
    'MIN_FREE_MB',
    integer(0, 1_000_000),
    500,
    'Megabytes that must be free where the service writes files, otherwise /healthz reports a full disk.',
  ),
  faceIndex: setting(
    'FACE_INDEX',
    oneOf('memory', 'pgvector'),
    'memory',
    'Where the duplicate check searches faces: in the memory of each node, or masked in PostgreSQL, with pgvector if the server has it. docs/security.md says what a reader of the database could learn.',
  ),
  faceWaitSeconds: setting(
    'FACE_WAIT_SECONDS',
    integer(0, 60),
    DEFAULT_FACE_WAIT_SECONDS,
    'Longest time for which the duplicate check of a session waits while faces are being loaded after a start; then its level is UNKNOWN, and a reviewer decides. By default a session is completed two seconds later at most.',
  ),
  metricsToken: optional('METRICS_TOKEN', text, 'Bearer token of /metrics; without one only this machine may read it.'),
  frameAncestors: setting(
    'FRAME_ANCESTORS',
    origins,
    [] as string[],
    'Origins that may embed the hosted page, in addition to those of the tenant.',
  ),
  oidcIssuer: optional(
    'OIDC_ISSUER',
    issuer,
    'Address of the OpenID provider that people sign in to the console with; its answers go to BASE_URL/console/sign-in/callback.',
  ),
  oidcClientId: optional('OIDC_CLIENT_ID', text, 'Name under which the provider knows this service.'),
  oidcClientSecret: optional(
    'OIDC_CLIENT_SECRET',
    text,
    'The secret of this client; without one the service is a public client and uses PKCE only.',
  ),
  oidcName: setting('OIDC_NAME', text, 'your company account', 'Text of the sign-in button after "Continue with".'),
  oidcScope: setting('OIDC_SCOPE', text, 'openid profile email', 'Scopes that are requested from the provider.'),
  oidcGroupsClaim: setting('OIDC_GROUPS_CLAIM', text, 'groups', "Claim with a person's groups."),
  oidcSubjectClaim: setting(
    'OIDC_SUBJECT_CLAIM',
    text,
    'sub',
    'Claim of the ID token that identifies a person for good, and that SCIM sends as `externalId`; `oid` with Entra ID.',
  ),
  oidcRoles: setting(
    'OIDC_ROLES',
    readGroupRoles,
    new Map() as GroupRoles,
    'What each group gives, separated by semicolons: `group=admin`, `group=reviewer` or `group=reviewer:tenant+tenant`. Anyone in none of them is refused.',
  ),
  localAccounts: setting(
    'LOCAL_ACCOUNTS',
    flag,
    true,
    'Whether people may sign in to the console and the review API with name and password; with false they can sign in with the provider only.',
  ),
  requireSecondFactor: setting(
    'REQUIRE_SECOND_FACTOR',
    flag,
    false,
    'Whether those who sign in with name and password must have a second factor; those who have none must set one up first.',
  ),
  walletCertificate: optional(
    'WALLET_CERTIFICATE',
    text,
    'PEM file with the certificate that identifies you to wallets, followed by intermediate certificates; without it wallets are not used.',
  ),
  walletKey: optional('WALLET_KEY', text, 'PEM file with its private key, on P-256.'),
  walletRegistration: optional(
    'WALLET_REGISTRATION',
    text,
    'File with your registration certificate as a relying party (ETSI TS 119 475, a JWT), which wallets get with every request.',
  ),
  walletClientId: setting(
    'WALLET_CLIENT_ID',
    oneOf('x509_hash', 'x509_san_dns'),
    'x509_hash',
    'How wallets name you: by the hash of the certificate, or by the host of BASE_URL, which the certificate must name then.',
  ),
  walletIssuers: setting(
    'WALLET_ISSUERS',
    httpsUrls,
    [] as string[],
    'Addresses of issuers, separated by commas, that are trusted by the keys they publish (JWT VC issuer metadata) instead of a certificate; the keys are fetched from there.',
  ),
  walletCredentials: optional(
    'WALLET_CREDENTIALS',
    text,
    'JSON file with credentials of wallets to accept in addition: their claims, whose word counts, and what they may stand for.',
  ),
  modelsFile: optional('MODELS_FILE', text, 'JSON file with models of your own in place of ours.'),
  faceRules: {
    ...setting(
      'FACE_RULES',
      readFaceRules,
      DEFAULT_FACE_RULES,
      'Limits for a usable selfie that differ from the defaults, such as `maxYaw=30,minPixels=100`; all of them are in src/vision/face/face-rules.ts.',
    ),
    fallbackText: 'as measured',
  },
  policyFile: optional('POLICY_FILE', text, 'JSON file with the decision policy.', 'the built-in policy'),
  ageAndGender: setting('AGE_AND_GENDER', flag, true, 'Whether age and gender are estimated; when off, both are null.'),
  codesFollowPage: setting(
    'CODES_FOLLOW_PAGE',
    flag,
    false,
    'Whether the code for another device uses the address under which the page was opened, instead of BASE_URL. For tests in a local network.',
  ),
  demo: optional(
    'DEMO',
    flag,
    'Whether /demo is served, a page that plays the part of an integrator. Its specimen pictures are served unless this is false.',
    'true where HOST is loopback',
  ),
  stopSeconds: setting(
    'STOP_SECONDS',
    integer(1, 600),
    25,
    'Longest time that stopping takes; what is not finished then is cut off. The default is below the 30 s that common supervisors wait.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'How much is logged.',
  ),
} satisfies Record<string, Setting<unknown>>

type Read = { [Name in keyof typeof settings]: (typeof settings)[Name]['fallback'] }
export type Config = Omit<Read, 'dataDir'> & {
  dataDir: string
  databaseUrl: string
  imagesUrl: string
  baseUrl: string
  demo: boolean
  demoPictures: boolean
}

/** Reads the environment once. Every problem is reported at the same time, with the name of its variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { values, problems } = readSettings(settings, environment)
  const read = values as Read
  const weakness = read.apiPassword === undefined ? undefined : findWeakApiPassword(read.apiPassword, read.apiMode)
  if (weakness) problems.push(`API_PASSWORD: ${weakness}; use 16 random characters or more`)
  problems.push(...findGaps(read))
  if (problems.length) throw new ConfigError(problems)

  const dataDir = resolve(read.dataDir)
  return {
    ...read,
    dataDir,
    baseUrl: read.baseUrl ?? `http://localhost:${read.port}`,
    demo: read.demo ?? isLoopback(read.host),
    demoPictures: read.demo ?? true,
    databaseUrl: read.databaseUrl ?? `sqlite:${resolve(dataDir, 'limen.db')}`,
    imagesUrl: read.imagesUrl ?? resolve(dataDir, 'images'),
  }
}

/** Settings that go together. */
function findGaps({
  oidcIssuer,
  oidcClientId,
  oidcRoles,
  localAccounts,
  walletCertificate,
  walletKey,
  walletRegistration,
  faceIndex,
  databaseUrl,
}: Read): string[] {
  const halves = [
    ...(faceIndex === 'pgvector' && !databaseUrl?.startsWith('postgres')
      ? ['FACE_INDEX: pgvector needs DATABASE_URL to name PostgreSQL']
      : []),
    ...(walletCertificate && !walletKey ? ['WALLET_KEY: goes with WALLET_CERTIFICATE'] : []),
    ...(walletRegistration && !walletCertificate ? ['WALLET_CERTIFICATE: goes with WALLET_REGISTRATION'] : []),
    ...(walletKey && !walletCertificate ? ['WALLET_CERTIFICATE: goes with WALLET_KEY'] : []),
  ]
  if (!oidcIssuer)
    return [...halves, ...(localAccounts ? [] : ['LOCAL_ACCOUNTS: without OIDC_ISSUER nobody could sign in'])]
  return [
    ...halves,
    ...(oidcClientId ? [] : ['OIDC_CLIENT_ID: goes with OIDC_ISSUER']),
    ...(oidcRoles.size ? [] : ['OIDC_ROLES: goes with OIDC_ISSUER, since without a group nobody can sign in']),
  ]
}
