import type { ComponentChildren } from 'preact'
import type { CaseChip } from '../../contract/console/console-case.ts'

interface ReasonListProps {
  reasons: CaseChip['reasons']
  /** What is said below them. */
  children: ComponentChildren
}

/** Why signatures were judged as they were, folded until somebody asks. */
export const ReasonList = ({ reasons, children }: ReasonListProps) => (
  <details>
    <summary>Why, {reasons.length}</summary>
    <ul>
      {reasons.map(({ code, text }) => (
        <li key={`${code} ${text}`}>
          {text} <span class="soft small mono">{code}</span>
        </li>
      ))}
    </ul>
    <p class="soft small">{children}</p>
  </details>
)
