import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { partsOf, type TenantSetting } from '../../../src/kernel/tenants/setting.ts'
import { tenantSettings } from '../../../src/kernel/tenants/tenant-settings.ts'

const root = new URL('../../../', import.meta.url)
const settings = Object.entries(tenantSettings())
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/(^|[\\/])(kernel-)?settings\.ts$/.test(file))
    .map((file) => readFileSync(new URL(file.replaceAll('\\', '/'), root), 'utf8'))

function valuesOf({ schema, field }: TenantSetting): string {
  const { type, enum: choices, minimum, maximum } = partsOf(schema)
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (type === 'boolean') return '`true`, `false`'
  if (type === 'integer') return `${minimum} to ${maximum}`
  if (type === 'array') return 'a list'
  if (type === 'object') return 'an object'
  return field !== 'own' && field?.isUrl ? 'an https address' : 'text'
}

function defaultOf({ initial, fallback, fallbackText }: TenantSetting): string {
  const value: unknown = initial ?? fallback
  return value === undefined
    ? (fallbackText?.replace(' (default)', '') ?? 'not set')
    : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

describe('every setting of a tenant', () => {
  it('is read by a rule', () => {
    const texts = textsOf('src/{kernel,features}/**/*.ts').concat(textsOf('src/{app,apps/pages}.ts'))
    const unread = settings.filter(([name]) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
    assert.deepEqual(
      unread.map(([name]) => name),
      [],
    )
  })

  it('is shown by a section of the console, in its fields or in a part of its own', () => {
    const texts = textsOf('src/apps/console/{screens,settings,setup}/**/*.tsx')
    const parts = texts.concat(textsOf('src/features/*/panel/*.tsx')).join('\n')
    const hidden = settings.filter(([name, { inConsole, field, section }]) => {
      if (inConsole === false) return false
      return field !== 'own' ? !parts.includes(`fieldsOf('${section}')`) : !new RegExp(`\\b${name}\\b`).test(parts)
    })
    assert.deepEqual(
      hidden.map(([name]) => name),
      [],
    )
  })

  it('of a feature is in its descriptor', async () => {
    for (const file of globSync('src/features/*/settings.ts', { cwd: root })) {
      const own = (await import(new URL(file, root).href)).settings as object
      for (const name of Object.keys(own)) assert.ok(Object.hasOwn(tenantSettings(), name), `${file}: ${name}`)
    }
  })

  it('stands in docs/settings.md', () => {
    const file = new URL('docs/settings.md', root)
    const page = readFileSync(file, 'utf8')
    const rows = settings.map(
      ([name, setting]) => `| \`${name}\` | ${valuesOf(setting)} | ${defaultOf(setting)} | ${setting.meaning} |`,
    )
    const table = ['| setting | values | default | meaning |', '|---|---|---|---|', ...rows].join('\n')
    const wanted = page.replace(
      /<!-- tenant settings -->[\s\S]*<!-- \/tenant settings -->/,
      () => `<!-- tenant settings -->\n${table}\n<!-- /tenant settings -->`,
    )
    if (process.env.UPDATE_DOCS) writeFileSync(file, wanted)
    else assert.equal(page, wanted, 'run UPDATE_DOCS=1 npm test -- test/kernel/tenants/described-settings.test.ts')
  })
})
