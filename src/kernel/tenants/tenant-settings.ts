import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { accept, type Result } from '../../formats/result.ts'
import { isOrigin } from '../../formats/text/origin.ts'
import { LOGO } from '../contract/logo.ts'
import { ASSURANCE_LEVELS } from '../decision/levels.ts'
import type { TenantSettings } from '../ports/tenants.ts'
import { CONFIRM_AGAINST, FOUR_EYES, REJECTION_REASONS } from '../review/review-words.ts'
import { FLOW_NAME } from '../session/flow.ts'
import { LOCALES, STEPS } from '../session/session-words.ts'
import { SETUP_ANSWERS, SETUP_STEPS } from '../setup/setup.ts'
import {
  CHALLENGE_SETTINGS,
  CHIP_SETTINGS,
  MINORS_ACCEPTED,
  SEAL_SETTINGS,
  STRANGERS,
  UNNAMED_DOCUMENTS,
  WALLET_SETTINGS,
  WITHOUT_PORTRAIT,
} from '../vocabulary.ts'
import { PAGE_TEXTS, type PageText } from './contract/page-texts.ts'
import { DEFAULT_SETTINGS, ISSUED_CLAIMS, isListName, MOST_DAYS } from './tenant.ts'

/** Reads settings from JSON, fills in the defaults, and says in words what cannot be used. */
export function readTenantSettings(json: object, retentionDays: number): Result<TenantSettings, string> {
  const given = { ...DEFAULT_SETTINGS, retentionDays, ...json } as TenantSettings
  const problem = Object.entries(given)
    .map(([name, value]) =>
      Object.hasOwn(checks, name) ? checks[name as keyof TenantSettings](value) : 'is not a setting',
    )
    .map((wrong, at) => wrong && `${Object.keys(given)[at]} ${wrong}`)
    .find(Boolean)
  return problem ? { ok: false, refusal: problem } : accept(given)
}

/**
 * What fits a phone without scrolling; the sentences about data may be as long as a legal text needs, up to one screen.
 */
const LONGEST = 300
const LONGEST_PRIVACY = 1500
const LONG: readonly PageText[] = [
  'privacyText',
  'consentText',
  'consentElse',
  'consentReturning',
  'consentKeep',
  'consentAge',
]

/** Says in words what is wrong with the first text that cannot be used; undefined when all can. */
function findProblemInTexts(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be texts by locale'
  for (const [locale, texts] of Object.entries(value)) {
    if (!(LOCALES as readonly string[]).includes(locale)) return `has no locale '${locale}'`
    if (!isObject(texts)) return `must be texts by name in '${locale}'`
    for (const [key, text] of Object.entries(texts)) {
      const problem = Object.hasOwn(PAGE_TEXTS, key)
        ? findProblemInText(key as PageText, text)
        : 'is not a text of the page'
      if (problem) return `${locale}.${key} ${problem}`
    }
  }
  return undefined
}

function findProblemInText(key: PageText, text: unknown): string | undefined {
  const longest = LONG.includes(key) ? LONGEST_PRIVACY : LONGEST
  if (typeof text !== 'string' || !text.trim()) return 'must be a text'
  if (text.length > longest) return `must be at most ${longest} characters`
  // Control characters, and marks that change the direction of the text after them: a text must read as it is written.
  if (/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text)) return 'must be plain text on one line'
  if (/[<>]/.test(text)) return 'must be plain text without < and >'

  const wanted: readonly string[] = PAGE_TEXTS[key]
  const found = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const unknownName = found.find((name) => !wanted.includes(name))
  if (unknownName !== undefined) return `has no value {${unknownName}}`
  const missing = wanted.find((name) => !found.includes(name))
  if (missing !== undefined) return `must contain the value {${missing}}`
  if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) return 'has a brace that belongs to no value'
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

type Check = (value: unknown) => string | undefined

const fits =
  (schema: TSchema, message: string): Check =>
  (value) =>
    Value.Check(schema, value) ? undefined : message

const oneOf = (words: readonly unknown[]): Check =>
  fits(Type.Enum([...words] as string[]), `must be one of ${words.join(', ')}`)

const flag = fits(Type.Boolean(), 'must be true or false')

const wholeNumber = (of: string, most: number): Check =>
  fits(Type.Integer({ minimum: 1, maximum: most }), `must be a whole number of ${of} from 1 to ${most}`)

const strict = { additionalProperties: false }

/** https, or http on this machine. */
const WEB_ADDRESS = '^(https://[^/\\s@]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?)(/\\S*)?$'
const WebAddress = Type.Refine(Type.String({ pattern: WEB_ADDRESS }), (address) => URL.canParse(address))
const webAddress = fits(WebAddress, 'must be an absolute https address')

const Steps = Type.Array(Type.Enum([...STEPS]), { minItems: 1, uniqueItems: true })
const Flow = Type.Object({ steps: Steps, assurance: Type.Optional(Type.Enum([...ASSURANCE_LEVELS])) }, strict)
const Generation = Type.Object({ generation: Type.Integer() })

const Issuance = Type.Object(
  {
    claims: Type.Array(Type.Enum([...ISSUED_CLAIMS]), { minItems: 1, uniqueItems: true }),
    days: Type.Integer({ minimum: 1, maximum: MOST_DAYS }),
    onPage: Type.Optional(Type.Boolean()),
  },
  strict,
)

/** Lists short enough to be read at a glance. */
const MOST_REASONS = 20
const MOST_FLOWS = 20
const MOST_LISTS = 100

const Reasons = Type.Array(
  Type.Object(
    {
      code: Type.String({ pattern: '^[A-Z][A-Z0-9_]{1,39}$' }),
      text: Type.String({ pattern: '\\S', maxLength: 200 }),
    },
    strict,
  ),
  { maxItems: MOST_REASONS },
)

const Screening = Type.Object(
  {
    enabled: Type.Boolean(),
    lists: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_LISTS })),
    threshold: Type.Optional(Type.Integer({ minimum: 50, maximum: 100 })),
  },
  strict,
)

const colour = Type.String({ maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$' })
const Theme = Type.Partial(
  Type.Object({
    name: Type.String({ maxLength: 80 }),
    logo: Type.String(LOGO),
    accent: colour,
    accentInk: colour,
    radius: Type.Integer({ minimum: 0, maximum: 24 }),
    font: Type.Enum(['system', 'serif', 'rounded']),
  }),
  strict,
)

const Setup = Type.Partial(
  Type.Object(Object.fromEntries(SETUP_STEPS.map((step) => [step, Type.Enum([...SETUP_ANSWERS])]))),
  strict,
)

const checks: Record<keyof TenantSettings, Check> = {
  assurance: oneOf(ASSURANCE_LEVELS),
  steps: fits(Steps, `must be some of ${STEPS.join(', ')}, each once`),
  flows: (value) => {
    if (!isObject(value)) return 'must be flows by name'
    const entries = Object.entries(value)
    if (entries.length > MOST_FLOWS) return `must be at most ${MOST_FLOWS} flows`
    const wrong = entries.find(([name, flow]) => !FLOW_NAME.test(name) || !Value.Check(Flow, flow))
    return (
      wrong &&
      `has a flow '${wrong[0]}' that cannot be used: a name of small letters, digits and dashes, and {"steps": […]} with some of ${STEPS.join(', ')}, optionally with "assurance"`
    )
  },
  returnUrl: webAddress,
  webhookUrl: webAddress,
  webhookSecret: fits(Generation, 'is changed by `cli webhooks secret --rotate`'),
  frameOrigins: (value) =>
    Array.isArray(value) && value.every((origin) => typeof origin === 'string' && isOrigin(origin))
      ? undefined
      : 'must be origins such as https://shop.example',
  retentionDays: wholeNumber('days', 3650),
  selfieFiles: flag,
  stepUp: flag,
  refusedToReviewer: flag,
  unnamedDocuments: oneOf(UNNAMED_DOCUMENTS),
  asksConsent: flag,
  keepsFaces: flag,
  strangers: oneOf(STRANGERS),
  minorsAccepted: oneOf(MINORS_ACCEPTED),
  challenge: oneOf(CHALLENGE_SETTINGS),
  chip: oneOf(CHIP_SETTINGS),
  seals: oneOf(SEAL_SETTINGS),
  wallet: oneOf(WALLET_SETTINGS),
  walletWithoutPortrait: oneOf(WITHOUT_PORTRAIT),
  issuance: fits(
    Issuance,
    `must be {"claims": some of ${ISSUED_CLAIMS.join(', ')}, "days": 1 to ${MOST_DAYS}}, and optionally "onPage"`,
  ),
  issuerKey: fits(Generation, 'is changed by `cli tenants rotate-issuer-key`'),
  // An https link of the app's own domain: any app may claim a scheme, and the fragment is ours.
  chipApp: (value) =>
    typeof value === 'string' && !webAddress(value) && !value.includes('#') && value.length <= 500
      ? undefined
      : 'must be an absolute https address of an app, without a fragment',
  trustFramework: fits(
    Type.String({ pattern: '^[!-~]{1,200}$' }),
    'must be a name or an address of at most 200 characters',
  ),
  fourEyes: oneOf(FOUR_EYES),
  confirmAgainst: oneOf(CONFIRM_AGAINST),
  rejectionReasons: (value) =>
    Value.Check(Reasons, value) && areOwn(value.map(({ code }) => code))
      ? undefined
      : `must be at most ${MOST_REASONS} reasons {code, text}, each code once, in capitals, and none of ${REJECTION_REASONS.join(', ')}`,
  reviewHours: wholeNumber('hours', 720),
  screening: (value) =>
    Value.Check(Screening, value) && (value.lists ?? []).every(isListName)
      ? undefined
      : 'must be {"enabled": true or false}, and optionally "lists" by name and a "threshold" from 50 to 100',
  themes: (value) => {
    if (!isObject(value)) return 'must be themes by name'
    const wrong = Object.entries(value).find(([, theme]) => !Value.Check(Theme, theme))
    return (
      wrong &&
      `has a theme '${wrong[0]}' that cannot be used: "name", "logo" (data:image/…), "accent" and "accentInk" (#rrggbb), "radius" (0 to 24), "font"`
    )
  },
  texts: findProblemInTexts,
  setup: fits(Setup, `must be ${SETUP_ANSWERS.join(' or ')} for some of ${SETUP_STEPS.join(', ')}`),
}

/** Each once, and none of the closed list. */
const areOwn = (codes: readonly string[]): boolean =>
  new Set([...codes, ...REJECTION_REASONS]).size === codes.length + REJECTION_REASONS.length
