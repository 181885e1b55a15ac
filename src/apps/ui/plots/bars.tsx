import type { ComponentChildren } from 'preact'
import { Table } from '../table.tsx'
import { amount, type Tone } from '../words.ts'

interface Bar {
  name: string
  value: number
  /** Shown instead of the bare number. */
  words?: string
  /** A link to what the number counts, if there is one. */
  href?: string
}

/** Horizontal bars, each with its name and number in the row: a table that can be read at a glance. */
export function Bars({ title, bars, children }: { title: string; bars: Bar[]; children?: ComponentChildren }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <figure class="plot bars">
      <figcaption>{title}</figcaption>
      {bars.length ? (
        <Table
          rows={bars}
          keyOf={({ name }) => name}
          isHeadless
          columns={[
            {
              head: 'Name',
              isName: true,
              cell: ({ name, value, href }) => (href && value ? <a href={href}>{name}</a> : name),
            },
            { head: 'Share', class: 'bar', cell: ({ value }) => <Share share={value / most} /> },
            { head: 'Number', class: 'number', cell: ({ value, words }) => words ?? amount(value) },
          ]}
        />
      ) : (
        <p class="soft">{children}</p>
      )}
    </figure>
  )
}

/** A bar whose length is its share, 0 to 1. */
export function Share({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={100 * share} height="10" />
    </svg>
  )
}

interface TileProps {
  name: string
  value: number
  /** Shown instead of the bare number. */
  words?: string
  tone?: Tone
  /** A link to what the number counts. */
  href?: string
}

/** One large number in a list of them. */
export function Tile({ name, value, words = amount(value), tone = 'soft', href }: TileProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={value ? tone : ''}>{href && value ? <a href={href}>{words}</a> : words}</dd>
    </div>
  )
}
