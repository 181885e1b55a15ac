import { Dialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { useKeys } from '../commands.ts'
import { Heading, Key } from '../parts.tsx'

/** All keyboard shortcuts, by where they apply; docs/console.md has the same list. */
const SHORTCUTS: Record<string, readonly (readonly [keys: string, does: string])[]> = {
  Everywhere: [
    ['Ctrl+K', 'Go to a page, find a session by ID, name or reference, act on the case (⌘K on a Mac)'],
    ['?', 'These keys; Esc closes them'],
  ],
  'In the queue': [
    ['N', 'Take the most urgent unassigned case'],
    ['J K', 'The next and the previous case'],
    ['Q', 'Return the case and show the whole queue'],
  ],
  'In a case': [
    ['A', 'Approve: then a reason, a digit for a common one, Enter'],
    ['R', 'Reject: then a digit for the reason, a comment if needed, Enter'],
    ['P', 'Request a new picture: then a digit for the reason, Enter'],
    ['E', 'Escalate to another reviewer'],
    ['O', 'Add a note for colleagues'],
    ['Z', 'Undo what was just done'],
    ['B S', 'Blink between the faces; slide one over the other'],
    ['H', 'Show where the document looks altered, if that is known'],
    ['Esc', 'From close-ups back to the whole pages; close a form'],
  ],
  'On the focused picture': [
    ['+ − 0', 'Zoom in, zoom out, show all'],
    ['Arrows', 'Move it, or the magnifier'],
    ['M', 'Magnifier on or off'],
  ],
  'In the session list': [
    ['J K', 'The next and the previous session'],
    ['Esc', 'Close the session'],
  ],
}

/** The headings for a screen, if it has keys of its own. */
const OF_SCREEN: Record<string, readonly string[]> = {
  queue: ['In the queue', 'In a case', 'On the focused picture'],
  sessions: ['In the session list', 'On the focused picture'],
}

export function ShortcutsScreen() {
  useKeys({ Escape: () => history.back() })
  return (
    <div class="page">
      <header>
        <Heading>Keyboard shortcuts</Heading>
      </header>
      {Object.keys(SHORTCUTS).map((where) => (
        <Shortcuts key={where} where={where} Head="h2" />
      ))}
    </div>
  )
}

/** What the keys do on the screen behind it: help does not lead away from what somebody is doing. */
export function ShortcutsDialog({ section, close }: { section: string; close: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" close={close}>
      <div class="shortcuts-here">
        {[...(OF_SCREEN[section] ?? []), 'Everywhere'].map((where) => (
          <Shortcuts key={where} where={where} Head="h3" />
        ))}
      </div>
      <div class="choices">
        <button type="button" autofocus onClick={close}>
          Close <Key>Esc</Key>
        </button>
        <a href="/docs/guides/console" target="_blank" rel="noopener">
          Guide to the console
        </a>
      </div>
    </Dialog>
  )
}

function Shortcuts({ where, Head }: { where: string; Head: 'h2' | 'h3' }) {
  return (
    <section class="shortcuts">
      <Head>{where}</Head>
      <Table
        rows={SHORTCUTS[where] ?? []}
        keyOf={([key]) => key}
        caption={where}
        isHeadless
        columns={[
          {
            head: 'Key',
            isName: true,
            cell: ([key]) => key.split(' ').map((each) => <kbd key={each}>{each}</kbd>),
          },
          { head: 'Does', cell: ([, does]) => does },
        ]}
      />
    </section>
  )
}
