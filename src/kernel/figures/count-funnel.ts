import type { FastifyRequest } from 'fastify'
import { CAPTURE_HEADER, SECONDS_HEADER, TRIES_HEADER } from '../evidence/contract/page-capture.ts'
import type { HttpContext } from '../http/context.ts'
import type { FoundEnrolment } from '../session/change-session.ts'
import { countCapture } from '../session/count-refusal.ts'
import { LOCALES } from '../session/session-words.ts'
import type { CaptureStep, DeviceClass } from './counted-words.ts'
import { countReached, type Effort } from './funnel.ts'

const LANGUAGES: ReadonlySet<string> = new Set(
  LOCALES.map((locale) => (locale === 'jp-JP' ? 'ja' : locale.slice(0, 2))),
)

type Needs = Pick<HttpContext, 'ports' | 'metrics'>
type Whose = Pick<FoundEnrolment, 'tenant' | 'mode'>

/** Counts a step that a session reached for the first time: the kind of device, the language, and the effort. */
export async function countStep(
  { ports, metrics }: Needs,
  request: FastifyRequest,
  whose: Whose,
  step: CaptureStep,
  effort: Effort = effortOf(request),
): Promise<void> {
  const by = capturedBy(request)
  metrics.step({ step, ...by }, effort)
  await kept(request, countCapture(ports, whose, by, countReached(step, effort)))
}

/** Counts a picture that was refused, by the reason that the person is shown. */
export async function countReason(
  { ports, metrics }: Needs,
  request: FastifyRequest,
  whose: Whose,
  step: 'document' | 'selfie',
  answer: { error?: string; hints?: string[] },
): Promise<void> {
  if (!answer.error || answer.error === 'SESSION_ALREADY_COMPLETED') return
  const reason = answer.hints?.[0] ?? answer.error
  metrics.refusedPicture({ step, reason })
  const refused = { step, about: 'refused', value: reason } as const
  await kept(request, countCapture(ports, whose, capturedBy(request), [refused]))
}

/** Counting must not fail a picture: the sender of an accepted one gets that answer, whether or not counting worked. */
async function kept(request: FastifyRequest, counted: Promise<void>): Promise<void> {
  try {
    await counted
  } catch (error) {
    request.log.error({ err: error }, 'a step of the capture was not counted')
  }
}

const capturedBy = (request: FastifyRequest) => ({ device: deviceOf(request), language: languageOf(request) })

/** The page's figure, if it is a plausible number; it only goes into sums. */
function effortOf({ headers }: FastifyRequest): Effort {
  const tries = wholeOf(headers[TRIES_HEADER])
  const seconds = wholeOf(headers[SECONDS_HEADER])
  return { ...(tries && { tries }), seconds }
}

const wholeOf = (text: string | string[] | undefined): number | undefined =>
  typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : undefined

/** A program that calls the API does not send a person's browser. */
function deviceOf({ headers, url }: FastifyRequest): DeviceClass {
  const isPicture = /\/(document|face)$/.test(url)
  const agent = headers['user-agent'] ?? ''
  if ((isPicture && headers[CAPTURE_HEADER] === undefined) || !/^Mozilla\//.test(agent)) return 'api'
  return /Mobi|Android|iPhone|iPad/.test(agent) ? 'phone' : 'desktop'
}

/** One of the page's languages, according to the browser: a closed list, so that nobody stands out. */
function languageOf({ headers }: FastifyRequest): string {
  const first = (headers['accept-language'] ?? '').slice(0, 2).toLowerCase()
  return LANGUAGES.has(first) ? first : 'other'
}
