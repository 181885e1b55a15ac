import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { funnelOf, reasonsOf } from '../../../src/apps/console/overview/funnel.ts'
import type { CaptureFigure } from '../../../src/kernel/figures/contract/console-overview.ts'

const figure = (
  step: CaptureFigure['step'],
  about: CaptureFigure['about'],
  value: string,
  times: number,
  device: CaptureFigure['device'] = 'phone',
  language = 'de',
): CaptureFigure => ({ step, about, value, times, device, language })

const figures = [
  figure('started', 'reached', '', 10),
  figure('started', 'reached', '', 2, 'desktop', 'fr'),
  figure('front', 'reached', '', 9),
  figure('front', 'tries', '1', 6),
  figure('front', 'tries', '3', 3),
  figure('front', 'seconds', '10', 4),
  figure('front', 'seconds', '30', 4),
  figure('front', 'seconds', 'more', 1),
  figure('front', 'reached', '', 50, 'api', 'other'),
  figure('completed', 'reached', '', 6),
  figure('completed', 'seconds', 'more', 6),
  figure('document', 'refused', 'GLARE', 2),
  figure('selfie', 'refused', 'FACE_TOO_SMALL', 1, 'desktop', 'fr'),
  figure('document', 'refused', 'CUT_OFF', 3),
]

describe('the funnel of the overview', () => {
  it('has the steps somebody reached on the page, with first tries and the time of half of them', () => {
    assert.deepEqual(funnelOf(figures, { device: 'page', language: '' }), [
      { step: 'started', sessions: 12, share: 1 },
      { step: 'front', sessions: 9, share: 0.75, firstTry: 6 / 9, halfUnder: 30 },
      { step: 'completed', sessions: 6, share: 0.5, halfUnder: Number.POSITIVE_INFINITY },
    ])
  })

  it('can be of one kind of device, of programs, of one language', () => {
    const steps = (who: Parameters<typeof funnelOf>[1]) => funnelOf(figures, who).map((row) => [row.step, row.sessions])
    assert.deepEqual(steps({ device: 'desktop', language: '' }), [['started', 2]])
    assert.deepEqual(steps({ device: 'api', language: '' }), [['front', 50]])
    assert.deepEqual(steps({ device: 'page', language: 'fr' }), [['started', 2]])
    assert.deepEqual(steps({ device: 'phone', language: 'fr' }), [])
  })

  it('says what people were told, most frequent first', () => {
    assert.deepEqual(reasonsOf(figures, { device: 'page', language: '' }), [
      { reason: 'CUT_OFF', times: 3 },
      { reason: 'GLARE', times: 2 },
      { reason: 'FACE_TOO_SMALL', times: 1 },
    ])
  })
})
