/** What a test has done in a thread. */
import { answering } from '../index.ts'

const functions = {
  double: (value: number): number => value * 2,
  async later(value: string): Promise<string> {
    return value
  },
  fail(): never {
    throw new TypeError('This is a bug.')
  },
  never(): never {
    for (;;);
  },
  fill(): number {
    const all: number[][] = []
    for (;;) all.push(Array.from({ length: 100_000 }, (_, at) => at + 0.5))
  },
}
export type TestFunctions = typeof functions

answering(functions)
