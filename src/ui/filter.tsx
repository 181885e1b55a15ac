import type { ComponentChildren } from 'preact'
import { Field } from './fields.tsx'
import { midnight } from './words.ts'

/** What stands in the fields of a filter; undefined for one that is empty. */
interface FilterValues {
  text(name: string): string | undefined
  /** The moment at which the day begins where the reader is. */
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
    if (!form.checkValidity()) return // half an id is looked for when it is whole
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

/** The days of a filter, both included. */
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
