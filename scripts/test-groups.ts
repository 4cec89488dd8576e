/**
 * Which test files share a process. Loading the product, compiling the engine of the embedded database and warming up
 * both takes 2.4 s of processor time for every file. So files run one after the other in a process, each with a
 * separate database and product.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { usesDatabase } from './test-files.ts'

/** A file that starts programs waits for them, and one that measures its process wants no company. */
const needsProcess = (root: string, path: string): boolean =>
  path.startsWith('cli/') ||
  /process\.memoryUsage|testing\/memory\.ts|setFlagsFromString|process\.on\(|'node:child_process'/.test(
    readFileSync(join(root, path), 'utf8'),
  )

/** Few starts, and yet no process that is long alone at the end. */
const mostWithDatabase = 20
const mostWithout = 140

/** The files by process, in the order in which processes start: what is last fills what is left of time. */
export function groups(root: string, files: readonly string[]): string[][] {
  const alone = files.filter((file) => needsProcess(root, file))
  const others = files.filter((file) => !alone.includes(file))
  return [
    ...alone.map((file) => [file]),
    ...dealt(others.filter(usesDatabase), mostWithDatabase),
    ...dealt(
      others.filter((file) => !usesDatabase(file)),
      mostWithout,
    ),
  ]
}

/** Dealt in turn: files that are slow for the same reason are in one folder, and so are spread over groups. */
function dealt(files: readonly string[], most: number): string[][] {
  // A few chosen files still run at the same time.
  const hands = Math.max(Math.ceil(files.length / most), Math.min(files.length, 3))
  return Array.from({ length: hands }, (_, hand) =>
    files.filter((_file, index) => index % hands === hand),
  )
}

/** Writes a file for each group for Node's runner, and returns their paths, which sort like the groups. */
export function writeGroups(
  { root, limitMs }: { root: string; limitMs: number },
  folder: string,
  groups: readonly (readonly string[])[],
): string[] {
  mkdirSync(folder, { recursive: true })
  const runner = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'test-group.ts')).href)
  return groups.map((group, index) => {
    const path = join(folder, `${String(index + 1).padStart(3, '0')}.test.mjs`)
    const what = JSON.stringify({ root, files: group, limitMs })
    writeFileSync(path, `import { runGroup } from ${runner}\nawait runGroup(${what})\n`)
    return path
  })
}
