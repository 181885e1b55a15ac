import { isLoopback } from '../../formats/text/origin.ts'
import type { Status } from '../session/session-words.ts'

/** What has to be settled before real people come, in the best order. This is the only list. */
export const SETUP_STEPS = [
  'asker',
  'address',
  'purpose',
  'documents',
  'consent',
  'reviewers',
  'webhook',
  'retention',
  'backup',
  'credential',
  'session',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** An operator's answer for a step that the service cannot check: it is as it should be, or it is left out. */
export const SETUP_ANSWERS = ['done', 'skipped'] as const
export type SetupAnswers = Partial<Record<SetupStep, (typeof SETUP_ANSWERS)[number]>>

/** What the service knows about itself and one tenant. */
export interface SetupFacts {
  /** The name that people know the tenant by; absent if nobody has set one. */
  name?: string
  hasLogo?: boolean
  baseUrl: string
  /** Why the address could not be reached from this machine; absent if it could, or was not tried. */
  unreachable?: string
  /** The level of assurance that was chosen. */
  level?: string
  /** Documents that were taught and are in use. */
  taught: number
  /** Whether a chip or a wallet replaces a picture of the document. */
  takesProofs: boolean
  asksConsent: boolean
  /** Whether the tenant has a consent text of its own. */
  hasOwnConsent: boolean
  /** Accounts that can sign in, and how many of them have only a password. */
  accounts: number
  withoutSecondFactor: number
  /** Where events go. */
  webhookUrl?: string
  /** The status with which the receiver at this address answered the last test event. */
  webhookAnswered?: number
  retentionDays: number
  /** When the last backup was taken. */
  backupAt?: Date
  /** Live credentials that are not revoked. */
  liveCredentials: number
  /** The newest live session that was finished. */
  session?: { id: string; status: Status; summary: string; reasons: readonly string[] }
  answers: SetupAnswers
}

export interface SetupLine {
  step: SetupStep
  title: string
  state: 'done' | 'open' | 'skipped'
  /** The current state, in one sentence. */
  now: string
  /** What happens if nothing is changed. */
  ifSkipped: string
  /** Where to change it: in the console, and on the command line. */
  place: string
  command: string
}

/** The list for one tenant: done, open and left out. A fact takes precedence over an answer. */
export function setupOf(facts: SetupFacts): SetupLine[] {
  return SETUP_STEPS.map((step) => {
    const { isDone, now } = FINDINGS[step](facts)
    const answer = facts.answers[step]
    const state = isDone ? 'done' : answer === 'skipped' && !MUST_BE_DONE.includes(step) ? 'skipped' : 'open'
    return { step, ...WORDS[step], state, now }
  })
}

/** Nobody agrees to something that they do not know who asks for: live mode cannot go without it. */
const MUST_BE_DONE: readonly SetupStep[] = ['asker']

/** Every step is done or was left out on purpose. */
export const isSetUp = (lines: readonly SetupLine[]): boolean => lines.every(({ state }) => state !== 'open')

interface Finding {
  isDone: boolean
  now: string
}

const FINDINGS: Record<SetupStep, (facts: SetupFacts) => Finding> = {
  asker: ({ name, hasLogo }) =>
    name === undefined
      ? open('The page does not say who asks.')
      : done(`People see that ${name} asks${hasLogo ? ', with your logo' : ''}.`),
  address({ baseUrl, unreachable }) {
    const { protocol, hostname, host } = new URL(baseUrl)
    if (isLoopback(hostname)) return open(`Links and codes point to ${host}, which a phone cannot reach.`)
    if (protocol !== 'https:') return open(`${host} is not https, so phones will not open the camera.`)
    if (unreachable !== undefined) return open(`${host} does not answer: ${unreachable}.`)
    return done(`People reach the service at ${baseUrl}.`)
  },
  purpose: ({ level, answers }) =>
    level !== undefined
      ? done(`The level of assurance is ${level}.`)
      : answers.purpose === 'done'
        ? done('The policy decides, without a level of assurance.')
        : open('No level of assurance was chosen.'),
  documents({ taught, takesProofs }) {
    if (taught) return done(`${taught === 1 ? '1 document was' : `${taught} documents were`} taught.`)
    return takesProofs
      ? done('A chip or a wallet replaces the picture of the document.')
      : open('No document was taught, and neither a chip nor a wallet replaces it.')
  },
  consent({ asksConsent, hasOwnConsent, answers }) {
    if (!asksConsent)
      return answers.consent === 'done'
        ? done('The page does not ask for consent: you do.')
        : open('The page does not ask for consent.')
    if (hasOwnConsent) return done('The page asks for consent in your own words.')
    return answers.consent === 'done'
      ? done('The page asks for consent in our words.')
      : open('Nobody has read the consent text yet.')
  },
  reviewers({ accounts, withoutSecondFactor }) {
    if (withoutSecondFactor)
      return open(
        `${withoutSecondFactor} of ${accounts} ${accounts === 1 ? 'account has' : 'accounts have'} only a password.`,
      )
    return accounts
      ? done(`${accounts === 1 ? '1 account' : `${accounts} accounts`}, each with a second factor.`)
      : open('Nobody can sign in.')
  },
  webhook({ webhookUrl, webhookAnswered }) {
    if (webhookUrl === undefined) return open('No address is set, so events are not sent.')
    if (webhookAnswered === undefined) return open('No test event has been delivered yet.')
    const isTaken = webhookAnswered >= 200 && webhookAnswered < 300
    return isTaken
      ? done(`The receiver answered ${webhookAnswered} to a test event.`)
      : open(`The receiver answered ${webhookAnswered} to the test event.`)
  },
  retention: ({ retentionDays, answers }) => ({
    isDone: answers.retention === 'done',
    now: `Data is kept for ${retentionDays} days after the decision.`,
  }),
  backup: ({ backupAt }) =>
    backupAt
      ? done(`The last backup was made on ${backupAt.toISOString().slice(0, 10)}.`)
      : open('There is no backup.'),
  credential: ({ liveCredentials }) =>
    liveCredentials
      ? done(`${liveCredentials === 1 ? '1 live credential' : `${liveCredentials} live credentials`}.`)
      : open('There are only test credentials, so every session is a test.'),
  session: ({ session }) => (session ? done(session.summary) : open('No live session has been finished yet.')),
}

const done = (now: string): Finding => ({ isDone: true, now })
const open = (now: string): Finding => ({ isDone: false, now })

const WORDS: Record<SetupStep, Pick<SetupLine, 'title' | 'ifSkipped' | 'place' | 'command'>> = {
  asker: {
    title: 'Who asks',
    ifSkipped: 'People do not know who asks for their document, and many stop there. Live mode needs a name.',
    place: 'settings/page',
    command: 'tenants set ID --settings \'{"themes": {"default": {"name": "…"}}}\'',
  },
  address: {
    title: 'Public address',
    ifSkipped: 'The links work only on this machine, not on phones.',
    place: 'settings/system',
    command: 'BASE_URL=https://…',
  },
  purpose: {
    title: 'Purpose and level of assurance',
    ifSkipped: 'The default policy decides. Most live sessions go to a reviewer.',
    place: 'settings/verification',
    command: 'tenants set ID --settings \'{"assurance": "standard"}\'',
  },
  documents: {
    title: 'Documents you expect',
    ifSkipped: 'Documents that were not taught cannot be compared, so a reviewer looks at each of them.',
    place: 'documents/teach',
    command: 'documents teach',
  },
  consent: {
    title: 'Consent text',
    ifSkipped: 'The page uses our text. Your lawyer has not read it.',
    place: 'settings/capture',
    command: 'tenants set ID --settings \'{"texts": {"en-US": {"consentText": "…"}}}\'',
  },
  reviewers: {
    title: 'Reviewers with a second factor',
    ifSkipped: 'Anyone who learns a password can see every person and decide about them.',
    place: 'settings/people',
    command: 'reviewers create NAME',
  },
  webhook: {
    title: 'Webhook',
    ifSkipped:
      'Your systems learn of a verdict only by asking repeatedly, and nobody is notified of a request for a new picture.',
    place: 'settings/integrations',
    command: 'tenants set ID --settings \'{"webhookUrl": "https://…"}\'',
  },
  retention: {
    title: 'Retention',
    ifSkipped: 'Data is kept for the default time, which your purpose may not allow.',
    place: 'settings/security',
    command: 'tenants set ID --settings \'{"retentionDays": 30}\'',
  },
  backup: {
    title: 'Backup',
    ifSkipped: 'A broken disk takes every session and every account with it.',
    place: 'settings/system',
    command: 'backup FOLDER',
  },
  credential: {
    title: 'First live credential',
    ifSkipped: 'Your systems can open only test sessions.',
    place: 'settings/integrations',
    command: 'credentials create --live',
  },
  session: {
    title: 'One live session of your own',
    ifSkipped: 'The first person to notice a mistake is a customer.',
    place: 'setup',
    command: 'open /console/setup and scan the code with your phone',
  },
}
