/** Everything after the welcome screen, in a separate file: it is loaded while the welcome is read. */
export { backOf } from './back.ts'
export { loadCorners } from './guidance/ask-corners.ts'
export { ShowScreen } from './show-screen.tsx'
export { followEvents, upload } from './transfer.ts'
export { countRefusals } from './tries.ts'
