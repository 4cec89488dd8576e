export { answering } from './answering.ts'
export type { Functions } from './calls.ts'
export { FunctionThread, type FunctionThreadOptions, type Owner } from './function-thread.ts'
export { OutOfBounds, runInThread, Thread } from './thread.ts'
