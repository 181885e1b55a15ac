import type { Registry } from 'prom-client'
import type { OverviewResponse } from '../../contract/console/console-overview.ts'

/** What this node's own metrics say about its engine, slowest step first. */
export async function engineFigures(registry: Registry): Promise<NonNullable<OverviewResponse['engine']>> {
  const steps = new Map<string, { calls: number; seconds: number }>()
  for (const { labels, value, ...rest } of await valuesOf(registry, 'limen_engine_step_duration_seconds')) {
    const name = 'metricName' in rest ? String(rest.metricName) : ''
    const step = String(labels.step)
    const so = steps.get(step) ?? { calls: 0, seconds: 0 }
    if (name.endsWith('_count')) steps.set(step, { ...so, calls: value })
    else if (name.endsWith('_sum')) steps.set(step, { ...so, seconds: value })
  }
  const [queued] = await valuesOf(registry, 'limen_engine_queue_length')
  const [faces, total] = await Promise.all(
    ['limen_face_index_faces', 'limen_face_index_total'].map(
      async (name) => (await valuesOf(registry, name))[0]?.value,
    ),
  )
  return {
    ...(total && { faces: { read: faces ?? 0, total } }),
    queued: queued?.value,
    steps: [...steps]
      .filter(([, { calls }]) => calls > 0)
      .map(([step, { calls, seconds }]) => ({ step, calls, meanMs: Math.round((seconds / calls) * 1000) }))
      .toSorted((a, b) => b.meanMs - a.meanMs),
  }
}

async function valuesOf(registry: Registry, name: string) {
  return (await registry.getSingleMetric(name)?.get())?.values ?? []
}
