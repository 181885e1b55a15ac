import type { ComponentType } from 'preact'
import type { Mode } from '../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../kernel/accounts/contract/console-sign-in.ts'
import type { CaseField, CaseView } from '../../kernel/review/contract/console-case.ts'
import type { SettingsSection } from './settings/section.ts'

/**
 * What a feature shows in the console: `panel` of `features/X/panel/index.ts`. The console finds it there by itself. It
 * is loaded with the console; what it loads comes when it is first shown.
 */
export interface Panel {
  /** Sections of a case. */
  sections?: readonly CaseSection[]
  /** Portraits that the selfie is compared with, after that of the document. */
  portraits?: readonly { name: CaseView['images'][number]; title: string }[]
  /** Sources that are compared with the printed fields. */
  sources?: readonly (readonly [source: Source, head: string])[]
  /** Screens, in the navigation and at `/console/{path}`. */
  screens?: readonly PanelScreen[]
  /** Sections of the settings. */
  settings?: readonly PanelSettings[]
}

/** A source of a field besides the visual zone. */
export type Source = CaseField['differs'][number]

/** Where in a case a section stands. */
type CasePlace = 'selfie' | 'searches' | 'proofs' | 'outcome' | 'document'

export interface CaseSection {
  place: CasePlace
  /** Whether the case has something to show; only then it is loaded. */
  isIn(view: CaseView): boolean
  load(): Promise<ComponentType<SectionProps>>
}

interface SectionProps {
  view: CaseView
  /** Fetches the case again after it has changed. */
  changed: () => void
}

interface PanelScreen {
  path: string
  word: string
  /** The drawing of its icon: an SVG path in a square of 24. */
  icon: string
  /** It survives a switch to the other mode: somebody may be typing. */
  isKept?: true
  /** Pages of it that the palette offers, besides the screen itself. */
  pages?: readonly { path: string; word: string }[]
  load(): Promise<ComponentType<ScreenProps>>
}

interface ScreenProps {
  person: Me
  mode: Mode
  /** The rest of the address. */
  place: string[]
}

interface PanelSettings {
  group: 'verification' | 'integrations'
  /** The section that it follows; without one it is the last. */
  after?: string
  section: SettingsSection
}
