import type { ComponentChildren, ComponentProps } from 'preact'

export type DrawingName = keyof typeof DRAWINGS

/** What a list without entries would hold, as a line drawing. The words next to it carry the meaning. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg class="drawing" viewBox="0 0 112 72" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  )
}

/** A person, as a portrait in a list shows one. */
const face = (x: number, y: number): ComponentChildren => (
  <path d={`M${x} ${y}a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 9c.6-4 3.2-6 7-6s6.4 2 7 6`} />
)
const lines = (x: number, y: number): ComponentChildren => <path class="faint" d={`M${x} ${y}h34M${x} ${y + 8}h22`} />
const row = (y: number): ComponentProps<'g'>['children'] => (
  <>
    <rect x="18" y={y} width="76" height="26" rx="6" />
    {face(32, y + 12)}
    {lines(48, y + 9)}
  </>
)

const DRAWINGS = {
  cases: (
    <>
      <path class="faint" d="M26 8h60" />
      <path d="M22 15h68" />
      {row(22)}
      <path class="accent" d="m78 58 5 5 9-11" />
    </>
  ),
  search: (
    <>
      {row(10)}
      <path class="accent" d="M76 58a11 11 0 1 0 0-22 11 11 0 0 0 0 22Zm8-3 9 9" />
    </>
  ),
  people: (
    <>
      {row(6)}
      <path class="faint" d="M18 44h76v20H18z" />
      <path class="accent" d="m84 12 3 3 5-6" />
    </>
  ),
  documents: (
    <>
      <path class="faint" d="M26 8h66a6 6 0 0 1 6 6v34" />
      <rect x="14" y="16" width="74" height="48" rx="6" />
      {face(32, 38)}
      <path d="M50 32h26M50 41h18" />
      <path class="accent" d="M22 56h58" />
    </>
  ),
  events: (
    <>
      <rect x="10" y="20" width="30" height="32" rx="6" />
      <rect x="72" y="20" width="30" height="32" rx="6" />
      <path class="accent" d="M46 36h18m-5-5 5 5-5 5" />
      <path class="faint" d="M18 30h14M18 38h10M80 30h14M80 38h10" />
    </>
  ),
  keys: (
    <>
      <path d="M40 48a12 12 0 1 0 0-24 12 12 0 0 0 0 24Z" />
      <path class="accent" d="M52 36h38v10M78 36v7" />
      <path class="faint" d="M40 38a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />
    </>
  ),
  lists: (
    <>
      <rect x="32" y="6" width="48" height="60" rx="6" />
      <path d="M42 20h28M42 32h28" />
      <path class="faint" d="M42 44h28M42 54h16" />
      <path class="accent" d="M26 32h-8m4-4v8" />
    </>
  ),
} satisfies Record<string, ComponentChildren>
