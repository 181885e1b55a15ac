import { iconSet } from '../../ui/icons.tsx'

export const firstDrawings = {
  document: (
    <>
      <rect x="3" y="7" width="26" height="18" rx="3" />
      <circle cx="10.5" cy="14" r="3" />
      <path d="M6.5 21c.6-2.4 2-3.4 4-3.4s3.4 1 4 3.4M18.5 13h7M18.5 17h7M18.5 21h4" />
    </>
  ),
  face: (
    <>
      <path d="M4 10V7a3 3 0 0 1 3-3h3M22 4h3a3 3 0 0 1 3 3v3M28 22v3a3 3 0 0 1-3 3h-3M10 28H7a3 3 0 0 1-3-3v-3" />
      <ellipse cx="16" cy="15.5" rx="6" ry="7.5" />
      <path d="M13.5 19c1.5 1.3 3.5 1.3 5 0" />
    </>
  ),
  done: (
    <>
      <circle cx="16" cy="16" r="12" />
      <path d="m10.5 16.5 4 4 7.5-8.5" />
    </>
  ),
  back: <path d="m19 7-9 9 9 9" />,
  help: (
    <>
      <circle cx="16" cy="16" r="12" />
      <path d="M12.5 12.8c.3-2 1.7-3 3.6-3s3.6 1.1 3.6 3c0 2.6-3.6 2.8-3.6 5.7m0 3.6v.2" />
    </>
  ),
}

/** The icons of the first screen. */
export const Icon = iconSet(32, firstDrawings)
