/**
 * Entry points that few visitors need: the console's preview, and the return from another page on this device, which
 * left what it has to say in the address.
 */
export async function enter(page: Element, open: (page: Element) => void): Promise<void> {
  if (location.pathname.endsWith('/preview')) return (await import('./preview.tsx')).showPreview(page)
  const { featureSteps } = await import('./after-welcome.ts')
  for (const { comeBack } of featureSteps()) await comeBack?.()
  open(page)
}
