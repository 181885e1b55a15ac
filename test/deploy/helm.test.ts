import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { readConfig, settings } from '../../src/kernel/config.ts'
import { readValues, renderChart } from '../support/chart.ts'

const folder = new URL('../../deploy/helm/limen/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
/** What stands at such a place of an object: `at(pod, 'containers.0.image')`. */
const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], object)
const listAt = (object: unknown, path: string) => (at(object, path) ?? []) as Record<string, unknown>[]
const schema = JSON.parse(read('values.schema.json')) as object
/** The validator that comes with the service's own framework. */
const ofFastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
const { default: Ajv } = ofFastify('ajv') as {
  default: new () => { compile(schema: object): (value: unknown) => boolean }
}
const fits = new Ajv().compile(schema)

const SHARED = {
  database: 'postgresql',
  pictures: 's3://limen/pictures?endpoint=https://s3.example&region=eu-central-1',
  existingSecret: 'limen-secrets',
}
const ways: Record<string, { given: Record<string, unknown>; kinds: string[] }> = {
  'as it is': { given: {}, kinds: ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'Service'] },
  'an existing secret and an existing volume': {
    given: { existingSecret: 'limen-secrets', persistence: { existingClaim: 'people' } },
    kinds: ['ConfigMap', 'Deployment', 'NetworkPolicy', 'Service'],
  },
  'three nodes on PostgreSQL and S3, with ingress and Prometheus': {
    given: {
      ...SHARED,
      replicas: 3,
      ingress: { enabled: true, className: 'nginx', annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' } },
      serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    },
    kinds: ['ConfigMap', 'Deployment', 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'ServiceMonitor'],
  },
  'with an autoscaler and secrets as values': {
    given: {
      ...SHARED,
      existingSecret: '',
      secrets: {
        DATABASE_URL: 'postgres://limen:"a:b"@postgres.example/limen',
        MASTER_KEY: 'a'.repeat(64),
        AWS_ACCESS_KEY_ID: 'limen',
        AWS_SECRET_ACCESS_KEY: '#1: no comment',
      },
      autoscaling: { enabled: true },
      networkPolicy: { enabled: false },
    },
    kinds: ['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Secret', 'Service'],
  },
  'with everything that takes a list or an object': {
    given: {
      image: { repository: 'registry.example/limen', tag: '9.9.9', pullSecrets: [{ name: 'registry' }] },
      settings: { ENGINE_WORKERS: null, WALLET_CERTIFICATE: '/wallet/tls.crt', WALLET_KEY: '/wallet/tls.key' },
      persistence: { storageClass: 'fast' },
      networkPolicy: { egress: [{ to: [{ ipBlock: { cidr: '10.1.2.3/32' } }], ports: [{ port: 443 }] }] },
      nodeSelector: { 'kubernetes.io/arch': 'amd64' },
      tolerations: [{ key: 'people', operator: 'Exists' }],
      extraVolumes: [{ name: 'wallet', secret: { secretName: 'wallet' } }],
      extraVolumeMounts: [{ name: 'wallet', mountPath: '/wallet', readOnly: true }],
    },
    kinds: ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'Service'],
  },
}
const SECRETS = [
  'DATABASE_URL',
  'API_USERNAME',
  'API_PASSWORD',
  'MASTER_KEY',
  'PREVIOUS_MASTER_KEY',
  'WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
]
/** Kustomize's files with the chart's additional labels, as one deployment of one name. */
const kustomize = (name: string): unknown =>
  parse(readFileSync(new URL(`../../deploy/kubernetes/${name}`, import.meta.url), 'utf8'))
const environmentOf = (name: string) =>
  Object.fromEntries(
    readFileSync(new URL(`../../deploy/kubernetes/${name}`, import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

describe('the Helm chart, rendered by a reader of its templates and not by helm', () => {
  for (const [name, { given, kinds }] of Object.entries(ways)) {
    const objects = renderChart(folder, given, 'identity')
    const deployment = objects.get('Deployment')
    const pod = at(deployment, 'spec.template.spec')
    const container = at(pod, 'containers.0')

    describe(name, () => {
      it('is made of values that the schema knows', () => assert.ok(fits(readValues(folder, given))))

      it('gives the objects that it says, under the name of the release', () => {
        assert.deepEqual([...objects.keys()].sort(), kinds)
        for (const object of objects.values()) assert.equal(at(object, 'metadata.name'), 'identity')
      })

      it('selects its own nodes', () => {
        const labels = at(deployment, 'spec.template.metadata.labels') as Record<string, string>
        for (const [kind, path] of [
          ['Deployment', 'spec.selector.matchLabels'],
          ['Service', 'spec.selector'],
          ['NetworkPolicy', 'spec.podSelector.matchLabels'],
          ['PodDisruptionBudget', 'spec.selector.matchLabels'],
        ] as const) {
          if (!objects.has(kind)) continue
          const selector = Object.entries(at(objects.get(kind), path) as object)
          assert.equal(selector.length, 2)
          for (const [label, value] of selector) assert.equal(labels[label], value, `${kind} ${label}`)
        }
        const selector = at(objects.get('ServiceMonitor'), 'spec.selector.matchLabels')
        for (const [label, value] of Object.entries(selector ?? {}))
          assert.equal((at(objects.get('Service'), 'metadata.labels') as Record<string, string>)[label], value)
      })

      it('mounts volumes and reads secrets that there are', () => {
        const volumes = listAt(pod, 'volumes')
        const mounts = listAt(container, 'volumeMounts').map((mount) => mount.name)
        assert.deepEqual(volumes.map((volume) => volume.name).sort(), mounts.sort())
        const claim = at(
          volumes.find((volume) => volume.name === 'data'),
          'persistentVolumeClaim.claimName',
        )
        const wanted = objects.has('PersistentVolumeClaim') ? 'identity' : at(given, 'persistence.existingClaim')
        assert.equal(claim, wanted)
        const secret = given.existingSecret || (objects.has('Secret') ? 'identity' : undefined)
        const sources = listAt(container, 'envFrom')
        assert.equal(sources.map((source) => at(source, 'secretRef.name')).find(Boolean), secret)
        assert.equal(at(sources, '0.configMapRef.name'), 'identity')
        for (const variable of listAt(container, 'env')) {
          assert.equal(at(variable, 'valueFrom.secretKeyRef.key'), variable.name)
          assert.equal(at(variable, 'valueFrom.secretKeyRef.name'), secret)
          if (objects.has('Secret')) assert.ok(at(objects.get('Secret'), `stringData.${String(variable.name)}`))
        }
      })

      it('sets what there is to set, and the service takes it', () => {
        const data = at(objects.get('ConfigMap'), 'data') as Record<string, string>
        const known = new Set(Object.values(settings).map(({ env }) => env))
        assert.deepEqual(
          Object.entries(data).filter(([setting, value]) => !known.has(setting) || typeof value !== 'string'),
          [],
        )
        const { demo, apiMode, port, dataDir, imagesUrl, stopSeconds } = readConfig(data)
        assert.deepEqual([demo, apiMode], [false, 'live'])
        assert.equal(at(container, 'ports.0.containerPort'), port)
        assert.equal(listAt(container, 'volumeMounts').find((mount) => mount.name === 'data')?.mountPath, dataDir)
        assert.equal(imagesUrl, given.pictures ?? `${dataDir}/images`)
        assert.ok(Number(at(pod, 'terminationGracePeriodSeconds')) > stopSeconds + 5)
      })

      it('runs it as nobody special, on a file system that it cannot write', () => {
        const manifest = kustomize('deployment.yaml')
        for (const path of ['securityContext', 'automountServiceAccountToken', 'enableServiceLinks'])
          assert.deepEqual(at(pod, path), at(manifest, `spec.template.spec.${path}`), path)
        assert.equal(at(container, 'securityContext.readOnlyRootFilesystem'), true)
        assert.equal(at(pod, 'securityContext.runAsUser'), 1000)
        assert.equal(at(pod, 'automountServiceAccountToken'), false)
      })

      it('has the form that Kubernetes publishes', async (t) => {
        const models = 'kubernetes-models'
        for (const object of objects.values()) {
          if (object.kind === 'ServiceMonitor') continue
          const published = await import(`${models}/${object.apiVersion}`).catch(() => undefined)
          if (!published)
            return t.skip('kubernetes-models is not installed: npm install --no-save kubernetes-models@5.1.0')
          const Kind = at(published, String(object.kind)) as new (object: unknown) => { validate(): void }
          new Kind(object).validate()
        }
      })
    })
  }

  it('keeps one node and its volume together, and lets several take over from each other', () => {
    const single = renderChart(folder, {}).get('Deployment')
    assert.deepEqual([at(single, 'spec.replicas'), at(single, 'spec.strategy')], [1, { type: 'Recreate' }])
    const shared = renderChart(folder, { ...SHARED, replicas: 3 }).get('Deployment')
    assert.equal(at(shared, 'spec.replicas'), 3)
    const strategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    assert.deepEqual(at(shared, 'spec.strategy'), strategy)
    const scaled = renderChart(folder, { ...SHARED, autoscaling: { enabled: true } }).get('Deployment')
    assert.equal(at(scaled, 'spec.replicas'), undefined, 'the autoscaler decides')
    const claim = renderChart(folder, {}).get('PersistentVolumeClaim')
    assert.equal(at(claim, 'metadata.annotations')?.['helm.sh/resource-policy' as never], 'keep')
  })

  it('says what Kustomize says for the same values', () => {
    const environment = environmentOf('limen.env')
    const { IMAGES_URL: pictures, PORT: _port, DATA_DIR: _folder, ...rest } = environment
    const given = { ...SHARED, pictures, settings: rest, replicas: 2, autoscaling: { enabled: true } }
    const objects = renderChart(folder, given)
    assert.deepEqual(at(objects.get('ConfigMap'), 'data'), environment)
    const kustomization = kustomize('kustomization.yaml')
    const image = `${at(kustomization, 'images.0.newName')}:${at(kustomization, 'images.0.newTag')}`
    const container = at(objects.get('Deployment'), 'spec.template.spec.containers.0')
    assert.equal(at(container, 'image'), image)

    /** Without what the chart adds: its labels, its name for the release, the form of references. */
    const bare = (object: unknown): unknown =>
      JSON.parse(JSON.stringify(object), (key, value) => {
        if (['app.kubernetes.io/instance', 'checksum/settings'].includes(key)) return
        if (key === 'matchLabels' || key === 'labels' || key === 'selector')
          return 'app.kubernetes.io/name' in value ? { 'app.kubernetes.io/name': 'limen' } : value
        return value
      })
    for (const [file, kind] of [
      ['deployment.yaml', 'Deployment'],
      ['service.yaml', 'Service'],
      ['network-policy.yaml', 'NetworkPolicy'],
      ['disruption-budget.yaml', 'PodDisruptionBudget'],
      ['autoscaler.yaml', 'HorizontalPodAutoscaler'],
    ] as const) {
      const wanted = structuredClone(kustomize(file)) as { spec: Record<string, unknown> }
      const found = structuredClone(objects.get(kind)) as { apiVersion: string; spec: Record<string, unknown> }
      assert.equal(found.apiVersion, at(wanted, 'apiVersion'))
      if (kind === 'Deployment') {
        delete wanted.spec.replicas
        const given = at(wanted, 'spec.template.spec.containers.0') as Record<string, unknown>
        given.image = image
        for (const side of [at(found, 'spec.template.spec.containers.0'), given] as Record<string, unknown>[]) {
          delete side.env
          delete side.envFrom
        }
      }
      if (kind === 'Service') delete found.spec.type
      assert.deepEqual(bare(found.spec), bare(wanted.spec), file)
    }
  })

  it('requires the secrets without which nodes would not share one database, and refuses what cannot work', () => {
    const deployment = renderChart(folder, { ...SHARED, serviceMonitor: { enabled: true } }).get('Deployment')
    assert.deepEqual(
      listAt(deployment, 'spec.template.spec.containers.0.env').map(({ name }) => name),
      ['DATABASE_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'MASTER_KEY', 'METRICS_TOKEN'],
    )
    for (const [given, message] of [
      [{ replicas: 2 }, /more than one node/],
      [{ autoscaling: { enabled: true } }, /more than one node/],
      [{ database: 'postgresql', replicas: 2, existingSecret: 'a' }, /more than one node/],
      [{ database: 'postgresql' }, /DATABASE_URL is missing/],
      [{ secrets: { DATABASE_URL: 'postgres://a@b/c' } }, /goes with database/],
      [{ ...SHARED, existingSecret: '' }, /is missing/],
      [{ serviceMonitor: { enabled: true } }, /METRICS_TOKEN is missing/],
      [{ existingSecret: 'a', secrets: { MASTER_KEY: 'b' } }, /one of them/],
    ] as const)
      assert.throws(() => renderChart(folder, given), { message }, JSON.stringify(given))
  })

  it('asks for TLS under the host of BASE_URL, and for metrics with the token', () => {
    const objects = renderChart(folder, {
      existingSecret: 'limen-secrets',
      settings: { BASE_URL: 'https://people.example/' },
      ingress: { enabled: true },
      serviceMonitor: { enabled: true },
    })
    assert.deepEqual(at(objects.get('Ingress'), 'spec.tls'), [{ hosts: ['people.example'], secretName: 'limen-tls' }])
    assert.equal(at(objects.get('Ingress'), 'spec.rules.0.host'), 'people.example')
    const endpoint = at(objects.get('ServiceMonitor'), 'spec.endpoints.0')
    assert.equal(at(endpoint, 'port'), at(objects.get('Service'), 'spec.ports.0.name'))
    assert.deepEqual(at(endpoint, 'authorization'), {
      type: 'Bearer',
      credentials: { name: 'limen-secrets', key: 'METRICS_TOKEN' },
    })
  })

  it('has a schema that knows its values, every setting and every secret', () => {
    const all = Object.values(settings).map(({ env }) => env)
    const own = ['PORT', 'HOST', 'DATA_DIR', 'IMAGES_URL']
    const open = all.filter((name) => !own.includes(name) && (name === 'API_USERNAME' || !SECRETS.includes(name)))
    assert.deepEqual(at(schema, 'properties.settings.propertyNames.enum'), open)
    const s3 = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']
    assert.deepEqual(at(schema, 'properties.secrets.propertyNames.enum'), [...SECRETS, ...s3])
    const values = readValues(folder, {})
    const known = Object.keys(at(schema, 'properties') as object).filter((name) => name !== 'global')
    assert.deepEqual(Object.keys(values).sort(), known.sort())
    for (const wrong of [
      { replica: 2 },
      { replicas: 0 },
      { settings: { ENGINE_WORKER: '2' } },
      { settings: { MAX_IMAGE_BYTES: 10_000_000 } },
      { settings: { DATABASE_URL: 'postgres://a@b/c' } },
      { settings: { BASE_URL: null } },
      { secrets: { BASE_URL: 'https://a.example' } },
      { database: 'mysql' },
      { pictures: '/pictures' },
      { persistence: { size: '20 GB' } },
      { ingress: { enabled: 'yes' } },
      { service: { port: 0 } },
    ])
      assert.ok(!fits(readValues(folder, wrong)), JSON.stringify(wrong))
  })

  it('takes the values that the guide shows', () => {
    const guide = readFileSync(new URL('../../deploy/README.md', import.meta.url), 'utf8')
    const [, block = ''] = /\n```yaml\n(image:[\s\S]*?)```/.exec(guide) ?? []
    const given = parse(block) as Record<string, unknown>
    assert.ok(fits(readValues(folder, given)))
    assert.equal(at(renderChart(folder, given).get('Deployment'), 'spec.replicas'), 3)
    for (const { name } of listAt(renderChart(folder, given).get('Deployment'), 'spec.template.spec.containers.0.env'))
      assert.match(block, new RegExp(`# .*\\b${String(name)}\\b`))
  })

  it('has the version of the service', () => {
    const chart = parse(read('Chart.yaml'))
    assert.deepEqual([at(chart, 'version'), at(chart, 'appVersion')], [version, version])
    assert.equal(at(kustomize('kustomization.yaml'), 'images.0.newTag'), version)
  })
})
