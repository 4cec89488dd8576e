import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that are searched for tests: the workspaces, then what belongs to none of them. */
export function testFolders(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  return [...workspaces, 'scripts', 'examples']
}

function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'dist') {
      yield* walk(root, path)
    } else if (entry.isFile()) yield path
  }
}

/**
 * Test files below `root`, as sorted paths with `/`. `ending` is `.test.ts` or `.moto.ts`. With
 * filters, a file is taken when its path contains one of them: `s3`, `server/features`.
 */
export function testFiles(root: string, ending: string, filters: readonly string[] = []): string[] {
  const present = new Set(readdirSync(root))
  return testFolders(root)
    .filter((folder) => present.has(folder))
    .flatMap((folder) => Array.from(walk(root, folder)))
    .filter((path) => path.endsWith(ending))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .toSorted()
}

/** Whether a test file opens a database, and so needs the template. */
export const usesDatabase = (path: string): boolean =>
  /^(server|cli)\/|^web\/.*\.browser\.ts$/.test(path)

/** Whether a test file may have another result on real servers than on embedded ones. */
export const usesServers = (root: string, path: string): boolean =>
  usesDatabase(path) ||
  /PLUMBLINE_TEST_(POSTGRES|REDIS)/.test(readFileSync(join(root, path), 'utf8'))

export const counted = (files: readonly string[]): string =>
  files.length === 1 ? '1 test file' : `${files.length} test files`
