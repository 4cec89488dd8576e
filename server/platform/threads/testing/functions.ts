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
  /** Asks the main thread whether each number is accepted; returns those that are. */
  async filtered(most: number): Promise<number[]> {
    const found: number[] = []
    for (let at = 1; at <= most; at += 1) if (await driver.ask('isAccepted', [at])) found.push(at)
    return found
  },
  /** Ends only when stopped. */
  async patient(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>()
    driver.stopping.addEventListener('abort', () => resolve('stopped'))
    await driver.ask('started', [])
    return promise
  },
}
export type TestFunctions = typeof functions

const driver = answering(functions)
