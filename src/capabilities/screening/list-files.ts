import { openListFile } from './formats/open-list-file.ts'
import { newListIndex } from './list-index.ts'
import type { ListFiles } from './ports/screening.ts'

export const listFiles: ListFiles = { open: openListFile, newIndex: newListIndex }
