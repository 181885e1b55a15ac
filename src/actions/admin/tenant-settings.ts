import { PAGE_TEXTS, type PageText } from '../../contract/page-texts.ts'
import { FLOW_NAME } from '../../domain/enrolment/flow.ts'
import { accept, type Result } from '../../domain/result.ts'
import { SETUP_ANSWERS, SETUP_STEPS } from '../../domain/setup.ts'
import { DEFAULT_SETTINGS, ISSUED_CLAIMS, isListName, MOST_DAYS } from '../../domain/tenant.ts'
import { isOrigin } from '../../domain/text/origin.ts'
import {
  ASSURANCE_LEVELS,
  CHALLENGE_SETTINGS,
  CHIP_SETTINGS,
  FOUR_EYES,
  LOCALES,
  MINORS_ACCEPTED,
  REJECTION_REASONS,
  SEAL_SETTINGS,
  STEPS,
  STRANGERS,
  type Step,
  WALLET_SETTINGS,
  WITHOUT_PORTRAIT,
} from '../../domain/vocabulary.ts'
import type { TenantSettings, ThemeSettings } from '../ports/tenants.ts'

/** Reads settings from JSON, fills in the defaults, and says in words what cannot be used. */
export function readTenantSettings(json: object, retentionDays: number): Result<TenantSettings, string> {
  const given = { ...DEFAULT_SETTINGS, retentionDays, ...json } as TenantSettings
  const problem = Object.entries(given)
    .map(([name, value]) => (name in checks ? checks[name as keyof TenantSettings](value) : 'is not a setting'))
    .map((wrong, at) => wrong && `${Object.keys(given)[at]} ${wrong}`)
    .find(Boolean)
  return problem ? { ok: false, refusal: problem } : accept(given)
}

/** What fits a phone without scrolling; the sentences about data may be as long as a lawyer wants them on one screen. */
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
  if (!isObject(value)) return 'wants texts by locale'
  for (const [locale, texts] of Object.entries(value)) {
    if (!(LOCALES as readonly string[]).includes(locale)) return `has no locale '${locale}'`
    if (!isObject(texts)) return `wants texts by name in '${locale}'`
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
  if (typeof text !== 'string' || !text.trim()) return 'wants a text'
  if (text.length > longest) return `wants at most ${longest} characters`
  // Controls, and the marks that turn the direction of what follows: a text must read as it is written.
  if (/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text)) return 'wants plain text on one line'
  if (/[<>]/.test(text)) return 'wants plain text without < and >'

  const wanted: readonly string[] = PAGE_TEXTS[key]
  const found = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const stranger = found.find((name) => !wanted.includes(name))
  if (stranger !== undefined) return `has no value {${stranger}}`
  const missing = wanted.find((name) => !found.includes(name))
  if (missing !== undefined) return `wants the value {${missing}}`
  if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) return 'has a brace that belongs to no value'
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

type Check = (value: unknown) => string | undefined

const oneOf =
  (words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value) ? undefined : `wants one of ${words.join(', ')}`

const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'wants true or false')

const wholeNumber =
  (of: string, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most
      ? undefined
      : `wants a whole number of ${of} from 1 to ${most}`

const webAddress: Check = (value) => (isWebAddress(value) ? undefined : 'wants an absolute https address')

const checks: Record<keyof TenantSettings, Check> = {
  assurance: oneOf(ASSURANCE_LEVELS),
  steps: (value) => (areSteps(value) ? undefined : `wants some of ${STEPS.join(', ')}, each once`),
  flows: (value) => {
    if (!isObject(value)) return 'wants flows by name'
    const entries = Object.entries(value)
    if (entries.length > MOST_FLOWS) return `wants at most ${MOST_FLOWS} flows`
    const wrong = entries.find(([name, flow]) => !FLOW_NAME.test(name) || !isFlow(flow))
    return (
      wrong &&
      `has a flow '${wrong[0]}' that cannot be used: a name of small letters, digits and dashes, and {"steps": […]} with some of ${STEPS.join(', ')}, where wanted with "assurance"`
    )
  },
  returnUrl: webAddress,
  webhookUrl: webAddress,
  webhookSecret: (value) => (isGeneration(value) ? undefined : 'is changed by `cli webhooks secret --rotate`'),
  frameOrigins: (value) =>
    Array.isArray(value) && value.every(isFrameOrigin) ? undefined : 'wants origins such as https://shop.example',
  retentionDays: wholeNumber('days', 3650),
  selfieFiles: flag,
  stepUp: flag,
  refusedToReviewer: flag,
  asksConsent: flag,
  keepsFaces: flag,
  strangers: oneOf(STRANGERS),
  minorsAccepted: oneOf(MINORS_ACCEPTED),
  challenge: oneOf(CHALLENGE_SETTINGS),
  chip: oneOf(CHIP_SETTINGS),
  seals: oneOf(SEAL_SETTINGS),
  wallet: oneOf(WALLET_SETTINGS),
  walletWithoutPortrait: oneOf(WITHOUT_PORTRAIT),
  issuance: (value) =>
    isIssuance(value)
      ? undefined
      : `wants {"claims": some of ${ISSUED_CLAIMS.join(', ')}, "days": 1 to ${MOST_DAYS}}, and where wanted "onPage"`,
  issuerKey: (value) => (isGeneration(value) ? undefined : 'is changed by `cli tenants rotate-issuer-key`'),
  // An https link of the app's own domain: any app may claim a scheme, and the fragment is ours.
  chipApp: (value) =>
    typeof value === 'string' && isWebAddress(value) && !value.includes('#') && value.length <= 500
      ? undefined
      : 'wants an absolute https address of an app, without a fragment',
  fourEyes: oneOf(FOUR_EYES),
  rejectionReasons: (value) =>
    Array.isArray(value) && value.length <= MOST_REASONS && value.every(isReason) && areDistinct(value)
      ? undefined
      : `wants at most ${MOST_REASONS} reasons {code, text}, each code once, in capitals, and none of ${REJECTION_REASONS.join(', ')}`,
  reviewHours: wholeNumber('hours', 720),
  screening: (value) =>
    isScreening(value)
      ? undefined
      : 'wants {"enabled": true or false}, and where wanted "lists" by name and a "threshold" from 50 to 100',
  themes: (value) => {
    if (!isObject(value)) return 'wants themes by name'
    const wrong = Object.entries(value).find(([, theme]) => !isTheme(theme))
    return wrong && `has a theme '${wrong[0]}' that cannot be used`
  },
  texts: findProblemInTexts,
  setup: (value) =>
    isSetup(value) ? undefined : `wants ${SETUP_ANSWERS.join(' or ')} for some of ${SETUP_STEPS.join(', ')}`,
}

/** Lists that one can look over. */
const MOST_REASONS = 20
const MOST_FLOWS = 20
const MOST_LISTS = 100

function isReason(value: unknown): value is { code: string; text: string } {
  if (!isObject(value)) return false
  const { code, text, ...rest } = value
  const isOwn = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,39}$/.test(code)
  return (
    isOwn &&
    !(REJECTION_REASONS as readonly string[]).includes(code) &&
    typeof text === 'string' &&
    text.trim().length > 0 &&
    text.length <= 200 &&
    !Object.keys(rest).length
  )
}

const areDistinct = (reasons: { code: string }[]) => new Set(reasons.map(({ code }) => code)).size === reasons.length

function isScreening(value: unknown): boolean {
  if (!isObject(value)) return false
  const { enabled, lists, threshold, ...rest } = value
  const areNames =
    lists === undefined ||
    (Array.isArray(lists) && lists.length <= MOST_LISTS && lists.every((name) => isListName(String(name))))
  const isScore =
    threshold === undefined ||
    (Number.isInteger(threshold) && (threshold as number) >= 50 && (threshold as number) <= 100)
  return typeof enabled === 'boolean' && areNames && isScore && !Object.keys(rest).length
}

function isIssuance(value: unknown): boolean {
  if (!isObject(value)) return false
  const { claims, days, onPage = false, ...rest } = value
  const areClaims =
    Array.isArray(claims) &&
    claims.length > 0 &&
    new Set(claims).size === claims.length &&
    claims.every((claim) => (ISSUED_CLAIMS as readonly unknown[]).includes(claim))
  const areDays = Number.isInteger(days) && (days as number) >= 1 && (days as number) <= MOST_DAYS
  return areClaims && areDays && typeof onPage === 'boolean' && !Object.keys(rest).length
}

const isSetup = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).every(
    ([step, answer]) =>
      (SETUP_STEPS as readonly string[]).includes(step) && (SETUP_ANSWERS as readonly unknown[]).includes(answer),
  )

const isGeneration = (value: unknown) => isObject(value) && Number.isInteger(value.generation)

const areSteps = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && new Set(value).size === value.length && value.every(isStep)

function isFlow(value: unknown): boolean {
  if (!isObject(value)) return false
  const { steps, assurance, ...rest } = value
  return areSteps(steps) && (assurance === undefined || isLevel(assurance)) && !Object.keys(rest).length
}

const isLevel = (value: unknown) => (ASSURANCE_LEVELS as readonly unknown[]).includes(value)

const isStep = (value: unknown): value is Step => (STEPS as readonly unknown[]).includes(value)

/** https, or http on this very machine. */
const isWebAddress = (value: unknown) =>
  typeof value === 'string' &&
  /^(https:\/\/[^/\s@]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)(\/\S*)?$/.test(value)

const isFrameOrigin = (value: unknown) => typeof value === 'string' && isOrigin(value)

const isColour = (value: unknown) => typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value)

const themeChecks: Record<keyof ThemeSettings, (value: unknown) => boolean> = {
  name: (value) => typeof value === 'string' && value.length <= 80,
  logo: (value) =>
    typeof value === 'string' &&
    value.length <= 200_000 &&
    /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/.test(value),
  accent: isColour,
  accentInk: isColour,
  radius: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 24,
  font: (value) => value === 'system' || value === 'serif' || value === 'rounded',
}

function isTheme(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(([name, part]) =>
    name in themeChecks ? themeChecks[name as keyof ThemeSettings](part) : false,
  )
}
