export { answering, type Functions } from './answering.ts'
export { FunctionThread, type FunctionThreadOptions } from './function-thread.ts'
export { OutOfBounds } from './thread.ts'
