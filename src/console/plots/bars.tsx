import type { ComponentChildren } from 'preact'
import { amount } from '../words.ts'

export interface Bar {
  name: string
  value: number
  /** Said in place of the bare number. */
  words?: string
}

/** Bars that lie, each with its name and number in the row: a table that can be read at a glance. */
export function Bars({ title, bars, children }: { title: string; bars: Bar[]; children?: ComponentChildren }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <figure class="plot bars">
      <figcaption>{title}</figcaption>
      {bars.length ? (
        <table>
          <thead class="hidden">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Share</th>
              <th scope="col">Number</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, value, words }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="bar">
                  <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={(100 * value) / most} height="10" />
                  </svg>
                </td>
                <td class="number">{words ?? amount(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p class="soft">{children}</p>
      )}
    </figure>
  )
}
