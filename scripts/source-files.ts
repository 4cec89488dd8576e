import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The source files of the repository, new ones included, ignored ones not, as paths from `root`.
 * `endings` without the dot, `*` for all. Generated files are not source.
 */
export function sourceFiles(root: string, endings: readonly string[]): string[] {
  const patterns = endings.map((ending) => (ending === '*' ? '*' : `*.${ending}`))
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--']
  return execFileSync('git', [...options, ...patterns], { cwd: root, maxBuffer: 2 ** 26 })
    .toString()
    .split('\0')
    .filter((path) => path !== '' && !/(^|\/)generated\/|\.d\.ts$/.test(path))
    .filter((path) => existsSync(join(root, path))) // deleted and not yet committed
    .toSorted()
}
