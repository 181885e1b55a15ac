import type { ImageName, PageSide } from './vocabulary.ts'

/** Where each stored picture lies, by the part it came with: image name → object name. A part sent again replaces its own. */
export type StoredImages = Partial<
  Record<PageSide | 'FACE' | 'CHIP' | 'CREDENTIAL', Partial<Record<ImageName, string>>>
>

/** Every object that some pictures lie in. */
export function storedObjects(images: StoredImages): string[] {
  return Object.values(images).flatMap((part) => Object.values(part))
}
