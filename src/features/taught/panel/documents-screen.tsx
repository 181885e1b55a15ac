import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import './documents.css'
import { DocumentList } from './list.tsx'
import { TeachDocument } from './teach.tsx'
import { TryDocument } from './try.tsx'

interface Props {
  person: Me
  mode: Mode
  /** `teach`, with a session and a side if a picture comes from one; an id and a version; or empty for the list. */
  place: string[]
}

/** All known documents, and teaching a new one. */
export function DocumentsScreen({ person, mode, place: [first, second, third] }: Props) {
  if (first === 'teach') {
    const side = third === 'BACK' ? 'BACK' : 'FRONT'
    return <TeachDocument key={second} from={second === undefined ? undefined : { sessionId: second, side }} />
  }
  if (first !== undefined && second !== undefined)
    return <TryDocument key={first + second} id={first} version={Number(second)} person={person} mode={mode} />
  return <DocumentList person={person} mode={mode} />
}
