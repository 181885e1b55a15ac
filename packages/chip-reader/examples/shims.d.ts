/** The parts of an app's own packages that the examples use; an app has their real types. */
declare module 'react-native' {
  import type { ReactNode } from 'react'

  export const Platform: { OS: 'ios' | 'android' }
  export function View(props: { children?: ReactNode }): ReactNode
  export function Text(props: { children?: ReactNode }): ReactNode
  export function Button(props: { title: string; onPress: () => void }): ReactNode
}

declare module 'react-native-nfc-manager' {
  export const NfcTech: { IsoDep: string }
  const NfcManager: {
    requestTechnology(tech: string): Promise<string>
    cancelTechnologyRequest(): Promise<void>
    getMaxTransceiveLength(): Promise<number>
    isoDepHandler: { transceive(bytes: number[]): Promise<number[]> }
  }
  export default NfcManager
}
