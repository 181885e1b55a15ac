import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { historyLines } from '../../../src/apps/console/case/history-lines.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'

const at = (minute: number) => `2026-06-15T12:${String(minute).padStart(2, '0')}:00.000Z`
const entry = (minute: number, actor: string, action: string, detail?: Record<string, string>) => ({
  atUtc: at(minute),
  actor,
  action,
  ...(detail && { detail }),
})

const view: Pick<CaseView, 'history' | 'acts' | 'newPictures'> = {
  history: [
    entry(20, 'reviewer:ben', 'read.image'),
    entry(19, 'reviewer:ben', 'read.image'),
    entry(18, 'reviewer:ben', 'read.case'),
    entry(17, 'reviewer:ben', 'review.claim'),
    entry(16, 'token', 'session.new-picture', { status: 'WAITING_FOR_MANUAL_APPROVE', policy: '2' }),
    entry(15, 'reviewer:ada', 'review.new-picture', { code: 'FRONT:GLARE' }),
    entry(14, 'reviewer:ada', 'review.undo', { act: 'approve' }),
    entry(13, 'reviewer:ada', 'review.approve'),
    entry(12, 'reviewer:ada', 'read.case'),
    entry(2, 'token', 'session.complete', { status: 'WAITING_FOR_MANUAL_APPROVE', policy: '2' }),
    entry(1, 'credential:shop', 'session.create'),
  ],
  acts: [
    { act: 'approve', reviewer: 'ada', reason: 'Fine.', atUtc: at(13), isUndone: true },
    { act: 'new-picture', reviewer: 'ada', reason: 'The photo page.', code: 'FRONT:GLARE', atUtc: at(15) },
  ],
  newPictures: [{ of: 'FRONT', reason: 'GLARE', by: 'ada', askedUtc: at(15), untilUtc: at(59), answeredUtc: at(16) }],
}

describe('the history of a case', () => {
  it('shows a forged entry by itself and believes nothing of it', () => {
    const forged = { ...entry(21, 'reviewer:ada', 'review.approve'), isForged: true as const }
    const [line] = historyLines({ ...view, history: [forged, ...view.history] })
    assert.deepEqual(line, { atUtc: at(21), who: 'ada', what: 'Review approve', isForged: true })
  })

  it('says what was done, by whom and why, and folds looks into one line', () => {
    const lines = historyLines(view).map(({ who, what, words }) => [who, what, ...(words ? [words] : [])].join(' | '))
    assert.deepEqual(lines, [
      'ben | Viewed the case, 2 pictures',
      'The person | Sent the new picture of the front: decided again, policy 2',
      'ada | Requested a new picture (front:glare) | The photo page.',
      'ada | Undid: approve',
      'ada | Approved, undone later | Fine.',
      'ada | Viewed the case',
      'The person | Finished: waiting, policy 2',
      'shop | Opened the session',
    ])
    assert.equal(historyLines(view).filter(({ isLook }) => isLook).length, 2)
  })
})
