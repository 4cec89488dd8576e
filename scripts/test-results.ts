/** A reporter for Node's runner: a line for each test file and for each process that failed, as it ends. */
import { existsSync, readFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'

/** What became of one test file, or of the process that ran several. */
export interface FileResult {
  /** The path of the test file as `runGroup` names it; of a process, the absolute path of what it ran. */
  readonly name: string
  readonly passed: boolean
  /** Elapsed time, with two files at a time. */
  readonly seconds: number
  /** Tests in it, suites not counted. */
  readonly tests: number
}

export default async function* results(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // Events of different processes are never mixed: Node hands them on process by process.
  let tests = 0
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.nesting > 0) {
      if (data.details.type !== 'suite') tests++
      continue
    }
    const result: FileResult = {
      name: data.name,
      passed: type === 'test:pass',
      seconds: data.details.duration_ms / 1_000,
      tests,
    }
    tests = 0
    yield `${JSON.stringify(result)}\n`
  }
}

/** The objects of a file with one per line; empty if the file is missing. A truncated line is left out. */
export function readLines<T>(path: string): readonly T[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T)
}
