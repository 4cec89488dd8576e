/**
 * The test files that passed on the current tree, in node_modules/.cache. `npm run test:all` skips them, so it can run in
 * pieces. One file per tree, one JSON object per line.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readLines } from './test-results.ts'
import type { FileOutcome } from './test-record.ts'

export interface Passed extends FileOutcome {
  /** `embedded`, `postgres`, …: the same file may run in several. */
  readonly part: string
}

/** A part of a run: seconds of elapsed time. */
interface Piece {
  readonly piece: string
  readonly seconds: number
}

export class Ledger {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  passed(part: string): readonly Passed[] {
    return readLines<Passed | Piece>(this.#path).filter(
      (line): line is Passed => 'part' in line && line.part === part,
    )
  }

  add(line: Passed | Piece): void {
    mkdirSync(dirname(this.#path), { recursive: true })
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`)
  }

  /** Seconds of elapsed time of all pieces of a part so far. */
  seconds(part: string): number {
    const pieces = readLines<Passed | Piece>(this.#path).filter(
      (line): line is Piece => 'piece' in line && line.piece === part,
    )
    return pieces.reduce((sum, { seconds }) => sum + seconds, 0)
  }
}

/** The ledger of the tree as it is in the working directory, new and changed files included. */
export function ledgerOf(root: string): Ledger {
  const git = (args: readonly string[], index?: string): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...(index && { GIT_INDEX_FILE: index }) },
    }).trim()
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tree-'))
  try {
    const index = join(folder, 'index')
    const current = join(root, git(['rev-parse', '--git-path', 'index']))
    if (existsSync(current)) copyFileSync(current, index)
    git(['add', '--all'], index)
    const tree = git(['write-tree'], index)
    return new Ledger(join(root, 'node_modules/.cache/plumbline-tests', `${tree}.jsonl`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
