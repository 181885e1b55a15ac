import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from './form.tsx'
import { Answered, Failed } from './states.tsx'
import { type Asked, useAnswer } from './use-answer.ts'
import { midnight, reasonOf } from './words.ts'

/** The values of a filter's fields; undefined for an empty field. */
interface FilterValues {
  text(name: string): string | undefined
  /** The moment at which the day begins in the reader's time zone. */
  dayBegins(name: string): string | undefined
  dayEnds(name: string): string | undefined
}

interface FilterProps<Wanted> {
  read: (values: FilterValues) => { [Name in keyof Wanted]?: string | undefined }
  narrow: (wanted: Wanted) => void
  children: ComponentChildren
}

/** Fields that narrow a list as soon as one of them changes. */
export function Filter<Wanted extends object>({ read, narrow, children }: FilterProps<Wanted>) {
  const submit = (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    if (!form.checkValidity()) return // an incomplete id is not searched for
    const given = Object.entries(read(valuesOf(new FormData(form)))).filter(([, value]) => value !== undefined)
    narrow(Object.fromEntries(given) as Wanted)
  }
  return (
    <form class="filter" aria-label="Filter" onSubmit={submit} onChange={submit}>
      {children}
      <button type="submit">Search</button>
    </form>
  )
}

/** The days of a filter, both inclusive. */
export function DaysFields({
  from,
  to,
  zone = '',
}: {
  from?: string | undefined
  to?: string | undefined
  zone?: string
}) {
  return (
    <>
      <Field label={`From${zone}`} name="from" type="date" defaultValue={from} />
      <Field label={`To${zone}`} name="to" type="date" defaultValue={to} />
    </>
  )
}

function valuesOf(form: FormData): FilterValues {
  const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
  const day = (name: string, daysLater: number) => {
    const given = text(name)
    return given && midnight(given, daysLater)
  }
  return { text, dayBegins: (name) => day(name, 0), dayEnds: (name) => day(name, 1) }
}

interface Pages<Page, Row> {
  first: Asked<Page>
  rows: Row[]
  hasMore: boolean
  /** The error of loading the next page. */
  problem: string | undefined
  readOn(): void
  /** Starts again at the first page. */
  again(): void
}

interface Source<Page, Row> {
  /** The page after this row, or the first. */
  read: (after: Row | undefined) => Promise<Page>
  rowsOf: (page: Page) => readonly Row[]
  hasMore: (pages: readonly Page[], rows: number) => boolean
}

/** A paged list: the first page loads when the screen opens and when `about` changes, the others on request. */
export function usePages<Page, Row>({ read, rowsOf, hasMore }: Source<Page, Row>, about: unknown[]): Pages<Page, Row> {
  const first = useAnswer(() => read(undefined), about)
  const [later, setLater] = useState<Page[]>([])
  const [problem, setProblem] = useState<string>()
  const run = useRef(0)
  const pages = first.value === undefined ? [] : [first.value, ...later]
  const rows = pages.flatMap(rowsOf)

  const forget = () => {
    run.current += 1
    setLater([])
    setProblem(undefined)
  }
  useEffect(forget, about)
  const readOn = async () => {
    const last = rows.at(-1)
    if (last === undefined) return
    const mine = run.current
    setProblem(undefined)
    try {
      const page = await read(last)
      if (mine === run.current) setLater((before) => [...before, page])
    } catch (error) {
      if (mine === run.current) setProblem(reasonOf(error))
    }
  }
  const again = () => {
    forget()
    first.again()
  }
  return { first, rows, hasMore: hasMore(pages, rows.length), problem, readOn, again }
}

interface PagedProps<Page, Row> {
  pages: Pages<Page, Row>
  /** Names what is loading: "Loading …". */
  what: string
  lines?: number
  empty: ComponentChildren
  /** The label of the button that loads the next page. */
  more: string
  children: (rows: Row[]) => ComponentChildren
}

export function Paged<Page, Row>({ pages, what, lines = 10, empty, more, children }: PagedProps<Page, Row>) {
  const { first, rows, hasMore, problem, readOn } = pages
  return (
    <>
      <Answered asked={first} what={what} lines={lines}>
        {() => (rows.length ? children(rows) : empty)}
      </Answered>
      {problem !== undefined && <Failed problem={problem} again={readOn} />}
      {hasMore && (
        <button type="button" onClick={readOn}>
          {more}
        </button>
      )}
    </>
  )
}
