import { amount, type Tone } from './words.ts'

interface TileProps {
  name: string
  value: number
  /** Said in place of the bare number. */
  words?: string
  tone?: Tone
  /** Where what it counts can be seen. */
  href?: string
}

/** One number, large, in a list of them. */
export function Tile({ name, value, words = amount(value), tone = 'soft', href }: TileProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={value ? tone : ''}>{href && value ? <a href={href}>{words}</a> : words}</dd>
    </div>
  )
}
