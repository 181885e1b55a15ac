import { ASSURANCE_LEVELS, ASSURANCE_WORDS } from '../../contract/console/console-words.ts'
import type { FieldsProps } from './tenant-draft.tsx'

/** How sure somebody must be before a person is approved without a reviewer. */
export function LevelFields({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
  const card = (value: (typeof ASSURANCE_LEVELS)[number] | '', title: string, asks: string, meantFor: string) => (
    <label key={value} class="level">
      <input
        type="radio"
        name="assurance"
        value={value}
        checked={draft.assurance === value}
        onChange={() => change({ assurance: value })}
      />
      <span class="strong">{title}</span>
      <span>{asks}</span>
      <span class="soft">{meantFor}</span>
    </label>
  )
  return (
    <fieldset class="levels">
      <legend class="hidden">Level of assurance</legend>
      {ASSURANCE_LEVELS.map((level) =>
        card(level, level, ASSURANCE_WORDS[level].asks, ASSURANCE_WORDS[level].meantFor),
      )}
      {card('', 'own policy', 'The policy below decides.', 'For those who tune each Trust Factor.')}
      <p class="measured">
        <a href="/docs/guides/assurance" target="_blank" rel="noopener">
          What was measured on each level
        </a>
      </p>
    </fieldset>
  )
}
