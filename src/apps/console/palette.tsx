import { useEffect, useRef, useState } from 'preact/hooks'
import type { Mode } from '../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../kernel/accounts/contract/console-sign-in.ts'
import type { FoundSession } from '../../kernel/review/contract/console-search.ts'
import { plain, reasonOf } from '../ui/words.ts'
import { search } from './api.ts'
import { type Command, commandsHere, matching } from './commands.ts'
import { fromPanels } from './panels.ts'
import { Key } from './parts.tsx'
import { go } from './router.ts'
import { sectionsFor } from './screens/settings.tsx'
import { STATUS_WORDS } from './words.ts'

interface Props {
  person: Me
  mode: Mode
}

/** Ctrl+K, or ⌘K: go to a page, find a session, act on the open case. */
export function Palette(props: Props) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // The palette does not open over a modal dialog.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return isOpen ? <Opened {...props} close={() => setOpen(false)} /> : null
}

/** Debounce time before sessions are searched: each search is in the audit log. */
const PAUSE_MS = 300
/** The service does not search for fewer letters. */
const LEAST = 3
const MOST = 8

function Opened({ person, mode, close }: Props & { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, type] = useState('')
  const [at, setAt] = useState(0)
  const { sessions, problem } = useSessions(typed.trim(), mode)
  // The commands of the screen behind it at the time the palette was opened.
  const here = useRef(commandsHere()).current
  useEffect(() => dialog.current?.showModal(), [])

  const commands: Command[] = [
    ...matching([...here, ...placesFor(person)], typed),
    ...sessions.map((found) => ({ name: wordsFor(found), run: () => go(`sessions/${found.id}`) })),
  ]
  const chosen = Math.min(at, commands.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    dialog.current?.close() // the focus returns to where it was before the command moves it
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, commands.length))
    else if (event.key === 'ArrowUp') setAt((chosen + commands.length - 1) % Math.max(1, commands.length))
    else if (event.key === 'Enter') run(commands[chosen])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} class="palette" aria-label="Go to, find or do" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Command, page, session ID, name or reference"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={commands.length ? `palette-${chosen}` : undefined}
        placeholder="Go to a page, find a session, act on the case"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        value={typed}
        onInput={(event) => {
          type(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div id="palette-list" role="listbox" aria-label="Commands and sessions">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={`${index} ${command.name}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => run(command)}
          >
            {command.name} {command.key && <Key>{command.key}</Key>}
          </div>
        ))}
      </div>
      <p class="soft small" role="status">
        {problem ??
          (commands.length
            ? ''
            : 'No results. To find a session, type at least 3 letters of its ID, name or reference.')}
      </p>
    </dialog>
  )
}

/** Sessions by the start of their id, or by name, number or reference. */
function useSessions(typed: string, mode: Mode): { sessions: FoundSession[]; problem: string | undefined } {
  const [found, setFound] = useState<{ of: string; sessions: FoundSession[]; problem?: string }>()
  useEffect(() => {
    if (typed.length < LEAST) return
    const timer = setTimeout(() => {
      const asked = ID.test(typed) ? { id: typed } : { text: typed }
      search({ ...asked, mode }).then(
        ({ sessions }) => setFound({ of: typed, sessions: sessions.slice(0, MOST) }),
        (error: unknown) => setFound({ of: typed, sessions: [], problem: reasonOf(error) }),
      )
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, mode])
  const isOf = found?.of === typed
  return { sessions: isOf ? found.sessions : [], problem: isOf ? found.problem : undefined }
}

/** At least four characters of an id, one of them a digit: without a digit it is a word. */
const ID = /^(?=.*\d)[0-9a-f][0-9a-f-]{3,35}$/i

const wordsFor = ({ id, name, status, externalId, documentType, country }: FoundSession): string =>
  [
    name ?? `Session ${id.slice(0, 8)}`,
    externalId,
    documentType && plain(documentType),
    country,
    STATUS_WORDS[status].word,
  ]
    .filter(Boolean)
    .join(' · ')

const placesFor = (person: Me): Command[] =>
  [
    ['Queue', 'queue'],
    ['Sessions', 'sessions'],
    ['Overview', 'overview'],
    ...fromPanels('screens').flatMap(({ path, word, pages = [] }) =>
      [{ path, word }, ...pages].map((page) => [page.word, page.path] as const),
    ),
    ['Keyboard shortcuts', 'shortcuts'],
    ...(person.role === 'admin' ? ([['Setup', 'setup']] as const) : []),
    ...sectionsFor(person).map(([path, word]) => [`Settings: ${word}`, `settings/${path}`] as const),
  ].map(([word = '', path = '']) => ({ name: `Go to ${word}`, run: () => go(path) }))
