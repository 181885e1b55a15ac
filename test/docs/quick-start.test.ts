import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../../src/kernel/config.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { type Service, startService } from '../../src/main.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
/** The programs for a shell that stand under a heading, as they are printed. */
const programsOf = (page: string, heading: string) => {
  const part = page.split(/^## /m).find((each) => each.startsWith(heading)) ?? ''
  return [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, program = '']) => program)
}

describe('the quick start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limen-quick-start-'))
  let service: Service
  before(async () => {
    const environment = {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      ENGINE_WORKERS: '1',
      ENGINE_WARM_UP: 'false',
      ENGINE_SECONDS: '300',
      LOG_LEVEL: 'silent',
    }
    service = await startService({ policy: defaultPolicy(), config: readConfig(environment) })
  })
  after(async () => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('of README.md, typed into a shell in an empty folder, ends in an approval', async () => {
    const [program = ''] = programsOf(read('README.md'), 'A session in five calls')
    const { username, password } = service.firstCredential ?? {}
    const typed = program
      .replace('http://localhost:8080', service.address)
      .replace('=username ', `=${username} `)
      .replace('=password ', `=${password} `)
    assert.notEqual(typed, program)
    const { stdout } = await run('sh', ['-ec', typed], { cwd: folder })
    assert.match(stdout, /\{"status":"AUTO_APPROVED"\}/)
    assert.match(stdout, /"documentType":"PASSPORT"/)
    assert.deepEqual([...readFileSync(join(folder, 'face.jpg')).subarray(0, 2)], [0xff, 0xd8])
  })

  it('names commands that there are', () => {
    const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
    const [commands = ''] = programsOf(read('README.md'), 'Quick start')
    const named = [...commands.matchAll(/^npm (?:run )?(\w+)/gm)].map(([, name = '']) => name)
    assert.deepEqual(named, ['start', 'try'])
    for (const name of named) assert.match(scripts[name] ?? '', /^node tools\//)
  })
})
