import type { ComponentProps } from 'preact'
import { iconSet } from '../ui/icons.tsx'

export type IconName = ComponentProps<typeof Icon>['name']

export const Icon = iconSet(24, {
  queue: <path d="M4 6h16M4 12h16M4 18h10" />,
  sessions: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20 20" />,
  overview: <path d="M4 20V4m0 16h16M8 15l4-5 3 3 5-7" />,
  watchlist: <path d="M5 4h14v16H5zM8.5 8h7M8.5 12h7M8.5 16h4" />,
  documents: (
    <path d="M3 6h18v12H3zM6.5 15c.5-1.5 4.5-1.5 5 0M9 12.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM15 10h3M15 14h3" />
  ),
  settings: <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5" />,
  account: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8c.8-3.6 3.5-5.5 7-5.5s6.2 1.9 7 5.5" />,
  less: <path d="M5 12h14" />,
  more: <path d="M5 12h14M12 5v14" />,
  turn: <path d="M19 12a7 7 0 1 1-2.5-5.3M17 3v4h-4" />,
  contrast: <path d="M12 4a8 8 0 1 0 0 16V4ZM12 4a8 8 0 0 1 0 16" />,
  heat: (
    <path d="M12 21c3.5 0 6-2.4 6-5.8 0-3-2-4.7-3.1-6.7-.8-1.5-.8-3-.4-5.5-3 1-5.2 4-5 7.2-.8-.3-1.4-1-1.7-2C6.6 10 6 12.3 6 15.2 6 18.6 8.5 21 12 21Z" />
  ),
  whole: <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />,
})
