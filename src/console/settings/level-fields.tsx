import { Tick } from '../../ui/form.tsx'
import { Answered } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { readLevels } from './api.ts'
import type { FieldsProps } from './setting-fields.tsx'

/** How sure somebody must be before a person is approved without a reviewer: the three levels with what each lets through. */
export function LevelFields({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
  const asked = useAnswer(readLevels, [])
  const card = (value: typeof draft.assurance, title: string, asks: string, fitFor: string, figures?: string) => (
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
      <span class="soft">{fitFor}</span>
      {figures && <small class="soft">Measured: {figures}.</small>}
    </label>
  )
  return (
    <fieldset class="levels">
      <legend class="hidden">Level of assurance</legend>
      <Answered asked={asked} what="the levels of assurance" lines={4}>
        {(levels) => levels.map(({ level, asks, fitFor, figures }) => card(level, level, asks, fitFor, figures))}
      </Answered>
      {card(
        '',
        'as the policy says',
        'The policy below decides; the built-in one is the same as high.',
        'For those who tune each Trust Factor.',
      )}
      <Tick on={draft.stepUp} set={(stepUp) => change({ stepUp })}>
        Where only a proof is missing, the page offers chip, wallet or another picture before a reviewer is asked
      </Tick>
      <p class="measured">
        <a href="/docs/guides/assurance" target="_blank" rel="noopener">
          What was measured on each level
        </a>
      </p>
    </fieldset>
  )
}
