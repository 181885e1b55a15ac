import { Type } from 'typebox'
import { isOrigin } from '../../formats/text/origin.ts'
import { LOGO } from '../contract/logo.ts'
import { words } from '../contract/schema.ts'
import { ASSURANCE_LEVELS } from '../decision/levels.ts'
import { CONFIRM_AGAINST, FOUR_EYES, REJECTION_REASONS } from '../review/review-words.ts'
import { FLOW_NAME, type TenantFlow } from '../session/flow.ts'
import { STEPS } from '../session/session-words.ts'
import { SETUP_ANSWERS, SETUP_STEPS, type SetupAnswers } from '../setup/setup.ts'
import { UNNAMED_DOCUMENTS } from '../vocabulary.ts'
import type { PageTexts } from './contract/page-texts.ts'
import { findProblemInTexts } from './page-text-problem.ts'
import { tenantSetting } from './setting.ts'
import { strict, webAddress } from './setting-schemas.ts'

const Steps = Type.Array(words(STEPS), { minItems: 1, uniqueItems: true })
const Flow = Type.Object({ steps: Steps, assurance: Type.Optional(words(ASSURANCE_LEVELS)) }, strict)

/** Lists short enough to be read at a glance. */
const MOST_REASONS = 20
const MOST_FLOWS = 20

const colour = Type.String({ maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$' })
const Theme = Type.Partial(
  Type.Object({
    name: Type.String({ maxLength: 80 }),
    logo: Type.String(LOGO),
    accent: colour,
    accentInk: colour,
    radius: Type.Integer({ minimum: 0, maximum: 24 }),
    font: words(['system', 'serif', 'rounded']),
  }),
  strict,
)
export interface ThemeSettings {
  name?: string
  /** A data URL. */
  logo?: string
  accent?: string
  accentInk?: string
  radius?: number
  font?: 'system' | 'serif' | 'rounded'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The settings that every tenant has, whatever features there are. */
export const kernelSettings = {
  fourEyes: tenantSetting({
    schema: words(FOUR_EYES),
    fallback: 'off',
    section: 'reviewing',
    meaning: 'Which verdicts need two reviewers who agree.',
    field: {
      label: 'Verdicts',
      options: {
        off: 'One reviewer decides',
        approvals: 'Two must agree to approve',
        always: 'Two must agree on every verdict',
      },
    },
  }),
  confirmAgainst: tenantSetting({
    schema: words(CONFIRM_AGAINST),
    fallback: 'second',
    section: 'reviewing',
    meaning: 'Who approves against a specimen or an altered proof in live mode; `second`: another reviewer confirms.',
    field: {
      label: 'Approving a specimen or an altered proof (live)',
      options: { second: 'A second reviewer confirms', alone: 'One reviewer alone; the audit log says so' },
    },
  }),
  reviewHours: tenantSetting({
    schema: Type.Integer({ minimum: 1, maximum: 720 }),
    unit: 'hours',
    section: 'reviewing',
    meaning: 'Hours in which a case should be settled; cases with the least time left come first.',
    field: { label: 'Deadline for a verdict in hours (optional)' },
  }),
  rejectionReasons: tenantSetting({
    schema: Type.Array(
      Type.Object(
        {
          code: Type.String({ pattern: '^[A-Z][A-Z0-9_]{1,39}$' }),
          text: Type.String({ pattern: '\\S', maxLength: 200 }),
        },
        strict,
      ),
      { maxItems: MOST_REASONS },
    ),
    must: `must be at most ${MOST_REASONS} reasons {code, text}, each code once, in capitals, and none of ${REJECTION_REASONS.join(', ')}`,
    isValid: (reasons) =>
      new Set([...reasons.map(({ code }) => code), ...REJECTION_REASONS]).size ===
      reasons.length + REJECTION_REASONS.length,
    fallback: [],
    section: 'reviewing',
    meaning: 'Reasons for rejection in addition to those that every tenant has.',
    field: {
      label: 'Custom rejection reasons, one per line: CODE, then the sentence',
    },
  }),
  assurance: tenantSetting({
    schema: words(ASSURANCE_LEVELS),
    fallbackText: 'as its policy says, which is `high` unless it has its own',
    section: 'level',
    meaning: 'The certainty required to approve a session without a person.',
    field: 'own',
  }),
  stepUp: tenantSetting({
    schema: Type.Boolean(),
    fallback: false,
    section: 'level',
    meaning: 'Whether the hosted page offers what would settle a session that lacks only a proof.',
    field: 'own',
  }),
  steps: tenantSetting({
    schema: Steps,
    must: `must be some of ${STEPS.join(', ')}, each once`,
    initial: [...STEPS],
    section: 'asked',
    meaning: 'The steps of a session that names no flow, in order.',
    field: { label: 'People are asked for' },
  }),
  flows: tenantSetting({
    schema: Type.Unsafe<Record<string, TenantFlow>>({ type: 'object', additionalProperties: Flow }),
    findProblem(value, fits) {
      if (!isObject(value)) return 'must be flows by name'
      const entries = Object.entries(value)
      if (entries.length > MOST_FLOWS) return `must be at most ${MOST_FLOWS} flows`
      const wrong = entries.find(([name, flow]) => !FLOW_NAME.test(name) || !fits(Flow, flow))
      return (
        wrong &&
        `has a flow '${wrong[0]}' that cannot be used: a name of small letters, digits and dashes, and {"steps": […]} with some of ${STEPS.join(', ')}, optionally with "assurance"`
      )
    },
    fallback: {},
    section: 'asked',
    meaning: 'Flows that `initialize` may name, in addition to the built-in ones ([flows](flows.md)).',
    field: { label: 'Custom flows' },
  }),
  asksConsent: tenantSetting({
    schema: Type.Boolean(),
    fallback: true,
    section: 'page',
    meaning: 'Whether the hosted page asks for consent before it analyses a face.',
    field: { label: 'Ask for consent on the hosted page before a face is processed' },
  }),
  selfieFiles: tenantSetting({
    schema: Type.Boolean(),
    fallback: false,
    section: 'page',
    meaning: 'Whether the hosted page may send a chosen file as the selfie of a live session.',
    field: { label: 'Accept an uploaded file as a live selfie, not only a camera picture', order: 2 },
  }),
  refusedToReviewer: tenantSetting({
    schema: Type.Boolean(),
    fallback: false,
    section: 'page',
    meaning: 'Whether a picture that was refused repeatedly may go to a reviewer unchanged.',
    field: { label: 'Offer to send a picture to a reviewer after three refusals', order: 2 },
  }),
  unnamedDocuments: tenantSetting({
    schema: words(UNNAMED_DOCUMENTS),
    fallbackText: 'is referred to a reviewer (default)',
    section: 'page',
    meaning: 'What happens with a document that nothing names.',
    field: {
      label: 'A document of an unknown issuer',
      options: { review: 'is referred to a reviewer', refuse: 'is refused' },
      order: 2,
    },
  }),
  texts: tenantSetting({
    schema: Type.Unsafe<PageTexts>(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
    findProblem: findProblemInTexts,
    fallback: {},
    section: 'page',
    meaning: 'Sentences of the hosted page in the tenant’s own words ([hosted page](hosted-page.md)).',
    field: 'own',
  }),
  themes: tenantSetting({
    schema: Type.Unsafe<Record<string, ThemeSettings>>({ type: 'object', additionalProperties: Theme }),
    findProblem(value, fits) {
      if (!isObject(value)) return 'must be themes by name'
      const wrong = Object.entries(value).find(([, theme]) => !fits(Theme, theme))
      return (
        wrong &&
        `has a theme '${wrong[0]}' that cannot be used: "name", "logo" (data:image/…), "accent" and "accentInk" (#rrggbb), "radius" (0 to 24), "font"`
      )
    },
    inConsole: false,
    section: 'page',
    meaning: 'The looks of the hosted page, by the name that `initialize` may give; `default` when it gives none.',
  }),
  returnUrl: tenantSetting({
    ...webAddress,
    section: 'tenants',
    meaning: 'Where people return to when they are done.',
    field: {
      label: 'URL that people return to when they are done (https)',
      isUrl: true,
      placeholder: 'https://shop.example/done',
    },
  }),
  frameOrigins: tenantSetting({
    schema: Type.Array(Type.String()),
    must: 'must be origins such as https://shop.example',
    isValid: (origins) => origins.every(isOrigin),
    initial: [],
    section: 'tenants',
    meaning: 'Origins that may embed the hosted page and receive its messages.',
    field: {
      label: 'Origins that may embed the hosted page, one per line',
      placeholder: 'https://shop.example',
    },
  }),
  webhookUrl: tenantSetting({
    ...webAddress,
    section: 'webhooks',
    meaning: 'Where status changes are sent.',
    field: { label: 'Webhook URL (https)', isUrl: true, placeholder: 'https://' },
  }),
  webhookSecret: tenantSetting({
    schema: Type.Object({ generation: Type.Integer(), previousUntil: Type.Optional(Type.String()) }),
    must: 'is changed by `cli webhooks secret --rotate`',
    fallbackText: 'that of the installation',
    inConsole: false,
    section: 'webhooks',
    meaning: 'Which of its secrets signs its webhooks; changed by `webhooks secret --rotate`.',
  }),
  retentionDays: tenantSetting({
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    unit: 'days',
    initial: 90,
    section: 'retention',
    meaning: 'Days after the final state at which a session is erased.',
    field: { label: 'Days to keep data after the decision', isRequired: true },
  }),
  trustFramework: tenantSetting({
    schema: Type.String({ pattern: '^[!-~]{1,200}$' }),
    must: 'must be a name or an address of at most 200 characters',
    fallbackText: 'that of the installation',
    inConsole: false,
    section: 'tenants',
    meaning: 'The rules under which people are verified, as `trust_framework` of what is said about them to others.',
  }),
  setup: tenantSetting({
    schema: Type.Unsafe<SetupAnswers>(
      Type.Partial(Type.Object(Object.fromEntries(SETUP_STEPS.map((step) => [step, words(SETUP_ANSWERS)]))), strict),
    ),
    must: `must be ${SETUP_ANSWERS.join(' or ')} for some of ${SETUP_STEPS.join(', ')}`,
    inConsole: false,
    section: 'tenants',
    meaning: 'Answers to steps of the set-up that no fact can show.',
  }),
}
