import type { ComponentChildren } from 'preact'
import { Failed, Loading } from './states.tsx'
import type { Asked } from './use-answer.ts'

interface AnsweredProps<Value> {
  asked: Asked<Value>
  /** What is coming: "Loading …". */
  what: string
  lines?: number
  children: (value: Value) => ComponentChildren
}

/** What was asked for, in whichever state it is: coming, failed, or there. */
export function Answered<Value>({ asked: { value, problem, again }, what, lines, children }: AnsweredProps<Value>) {
  return (
    <>
      {problem !== undefined && <Failed problem={problem} again={again} />}
      {value === undefined && problem === undefined && <Loading what={what} lines={lines} />}
      {value !== undefined && children(value)}
    </>
  )
}
