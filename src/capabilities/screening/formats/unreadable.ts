import { ListProblem } from '../ports/screening.ts'

/** The file is none that can be used; the message says why, after the file's name. */
export class UnreadableList extends ListProblem {}
