import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameBrowser } from '../../../src/apps/console/settings/name-browser.ts'

describe('a browser’s name', () => {
  it('is what people call it', () => {
    const names = {
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0':
        'Edge on Windows',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36': 'Chrome on Linux',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604.1':
        'Safari on iOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:141.0) Gecko/20100101 Firefox/141.0': 'Firefox on macOS',
      'curl/8.5.0': 'curl',
      '': 'Unknown',
    }
    for (const [agent, name] of Object.entries(names)) assert.equal(nameBrowser(agent), name)
  })
})
