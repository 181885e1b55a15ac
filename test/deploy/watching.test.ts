import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { watchLists } from '../../src/features/screening/jobs.ts'
import { createMetrics } from '../../src/kernel/operations/metrics.ts'
import type { Ports } from '../../src/kernel/ports/ports.ts'
import type { Storage } from '../../src/kernel/storage/open.ts'
import { watchStorage } from '../../src/main.ts'

const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const read = (name: string) => readFileSync(file(name), 'utf8')

const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
  panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[]
  templating: { list: { query: string }[] }
}
const alerts = parse(read('deploy/prometheus-alerts.yaml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
const rules = alerts.groups.flatMap((group) => group.rules)
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.map(({ query }) => query).filter((query) => query.startsWith('label_values')),
  ...rules.map(({ expr }) => expr),
]

/** Every metric with the labels it can have, as the service registers them. */
function metricsThatExist(): Map<string, string[]> {
  const metrics = createMetrics()
  watchStorage(metrics, {} as Storage, () => new Date())
  watchLists(metrics, {} as Ports)
  for (const each of ['src/main.ts', 'src/app.ts', ...globSync('src/features/**/*.ts', { cwd: file('.') })])
    for (const [, name = ''] of read(each).matchAll(/metrics\.watch\('(limen_\w+)'/g))
      metrics.watch(name, name, () => 0)
  const own = metrics.registry.getMetricsAsArray() as unknown as { name: string; type: string; labelNames: string[] }[]
  return new Map(
    own.flatMap(({ name, type, labelNames }): [string, string[]][] =>
      type === 'histogram'
        ? [
            [`${name}_bucket`, [...labelNames, 'le']],
            [`${name}_sum`, labelNames],
            [`${name}_count`, labelNames],
          ]
        : [[name, labelNames]],
    ),
  )
}

/** Given by whoever scrapes. */
const SCRAPED = ['job', 'instance']

describe('the dashboard and the alerts', () => {
  const known = metricsThatExist()

  it('name only metrics that exist', () => {
    const named = expressions.flatMap((expression) => expression.match(/\blimen_\w+/g) ?? [])
    assert.ok(named.length > 30)
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    )
  })

  it('ask for labels that these metrics have', () => {
    for (const expression of expressions) {
      for (const [, name = '', selector = ''] of expression.matchAll(/\b(limen_\w+)\{([^}]*)\}/g))
        for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
          assert.ok([...SCRAPED, ...(known.get(name) ?? [])].includes(label), `${name} has no ${label}`)
      const usable = (expression.match(/\blimen_\w+/g) ?? []).flatMap((name) => known.get(name) ?? [])
      for (const [, labels = ''] of expression.matchAll(/\bby \(([^)]*)\)/g))
        for (const label of labels.split(',').map((each) => each.trim()))
          assert.ok([...SCRAPED, ...usable].includes(label), `${label} in ${expression}`)
    }
  })

  it('ask for routes that exist', () => {
    const { paths } = JSON.parse(read('openapi.json')) as { paths: object }
    const routes = expressions.flatMap((expression) => [...expression.matchAll(/route="([^"]+)"/g)])
    assert.ok(routes.length >= 2)
    for (const [, route = ''] of routes) assert.ok(route in paths, route)
  })

  it('cover every metric that docs/monitoring.md names', () => {
    const [, table = ''] =
      /`GET \/metrics` is Prometheus text:\n([\s\S]*?)\n\n[^|]/.exec(read('docs/monitoring.md')) ?? []
    const documented = [...table.matchAll(/^\| `(limen_\w+)`/gm)].map(([, name = '']) => name)
    assert.ok(documented.length >= 8)
    const used = expressions.join('\n')
    for (const name of documented) assert.ok(used.includes(name), `${name} is shown nowhere`)
  })

  it('open with what is asked at night', () => {
    const [row, ...first] = dashboard.panels.slice(0, 5).map(({ title }) => title)
    assert.deepEqual([row, ...first], ['Now', 'Is it up?', 'Is it slow?', 'Is it full?', 'Is anybody waiting?'])
  })

  it('call somebody when a node is away, when workers or nodes start again and again, and when no backup was taken', () => {
    const names = rules.map(({ alert }) => alert)
    for (const name of ['LimenDown', 'LimenRestarts', 'LimenWorkerRestarts', 'LimenDeadlines', 'LimenBackup'])
      assert.ok(names.includes(name), name)
  })

  it('say in words what is wrong', () => {
    assert.ok(rules.length >= 10)
    for (const { alert, annotations } of rules) assert.match(annotations.summary, /\w+ \w+/, alert)
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
  })

  const { error } = spawnSync('promtool', ['--version'])
  it('are rules that Prometheus reads', { skip: error ? 'promtool is not on this machine' : false }, () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', file('deploy/prometheus-alerts.yaml')], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
  })
})
