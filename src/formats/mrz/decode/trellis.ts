/** One way to fill a step: its text, its probability, and what it adds to the two sums of the check digits. */
export interface Option {
  text: string
  weight: number
  /** Added to the sum of the field's own check digit. */
  own: number
  /** Added to the sum of the composite check digit. */
  composite: number
  /** Only fillers. */
  empty: boolean
}

export interface Step {
  options: Option[]
  /** The field's own sum starts here. */
  begins: boolean
  /** This step is the check digit of the sum. */
  checks?: 'own' | 'composite'
}

interface Path {
  /** The option taken at each step of the most likely path. */
  options: Option[]
  /** The probability that each of them is right, given all check digits. */
  marginals: number[]
  /** The probability that all of them are right. */
  posterior: number
  /** Log probability of the path itself. */
  score: number
}

/**
 * The probability that a printed check digit is wrong. Small, so that an uncertain character is corrected to agree with
 * it; larger than the error rate of a confident reader, so that a wrong document stays wrong.
 */
const WRONG_CHECK_DIGIT = 1e-3
/**
 * The probability of another wrong check digit on a document that has one: the composite is then wrong too, unless it
 * was adapted.
 */
const WRONG_AGAIN = 0.5

// A state consists of whether an earlier digit was wrong, the own sum, the composite sum, and whether the field had
// only fillers so far.
const STATES = 400
const WRONG = 200
const START = 1

/**
 * The most likely text under the check digits, and the probability of each of its parts (Viterbi and forward-backward).
 */
export function solve(steps: readonly Step[]): Path {
  const { forward, options, states, score } = likeliest(steps)
  const backward = onwardChances(steps, forward)
  return { options, score, ...certainty(steps, { forward, backward, options, states }) }
}

function likeliest(steps: readonly Step[]) {
  let best = unit()
  const forward = [unit()]
  const traces: { option: Int16Array; from: Int16Array }[] = []
  let score = 0
  for (const step of steps) {
    const next = new Float64Array(STATES)
    const sums = new Float64Array(STATES)
    const trace = { option: new Int16Array(STATES), from: new Int16Array(STATES) }
    const before = forward.at(-1) ?? best
    eachTransition(step, before, (which, from, to, weight) => {
      sums[to] = (sums[to] ?? 0) + (before[from] ?? 0) * weight
      const chance = (best[from] ?? 0) * weight
      if (chance <= (next[to] ?? 0)) return
      next[to] = chance
      trace.option[to] = which
      trace.from[to] = from
    })
    score += Math.log(scaled(next))
    scaled(sums)
    best = next
    forward.push(sums)
    traces.push(trace)
  }

  let state = best.indexOf(1)
  const states = [state]
  const options: Option[] = []
  for (let index = steps.length - 1; index >= 0; index--) {
    const option = steps[index]?.options[traces[index]?.option[state] ?? 0]
    if (option) options.unshift(option)
    state = traces[index]?.from[state] ?? START
    states.unshift(state)
  }
  return { forward, options, states, score }
}

/** For every step, the probability of everything that follows from each state. */
function onwardChances(steps: readonly Step[], forward: readonly Float64Array[]): Float64Array[] {
  const onward = [new Float64Array(STATES).fill(1)]
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index]
    const after = onward[0]
    if (!step || !after) continue
    const chances = new Float64Array(STATES)
    eachTransition(step, forward[index] ?? after, (_, from, to, weight) => {
      chances[from] = (chances[from] ?? 0) + weight * (after[to] ?? 0)
    })
    scaled(chances)
    onward.unshift(chances)
  }
  return onward
}

interface Flow {
  forward: readonly Float64Array[]
  backward: readonly Float64Array[]
  options: readonly Option[]
  states: readonly number[]
}

function certainty(steps: readonly Step[], { forward, backward, options, states }: Flow) {
  const marginals: number[] = []
  let posterior = 1
  steps.forEach((step, index) => {
    const before = forward[index] ?? unit()
    const after = backward[index + 1] ?? unit()
    const chosen = step.options.indexOf(options[index] ?? NOTHING)
    const all = { total: 0, chosen: 0 }
    const path = { total: 0, chosen: 0 }
    eachTransition(step, before, (which, from, to, weight) => {
      const onward = weight * (after[to] ?? 0)
      all.total += (before[from] ?? 0) * onward
      if (which === chosen) all.chosen += (before[from] ?? 0) * onward
      if (from !== states[index]) return
      path.total += onward
      if (which === chosen) path.chosen += onward
    })
    marginals.push(all.chosen / all.total)
    posterior *= path.chosen / path.total
  })
  return { marginals, posterior }
}

const NOTHING: Option = { text: '', weight: 0, own: 0, composite: 0, empty: true }

type Visit = (option: number, from: number, to: number, weight: number) => void

/** Every transition from the reachable states. */
function eachTransition(step: Step, reachable: Float64Array, visit: Visit): void {
  for (let state = 0; state < STATES; state++) {
    if (reachable[state] === 0) continue
    const wrong = state >= WRONG
    const own = step.begins ? 0 : Math.floor((state % WRONG) / 20)
    const composite = Math.floor(state / 2) % 10
    const empty = step.begins || state % 2 === 1
    for (let which = 0; which < step.options.length; which++) {
      const option = step.options[which]
      if (!option) continue
      const agrees = step.checks === undefined || isRight(step.checks, option.text, { own, composite, empty })
      const sum = (composite + option.composite) % 10
      const field = step.checks === 'own' ? START : ((own + option.own) % 10) * 20 + (empty && option.empty ? 1 : 0)
      const to = (wrong || !agrees ? WRONG : 0) + field + sum * 2
      visit(which, state, to, agrees ? option.weight : option.weight * (wrong ? WRONG_AGAIN : WRONG_CHECK_DIGIT))
    }
  }
}

/** A filler agrees with an empty field, a digit with its sum. */
function isRight(
  checks: 'own' | 'composite',
  text: string,
  { own, composite, empty }: { own: number; composite: number; empty: boolean },
): boolean {
  if (text === '<') return checks === 'own' && empty
  return Number(text) === (checks === 'own' ? own : composite)
}

/** Divides by the largest value to avoid underflow, and returns it. */
function scaled(values: Float64Array): number {
  let largest = 0
  for (const value of values) if (value > largest) largest = value
  for (let index = 0; index < values.length; index++) values[index] = (values[index] ?? 0) / largest
  return largest
}

function unit(): Float64Array {
  const states = new Float64Array(STATES)
  states[START] = 1
  return states
}
