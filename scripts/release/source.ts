import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export interface Source {
  /** The commit. */
  readonly revision: string
  /** The time of the commit, which all files of a release have. */
  readonly created: Date
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' }).trim()

/** The commit that a release is built from. */
export const sourceOf = (): Source => ({
  revision: git('rev-parse', 'HEAD'),
  created: new Date(Number(git('log', '-1', '--format=%ct')) * 1_000),
})
