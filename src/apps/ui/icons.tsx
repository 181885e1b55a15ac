import type { ComponentChildren } from 'preact'

/** A set of line icons in a square of this size; the text next to them carries the meaning. */
export function iconSet<Name extends string>(size: number, drawings: Record<Name, ComponentChildren>) {
  return function Icon({ name, kind = '' }: { name: Name; kind?: string }) {
    return (
      <svg class={`icon ${kind}`} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        {drawings[name]}
      </svg>
    )
  }
}
