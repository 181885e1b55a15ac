/** How many sessions there are of each day and status: what lists and plots are reckoned from. */
export interface Counts {
  /** Counts all sessions again and puts right what is wrong; answers how many counts were. */
  recount(): Promise<number>
}
