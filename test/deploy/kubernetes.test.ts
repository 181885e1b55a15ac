import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, settings } from '../../src/kernel/config.ts'

const folder = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url))
const read = (name: string) => readFileSync(folder + name, 'utf8')
/** What stands at such a place of a manifest: `at(pod, 'containers.0.image')`. */
const at = (manifest: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], manifest)
const manifest = (name: string): unknown => parse(read(name))
const envOf = (name: string) =>
  Object.fromEntries(
    read(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

const kustomization = manifest('kustomization.yaml')
const resources = at(kustomization, 'resources') as string[]
const deployment = manifest('deployment.yaml')
const pod = at(deployment, 'spec.template.spec')
const container = at(pod, 'containers.0')

describe('the manifests for Kubernetes', () => {
  it('are all in the kustomization, and it names no other', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    assert.deepEqual(resources.toSorted(), files.sort())
    assert.deepEqual(at(kustomization, 'configMapGenerator.0.envs'), ['limen.env'])
  })

  it('set what there is to set, safely', () => {
    const given = { ...envOf('limen.env'), ...envOf('secret.example.env') }
    const known = new Set([
      ...Object.values(settings).map(({ env }) => env),
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
    ])
    assert.deepEqual(
      Object.keys(given).filter((name) => !known.has(name)),
      [],
    )
    const { baseUrl, demo, apiMode } = readConfig(envOf('limen.env'))
    assert.deepEqual([new URL(baseUrl).protocol, demo, apiMode], ['https:', false, 'live'])
    assert.doesNotMatch(given.TRUST_PROXY ?? '', /\//, 'no network is trusted to say where a caller comes from')
    for (const secret of ['MASTER_KEY', 'API_PASSWORD', 'METRICS_TOKEN'])
      assert.equal(given[secret], '', 'no secret is shipped')
  })

  it('run it as nobody special, on a file system that it cannot write', () => {
    assert.deepEqual([at(pod, 'securityContext.runAsNonRoot'), at(pod, 'securityContext.runAsUser')], [true, 1000])
    assert.equal(at(pod, 'securityContext.seccompProfile.type'), 'RuntimeDefault')
    assert.deepEqual(at(container, 'securityContext'), {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.equal(at(pod, 'automountServiceAccountToken'), false)
    assert.match(readFileSync(new URL('../../deploy/Dockerfile', import.meta.url), 'utf8'), /^USER 1000:1000$/m)
  })

  it('ask /healthz before anybody is sent there, and kill for nothing that a restart does not mend', () => {
    for (const probe of ['startupProbe', 'readinessProbe'])
      assert.equal(at(container, `${probe}.httpGet.path`), '/healthz')
    assert.equal(at(container, 'livenessProbe.httpGet.path'), '/healthz/live')
    assert.ok(at(container, 'resources.limits.memory') && at(container, 'resources.requests.cpu'))
  })

  it('give it time to stop, and let the version before go on while the new one starts', () => {
    const pause = at(container, 'lifecycle.preStop.sleep.seconds')
    const stop = Number(envOf('limen.env').STOP_SECONDS) + Number(pause)
    assert.ok(Number(at(pod, 'terminationGracePeriodSeconds')) > stop)
    assert.deepEqual(at(deployment, 'spec.strategy.rollingUpdate'), { maxSurge: 1, maxUnavailable: 0 })
  })

  it('belong together: one label, one port, one name', () => {
    const labels = { 'app.kubernetes.io/name': 'limen' }
    assert.deepEqual(at(deployment, 'spec.selector.matchLabels'), labels)
    assert.deepEqual(at(deployment, 'spec.template.metadata.labels'), labels)
    assert.deepEqual(at(manifest('service.yaml'), 'spec.selector'), labels)
    assert.deepEqual(at(manifest('network-policy.yaml'), 'spec.podSelector.matchLabels'), labels)
    assert.deepEqual(at(manifest('disruption-budget.yaml'), 'spec.selector.matchLabels'), labels)
    assert.equal(at(container, 'ports.0.containerPort'), Number(envOf('limen.env').PORT))
    assert.equal(at(manifest('autoscaler.yaml'), 'spec.scaleTargetRef.name'), at(deployment, 'metadata.name'))
  })

  it('scale by the queue, with a metric that exists', () => {
    const name = at(manifest('autoscaler.yaml'), 'spec.metrics.0.pods.metric.name') as string
    assert.ok(readFileSync(new URL('../../src/main.ts', import.meta.url), 'utf8').includes(`metrics.watch('${name}'`))
  })

  it('let nobody in who is not named, and nothing out into the cluster', () => {
    const policy = manifest('network-policy.yaml')
    assert.deepEqual(at(policy, 'spec.policyTypes'), ['Ingress', 'Egress'])
    for (const rule of at(policy, 'spec.ingress') as object[]) assert.ok(at(rule, 'from.0'))
    const places = (at(policy, 'spec.egress') as object[]).map((rule) => at(rule, 'to.0.ipBlock')).filter(Boolean)
    assert.equal(places.length, 1)
    const except = at(places[0], 'except') as string[]
    for (const inside of ['10.0.0.0/8', '169.254.0.0/16']) assert.ok(except.includes(inside))
  })

  const noKubectl =
    spawnSync('kubectl', ['kustomize', '--help']).status === 0 ? false : 'kubectl is not on this machine'
  it('are built by kubectl: one namespace, one image, and the settings that the deployment reads', {
    skip: noKubectl,
  }, () => {
    const copy = mkdtempSync(join(tmpdir(), 'limen-kustomize-'))
    try {
      cpSync(folder, copy, { recursive: true })
      cpSync(join(copy, 'secret.example.env'), join(copy, 'secret.env'))
      const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', copy], { encoding: 'utf8' })
      assert.equal(status, 0, stderr)
      const objects = parseAllDocuments(stdout).map((document): unknown => document.toJS())
      const one = (kind: string) => {
        const [object, ...more] = objects.filter((each) => at(each, 'kind') === kind)
        assert.ok(object && !more.length, kind)
        return object
      }
      for (const object of objects)
        if (at(object, 'kind') !== 'Namespace') assert.equal(at(object, 'metadata.namespace'), 'limen')
      assert.equal(objects.length, resources.length + 2)
      const built = at(one('Deployment'), 'spec.template.spec.containers.0')
      const image = at(kustomization, 'images.0')
      assert.equal(at(built, 'image'), `${at(image, 'newName')}:${at(image, 'newTag')}`)
      assert.equal(at(built, 'envFrom.0.configMapRef.name'), at(one('ConfigMap'), 'metadata.name'))
      assert.equal(at(built, 'envFrom.1.secretRef.name'), at(one('Secret'), 'metadata.name'))
      assert.deepEqual(at(one('ConfigMap'), 'data'), envOf('limen.env'))
    } finally {
      rmSync(copy, { recursive: true })
    }
  })

  it('have the form that Kubernetes publishes', async (t) => {
    const models = 'kubernetes-models'
    for (const name of resources) {
      const object = manifest(name)
      const published = await import(`${models}/${at(object, 'apiVersion')}`).catch(() => undefined)
      if (!published) return t.skip('kubernetes-models is not installed: npm install --no-save kubernetes-models@5.1.0')
      const Kind = at(published, String(at(object, 'kind'))) as new (object: unknown) => { validate(): void }
      new Kind(object).validate()
    }
  })
})
