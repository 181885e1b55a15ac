import { Table } from '../../ui/table.tsx'
import { useKeys } from '../commands.ts'
import { Heading } from '../parts.tsx'

/** All keyboard shortcuts, by where they apply; docs/console.md has the same list. */
const SHORTCUTS: Record<string, readonly (readonly [keys: string, does: string])[]> = {
  Everywhere: [
    ['Ctrl+K', 'Go to a page, find a session by ID, name or reference, act on the case (⌘K on a Mac)'],
    ['?', 'This page; Esc goes back'],
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

export function ShortcutsScreen() {
  useKeys({ Escape: () => history.back() })
  return (
    <div class="page">
      <header>
        <Heading>Keyboard shortcuts</Heading>
      </header>
      {Object.entries(SHORTCUTS).map(([where, keys]) => (
        <section key={where} class="shortcuts">
          <h2>{where}</h2>
          <Table
            rows={keys}
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
      ))}
    </div>
  )
}
