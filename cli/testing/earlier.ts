/** Earlier versions of the program, which a test runs beside this one. */
import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface Earlier {
  readonly commit: string
  /** False if a migration has removed the tables of its queue: its workers do not start, its servers queue nothing. */
  readonly canWork: boolean
}

/**
 * The versions from which upgrades are tested. Until there is a release, the first is the earliest commit whose database can be
 * migrated. A release replaces the last one.
 */
export const lastVersion: Earlier = {
  commit: 'dfe7a27311886f001fdb66923f0db4e52f15e288',
  canWork: true,
}
export const earlierVersions: readonly Earlier[] = [
  { commit: '708900d662b05fefad27b92bcc71f35ddc8926b9', canWork: false },
  lastVersion,
]

const root = join(import.meta.dirname, '../..')
const run = (program: string, args: readonly string[], cwd = root): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** False in a clone without its history. */
export function isThere({ commit }: Earlier): boolean {
  try {
    run('git', ['cat-file', '-e', `${commit}^{commit}`])
    return true
  } catch {
    return false
  }
}

/** A clone of an earlier version with the packages of its lock file, made once. `purpose` is part of its path. */
export function earlierClone({ commit }: Earlier, purpose = ''): string {
  const folder = join(root, 'release/earlier', `${commit}${purpose}`)
  if (!existsSync(folder)) {
    const making = `${folder}.new`
    rmSync(making, { recursive: true, force: true })
    run('git', ['clone', '--quiet', '--no-checkout', root, making])
    run('git', ['checkout', '--quiet', commit], making)
    run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], making)
    renameSync(making, folder)
  }
  return folder
}
