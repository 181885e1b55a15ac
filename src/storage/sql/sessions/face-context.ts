/** What a kept face is sealed with. */
export const faceContext = (sessionId: string) => `print:${sessionId}:face`
