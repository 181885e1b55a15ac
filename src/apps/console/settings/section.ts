import type { ComponentType } from 'preact'
import type { SettingField } from './setting-fields.tsx'
import type { ToolProps } from './tenant-choice.tsx'

/** A section of the settings. */
export interface SettingsSection {
  path: string
  word: string
  /** Settings of a tenant; those of a page are one form, saved together. */
  fields?: readonly SettingField[]
  /** A component with its own buttons. */
  Tool?: ComponentType<ToolProps>
  /** The tool's heading if the section has fields too. */
  tool?: string
}
