import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { adviceFor, isInsideApp } from '../../../../src/apps/hosted-page/camera/camera.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const DENIED = 'Permission denied'

const browsers: [name: string, userAgent: string, advice: string, touchPoints?: number][] = [
  [
    'Chrome on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/146.0.0.0 Safari/537.36`,
    'cameraDeniedDesktop',
  ],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0`,
    'cameraDeniedDesktop',
  ],
  [
    'Chrome on a Mac',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${BLINK} Chrome/146.0.0.0 Safari/537.36`,
    'cameraDeniedDesktop',
  ],
  [
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/146.0.0.0 Mobile Safari/537.36`,
    'cameraDeniedAndroid',
    5,
  ],
  [
    'Edge on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/146.0.0.0 Mobile Safari/537.36 EdgA/146.0.0.0`,
    'cameraDeniedAndroid',
    5,
  ],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
    'cameraDeniedAndroid',
    5,
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'cameraDeniedFirefox'],
  [
    'Safari on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
    'cameraDeniedSafari',
    5,
  ],
  [
    'Safari on an iPad',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    'cameraDeniedSafari',
    5,
  ],
  [
    'Safari on a Mac',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    'cameraDeniedMac',
  ],
  [
    'Chrome on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} CriOS/146.0.0.0 Mobile/15E148 Safari/604.1`,
    'cameraDeniedIosApp',
    5,
  ],
  [
    'Firefox on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} FxiOS/150.0 Mobile/15E148 Safari/604.1`,
    'cameraDeniedIosApp',
    5,
  ],
  [
    'an app on Android',
    `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) ${BLINK} Version/4.0 Chrome/146.0.0.0 Mobile Safari/537.36`,
    'cameraDeniedApp',
    5,
  ],
  [
    'an app on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Mobile/15E148`,
    'cameraDeniedApp',
    5,
  ],
  [
    'a network’s app',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1 Instagram 390.0.0`,
    'cameraDeniedApp',
    5,
  ],
  ['a browser nobody has heard of', 'Mozilla/5.0 (Utopia) Spyglass/1.0', 'cameraDenied'],
]

describe('how to give the camera back', () => {
  for (const [name, userAgent, advice, touchPoints = 0] of browsers)
    it(`is told for ${name}`, () => {
      assert.equal(adviceFor({ userAgent, touchPoints }, DENIED), advice)
      assert.equal(isInsideApp({ userAgent, touchPoints }), advice === 'cameraDeniedApp')
    })

  it('differs where the question was only closed, or the device itself refuses', () => {
    const [, userAgent] = browsers[0] as (typeof browsers)[0]
    const here = { userAgent, touchPoints: 0 }
    assert.equal(adviceFor(here, 'Permission dismissed'), 'cameraDismissed')
    assert.equal(adviceFor(here, 'Permission denied by system'), 'cameraDeniedSystem')
  })
})
