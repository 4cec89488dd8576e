export { doubledSeconds } from './backoff.ts'
export { Hints, type Listening } from './hints.ts'
export { Loop } from './loop.ts'
