export { answering, type Functions } from './answering.ts'
export { FunctionThread, OutOfBounds, type ThreadOptions } from './function-thread.ts'
