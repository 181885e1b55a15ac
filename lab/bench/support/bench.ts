import type { FiguresOf, SetName } from '../../evaluate/report/measured.ts'

/** What a bench measured: the figures of one set. */
export type Measurement = { [Name in SetName]: { set: Name; figures: FiguresOf<Name> } }[SetName]

export interface Bench {
  run(args: string[]): Promise<Measurement[]>
}
