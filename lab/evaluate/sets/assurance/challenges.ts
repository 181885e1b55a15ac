import path from 'node:path'
import { random } from '../../../../packages/specimen/src/random.ts'
import type { ChallengeOutcome } from '../../../../src/vision/face/challenge/challenge.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { readFaceModel } from '../../../bench/support/challenge/face-model.ts'
import { judgePlay } from '../../../bench/support/challenge/judge-play.ts'
import { type Actor, readActors } from '../../../bench/support/challenge/people.ts'
import { play } from '../../../bench/support/challenge/plays.ts'
import type { ChallengePlay } from './rows.ts'

const FACE_MODEL = path.join(import.meta.dirname, '../../../..', '.cache', 'fixtures', 'canonical-face-model.obj')
/** The number of people that take turns. */
const PEOPLE = 6

/**
 * Results of challenges, each film judged from its frames as in the service. The films are drawn, which the liveness
 * check detects, so that finding is ignored.
 */
export async function openChallenges(engine: ReadEngine, faces: string) {
  const actors: Actor[] = []
  for await (const actor of readActors(engine, await readFaceModel(FACE_MODEL), path.join(faces, 'lfw'), 'second')) {
    actors.push(actor)
    if (actors.length === PEOPLE) break
  }
  const [first] = actors
  if (!first) throw new Error('the folder has nobody who can be filmed')
  const known = new Map<string, Promise<ChallengeOutcome | undefined>>()

  const judge = async (kind: ChallengePlay, number: number): Promise<ChallengeOutcome | undefined> => {
    const actor = actors[number % actors.length] ?? first
    const other = actors[(number + 1) % actors.length] ?? first
    const judged = await judgePlay(engine, play(kind, actor, other, random(`assurance/${kind}/${number}`)))
    if (!judged) return undefined
    const findings = judged.outcome.findings.filter(({ check }) => check !== 'LIVENESS')
    return { ...judged.outcome, findings, passed: findings.every(({ passed }) => passed) }
  }
  return (kind: ChallengePlay, number: number): Promise<ChallengeOutcome | undefined> => {
    const name = `${kind} ${number}`
    const outcome = known.get(name) ?? judge(kind, number)
    known.set(name, outcome)
    return outcome
  }
}
