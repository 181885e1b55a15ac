import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { plain } from '../../ui/words.ts'
import { AGAINST_WORDS, actorName, PART_WORDS, STATUS_WORDS } from '../words.ts'

/** One line of a case's history. */
interface HistoryLine {
  atUtc: string
  who: string
  what: string
  /** The text that the actor wrote. */
  words?: string
  /** Views of data, which many readers skip. */
  isLook?: boolean
  isForged?: true
}

type View = Pick<CaseView, 'history' | 'acts' | 'newPictures'>
type Entry = CaseView['history'][number]

/** Everything that happened, newest first: each action with its result; consecutive views are one line. */
export function historyLines({ history, acts, newPictures }: View): HistoryLine[] {
  const lines: HistoryLine[] = []
  let looks: Entry[] = []
  const close = () => {
    const [newest] = looks
    if (newest) lines.push({ atUtc: newest.atUtc, who: actorName(newest.actor), what: lookedAt(looks), isLook: true })
    looks = []
  }
  for (const entry of history) {
    if (entry.isForged) {
      close()
      lines.push({ atUtc: entry.atUtc, who: actorName(entry.actor), what: plain(entry.action), isForged: true })
      continue
    }
    if (LOOKS.test(entry.action)) {
      if (looks.length && looks[0]?.actor !== entry.actor) close()
      looks.push(entry)
      continue
    }
    // Claiming and releasing a case is part of viewing it.
    if (entry.action === 'review.claim' || entry.action === 'review.release') continue
    close()
    lines.push(lineOf(entry, acts, newPictures))
  }
  close()
  return lines
}

const LOOKS = /^read\./

function lookedAt(looks: Entry[]): string {
  const pictures = looks.filter(({ action }) => action === 'read.image').length
  const rest = [...new Set(looks.map(({ action }) => action))].filter((action) => action !== 'read.image')
  const words = rest.map((action) => `the ${plain(action.slice('read.'.length)).toLowerCase()}`)
  if (pictures) words.push(pictures === 1 ? 'a picture' : `${pictures} pictures`)
  return `Viewed ${words.join(', ')}`
}

function lineOf(entry: Entry, acts: View['acts'], newPictures: View['newPictures']): HistoryLine {
  const { atUtc, actor, action, detail = {} } = entry
  const line = { atUtc, who: actorName(actor) }
  const done = action.startsWith('review.') ? action.slice('review.'.length) : undefined
  const said = acts.find((each) => each.act === done && each.reviewer === line.who && each.atUtc === atUtc)
  switch (action) {
    case 'session.create':
      return { ...line, what: 'Opened the session' }
    case 'session.complete':
      return { ...line, what: `Finished: ${statusWord(detail.status)}, policy ${detail.policy}` }
    case 'session.new-picture': {
      const pictureRequest = newPictures.find(({ answeredUtc }) => answeredUtc === atUtc)
      const of = pictureRequest ? ` of the ${PART_WORDS[pictureRequest.of]}` : ''
      return { ...line, what: `Sent the new picture${of}: decided again, policy ${detail.policy}` }
    }
    case 'review.undo':
      return { ...line, what: `Undid: ${plain(String(detail.act)).toLowerCase()}` }
    default: {
      const code = said?.code ? ` (${plain(said.code).toLowerCase()})` : ''
      const against = said?.against
        ? ` against: ${said.against.map((each) => AGAINST_WORDS[each].toLowerCase()).join(', ')}`
        : ''
      const undone = said?.isUndone ? ', undone later' : ''
      const what = `${(done && DID[done]) ?? plain(action)}${code}${against}${undone}`
      return { ...line, what, ...(said && { words: said.reason }) }
    }
  }
}

const statusWord = (status: unknown): string =>
  STATUS_WORDS[status as keyof typeof STATUS_WORDS]?.word.toLowerCase() ?? plain(String(status))

const DID: Record<string, string> = {
  approve: 'Approved',
  reject: 'Rejected',
  escalate: 'Escalated',
  'new-picture': 'Requested a new picture',
  note: 'Added a note',
  'picture-link': 'Copied the link for the new picture',
}
