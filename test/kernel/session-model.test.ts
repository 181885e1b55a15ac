import { describe, it } from 'node:test'
import { playSessions } from '../support/session-model.ts'

/** About 10 CPU-seconds; `npm run bench -- session-model` plays 100,000. */
const RUNS = 250

describe('a session that several people work on in any order, with crashes in between', () => {
  it(`keeps decision, results and evidence in agreement, and nothing of an erased person, in ${RUNS} runs`, async () => {
    await playSessions({ runs: RUNS })
  })
})
