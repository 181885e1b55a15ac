/** A file as a data URL. */
export const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The file cannot be read.'))
    reader.readAsDataURL(file)
  })

export async function base64Of(file: Blob): Promise<string> {
  const address = await dataUrlOf(file)
  return address.slice(address.indexOf(',') + 1)
}
