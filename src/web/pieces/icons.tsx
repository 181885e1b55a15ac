import { iconSet } from '../../ui/icons.tsx'
import { firstDrawings } from './first-icons.tsx'

export const Icon = iconSet(32, {
  ...firstDrawings,
  warn: <path d="M16 5 3.5 26.5h25L16 5Zm0 8v6.5m0 3.5v.2" />,
  stop: (
    <>
      <circle cx="16" cy="16" r="12" />
      <path d="M16 9.5v8m0 4.5v.2" />
    </>
  ),
  phone: <path d="M10 3h12a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Zm4.5 23h3" />,
  camera: (
    <>
      <path d="M4 10.5h5.5L12 7h8l2.5 3.5H28V25H4V10.5Z" />
      <circle cx="16" cy="17.5" r="4.5" />
    </>
  ),
  turn: <path d="M5 9h15v10H5zM24 11c3 1.5 4 4 3 6.5s-4 4-7 4.5m0 0 2.5-2.5M20 22l2.5 2.5" />,
  upload: <path d="M6 7h20v18H6zm0 14 6-6 5 5 3-3 6 6M20.5 12.5h.2" />,
  torch: <path d="m18 4-9 14h7l-2 10 9-14h-7l2-10Z" />,
  wait: <path d="M16 4a12 12 0 1 1-8.5 3.5" />,
})
