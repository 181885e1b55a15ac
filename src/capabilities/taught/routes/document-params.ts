import { Type } from 'typebox'

const id = Type.String({ format: 'uuid' })

export const idParams = Type.Object({ id })
export const versionParams = Type.Object({ id, version: Type.String({ pattern: '^\\d{1,6}$' }) })

export const versionOf = ({ id, version }: { id: string; version: string }) => ({ id, version: Number(version) })
