import type { FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { OverviewResponse } from '../../contract/console/console.ts'
import { CAPTURE_HEADER } from '../../contract/enrolment/capture-header.ts'
import { LOCALES } from '../../domain/vocabulary.ts'
import type { Metrics } from './metrics.ts'

/** How far people come, in order. */
export const FUNNEL = ['started', 'consented', 'front', 'back', 'selfie', 'completed'] as const
export type FunnelStep = (typeof FUNNEL)[number]

const LANGUAGES: ReadonlySet<string> = new Set(
  LOCALES.map((locale) => (locale === 'jp-JP' ? 'ja' : locale.slice(0, 2))),
)

/** Counts a step that somebody reached: on what kind of device and in which language, and nothing else. */
export function countStep(metrics: Metrics, request: FastifyRequest, step: FunnelStep): void {
  metrics.step({ step, device: deviceOf(request), language: languageOf(request) })
}

/** Counts a picture that was refused, by the reason that the person is told. */
export function countReason(
  metrics: Metrics,
  step: 'document' | 'selfie',
  answer: { error?: string; hints?: string[] },
): void {
  if (answer.error) metrics.refusedPicture({ step, reason: answer.hints?.[0] ?? answer.error })
}

/** What this node counted since it started, for the console. */
export async function funnelFigures(registry: Registry): Promise<NonNullable<OverviewResponse['funnel']>> {
  const values = (await registry.getSingleMetric('limen_enrolment_steps_total')?.get())?.values ?? []
  return FUNNEL.map((step) => ({
    step,
    times: values.filter(({ labels }) => labels.step === step).reduce((sum, { value }) => sum + value, 0),
  }))
}

/** A program that calls the API names no browser of a person. */
function deviceOf({ headers, url }: FastifyRequest): 'phone' | 'desktop' | 'api' {
  const isPicture = /\/(document|face)$/.test(url)
  const agent = headers['user-agent'] ?? ''
  if ((isPicture && headers[CAPTURE_HEADER] === undefined) || !/^Mozilla\//.test(agent)) return 'api'
  return /Mobi|Android|iPhone|iPad/.test(agent) ? 'phone' : 'desktop'
}

/** One of the page's languages, as the browser prefers it: a closed list, so that nobody stands out. */
function languageOf({ headers }: FastifyRequest): string {
  const first = (headers['accept-language'] ?? '').slice(0, 2).toLowerCase()
  return LANGUAGES.has(first) ? first : 'other'
}
