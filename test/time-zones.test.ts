import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Where it is another day than in UTC for most of the day, to either side. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

/** What reads or compares dates: of documents, of their holders, and of sessions. */
const FILES = [
  'formats/text/dates.test.ts',
  'formats/text/hijri-months.test.ts',
  'vision/document/fields/printed-date.test.ts',
  'kernel/decision/factors/dates.test.ts',
  'features/age/age.test.ts',
]

describe('dates do not depend on the time zone of the machine', () => {
  for (const zone of ZONES)
    it(zone, async () => {
      const files = FILES.map((file) => fileURLToPath(new URL(file, import.meta.url)))
      const own = ['--disable-warning=ExperimentalWarning', '--test', '--test-isolation=none', '--test-reporter=tap']
      const features = new URL('../src/features/index.ts', import.meta.url).href
      // A test that is started by another one reports to it in a form that nobody reads here.
      const { NODE_TEST_CONTEXT: _, ...environment } = process.env
      const child = spawn(process.execPath, [...own, '--import', features, ...files], {
        env: { ...environment, TZ: zone },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      child.stdout.on('data', (data) => {
        said += data
      })
      const [code] = await once(child, 'close')
      assert.equal(code, 0, said)
      assert.match(said, /^# pass [1-9]\d+$/m)
    })
})
