/** How far people get, in order. A one-sided document has no back, and not everybody is asked for consent. */
export const CAPTURE_STEPS = ['started', 'consented', 'front', 'back', 'selfie', 'completed'] as const
export type CaptureStep = (typeof CAPTURE_STEPS)[number]

export const DEVICE_CLASSES = ['phone', 'desktop', 'api'] as const
export type DeviceClass = (typeof DEVICE_CLASSES)[number]

/** Upper edges of the counted time spans, in seconds: from an automatic step to one that somebody came back to. */
export const SECONDS_EDGES = [5, 10, 20, 30, 60, 120, 300, 600, 1800] as const
