import type { ComponentType } from 'preact'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import type { CaseSection } from '../panel.ts'
import { fromPanels } from '../panels.ts'

const sections = fromPanels('sections')
const loaded = new Map<CaseSection, Awaited<ReturnType<CaseSection['load']>>>()

/** Loads what this case shows of features, so that nothing moves when it is on the screen. */
export async function loadSections(view: CaseView): Promise<void> {
  const missing = sections.filter((section) => section.isIn(view) && !loaded.has(section))
  await Promise.all(missing.map(async (section) => loaded.set(section, await section.load())))
}

interface Props {
  place: CaseSection['place']
  view: CaseView
  changed: () => void
}

/** The sections of features at a place of the case. */
export function CaseSections({ place, ...props }: Props) {
  return sections
    .filter((section) => section.place === place && section.isIn(props.view))
    .map((section, at) => {
      const Section: ComponentType<Omit<Props, 'place'>> | undefined = loaded.get(section)
      return Section && <Section key={at} {...props} />
    })
}
