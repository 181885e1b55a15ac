import { useEffect, useState } from 'preact/hooks'
import { Heading } from '../../../apps/console/parts.tsx'
import { Button, useAct } from '../../../apps/ui/button.tsx'
import { base64Of } from '../../../apps/ui/read-file.ts'
import { Problem } from '../../../apps/ui/states.tsx'
import { plain } from '../../../apps/ui/words.ts'
import type { PageSide, Taught, TeachingPicture } from '../contract/documents.ts'
import { look, teach } from './api.ts'
import { Board } from './board.tsx'
import { addPage, type Draft, type Mark, MOST_PICTURES, namedOf, nameLine, removePage, setMark } from './lesson.ts'
import { DescriptionFields, descriptionIn, Lines, MarkFields } from './teach-fields.tsx'
import { Drop, TryPictures } from './try-pictures.tsx'

const NOTHING: Draft = { pages: [], marks: {} }

/**
 * Teaches a draft of a model from pictures of one side of a document: the field of each line, the portraits, and a
 * trial.
 */
export function TeachDocument({ from }: { from: { sessionId: string; side: PageSide } | undefined }) {
  const [draft, setDraft] = useState(NOTHING)
  const [at, setAt] = useState(0)
  const [current, choose] = useState<number>()
  const [drawing, draw] = useState<Mark>()
  const [taught, setTaught] = useState<Taught>()
  const { busy, problem, act } = useAct()

  const take = async (given: TeachingPicture) => {
    const [seen] = await look(given)
    if (seen) setDraft((before) => (before.pages.length < MOST_PICTURES ? addPage(before, given, seen) : before))
  }
  const takeFiles = (files: File[]) =>
    act(async () => {
      for (const file of files.slice(0, MOST_PICTURES - draft.pages.length)) await take({ data: await base64Of(file) })
    })
  useEffect(() => {
    if (from) void act(() => take({ sessionId: from.sessionId, image: `original_${from.side}` }))
  }, [])
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const description = descriptionIn(event.currentTarget as HTMLFormElement)
    void act(async () => {
      const pictures = draft.pages.map(({ given }) => given)
      const lesson = { ...description, pictures, named: namedOf(draft), marks: draft.marks }
      setTaught(await teach(taught ? { ...lesson, id: taught.id } : lesson))
    })
  }
  const go = (page: number) => {
    setAt(page)
    choose(undefined)
    draw(undefined)
  }

  const page = draft.pages[at]
  return (
    <div class="page">
      <header>
        <Heading>Teach a document</Heading>
        <a href="/console/documents">All documents</a>
      </header>
      {draft.pages.length < MOST_PICTURES && (
        <Drop
          label="Pictures of one side"
          hint="Drop 1–20 images here, or choose them. Three of different holders teach best. They are not kept."
          busy={busy}
          take={takeFiles}
        />
      )}
      {!page && (
        <>
          <p class="soft" role="status">
            {busy ? 'Working…' : ''}
          </p>
          <Problem problem={problem} />
        </>
      )}
      {page && (
        <>
          <PageTabs pages={draft.pages.length} at={at} go={go} />
          <div class="lesson">
            <div class="stack">
              <Board
                look={page.look}
                title={`Picture ${at + 1}, straightened`}
                fields={page.fields}
                marks={at === 0 ? draft.marks : {}}
                current={current}
                choose={choose}
                drawing={drawing}
                drawn={(place) => {
                  if (drawing) setDraft(setMark(draft, drawing, place))
                  draw(undefined)
                }}
              />
              {!page.look.isFound && <p class="notice">No edges found: the whole picture is taken as the document.</p>}
              <Button
                class="quiet"
                word={`Remove picture ${at + 1}`}
                act={() => {
                  setDraft(removePage(draft, at))
                  go(0)
                }}
              />
              {at === 0 && (
                <MarkFields
                  marks={draft.marks}
                  drawing={drawing}
                  draw={draw}
                  set={(mark, place) => setDraft(setMark(draft, mark, place))}
                />
              )}
            </div>
            <div class="stack">
              <form class="stack" onSubmit={send}>
                <DescriptionFields kind={draft.pages[0]?.look.kind} />
                <button type="submit" class="primary" disabled={busy}>
                  {taught ? 'Teach it again' : 'Teach'}
                </button>
                <p class="soft" role="status">
                  {busy ? 'Working…' : ''}
                </p>
                <Problem problem={problem} />
              </form>
              {taught && (
                <section class="stack" aria-label="Taught">
                  <p class="notice" role="status">
                    Saved as a draft. It is not used yet.{' '}
                    <a href={`/console/documents/${taught.id}/${taught.version}`}>Review and publish</a>
                  </p>
                  {taught.leftOut.length > 0 && (
                    <p class="notice bad">
                      Left out, because {taught.leftOut.length > 1 ? 'they do' : 'it does'} not match the others:
                      picture {taught.leftOut.join(', ')}.
                    </p>
                  )}
                  {taught.notFound.length > 0 && (
                    <p class="notice bad">Not found on their pictures: {taught.notFound.map(plain).join(', ')}.</p>
                  )}
                </section>
              )}
              <section aria-label={`Lines of picture ${at + 1}`} class="stack">
                <h2>Lines of picture {at + 1}</h2>
                <p class="soft small">
                  {at === 0
                    ? 'Mark the lines that belong to the holder. With one picture, unmarked lines count as the document’s own print.'
                    : 'Lines that differ from the first picture are found automatically; mark a line here only if it was missed.'}
                </p>
                <Lines
                  look={page.look}
                  fields={page.fields}
                  current={current}
                  choose={choose}
                  name={(line, field) => setDraft(nameLine(draft, at, line, field))}
                />
              </section>
            </div>
          </div>
        </>
      )}
      {taught && <TryPictures key={taught.version} id={taught.id} version={taught.version} />}
    </div>
  )
}

function PageTabs({ pages, at, go }: { pages: number; at: number; go: (page: number) => void }) {
  if (pages < 2) return null
  return (
    <nav class="choices" aria-label="Pictures">
      {Array.from({ length: pages }, (_, page) => (
        <Button key={page} word={`Picture ${page + 1}`} pressed={page === at} act={() => go(page)} />
      ))}
    </nav>
  )
}
