export type Clock = () => Date
