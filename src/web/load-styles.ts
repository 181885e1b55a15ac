/** Adds a style sheet to the page, once; there when the promise is fulfilled. */
export function loadStyles(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${address}"]`)) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove() // so that it can be asked for again
      reject(new TypeError(`${address} could not be loaded`))
    }
    document.head.append(link)
  })
}
