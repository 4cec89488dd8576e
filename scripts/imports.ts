import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'

export interface Import {
  /** Paths from the root, with `/`. */
  readonly from: string
  readonly line: number
  /** The file that is meant, or null for a package. */
  readonly to: string | null
  readonly specifier: string
  /** Removed once types are stripped: it cannot close a cycle at run time. */
  readonly isTypeOnly: boolean
  /** Reached through `import()` or a thread: it does not run while the importer loads. */
  readonly isLate: boolean
}

/** `import … from`, `export … from`, a bare `import`, at the start of a line. */
const early = /^(?:import|export)\s+(?:(type)\s+)?(?:[^'"`;]*?\sfrom\s+)?(['"])([^'"\n]+)\2/gm
/** `import('…')` and `new URL('….ts', import.meta.url)`, which names the file of a thread. */
const late =
  /\bimport\(\s*(['"])([^'"\n]+)\1\s*\)|\bnew URL\(\s*(['"])([^'"\n]+\.ts)\3,\s*import\.meta\.url/g

const builtin = new Set(builtinModules)
export const isBuiltin = (specifier: string): boolean =>
  specifier.startsWith('node:') || builtin.has(specifier)

/** Workspaces by the name that others import them by, with their entry points. */
type Doors = ReadonlyMap<string, string>

export function doorsOf(root: string): Doors {
  const { workspaces } = read(root, 'package.json') as { workspaces: string[] }
  return new Map(
    workspaces
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .flatMap((folder) => {
        const { name, exports = {} } = read(root, `${folder}/package.json`) as {
          name: string
          exports?: string | Record<string, string>
        }
        const doors = typeof exports === 'string' ? { '.': exports } : exports
        return Object.entries(doors).map(([door, file]): [string, string] => [
          posix.join(name, door),
          posix.join(folder, file),
        ])
      }),
  )
}

const read = (root: string, path: string): unknown =>
  JSON.parse(readFileSync(join(root, path), 'utf8'))

function target(from: string, specifier: string, doors: Doors): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return doors.get(specifier) ?? null
}

/** Comments contain examples; blanking them keeps lines where they are. */
const withoutComments = (text: string): string =>
  text.replaceAll(/^\s*(?:\/\*[^]*?\*\/|\/\/.*)/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))

/** Every import of one file. `text` is its source. */
export function importsOf(from: string, text: string, doors: Doors): Import[] {
  const source = withoutComments(text)
  const found = (
    { index }: RegExpExecArray,
    specifier: string,
    kind: Pick<Import, 'isTypeOnly' | 'isLate'>,
  ): Import => ({
    from,
    line: source.slice(0, index).split('\n').length,
    to: target(from, specifier, doors),
    specifier,
    ...kind,
  })
  return [
    ...source
      .matchAll(early)
      .map((match) =>
        found(match, match[3] ?? '', { isTypeOnly: match[1] === 'type', isLate: false }),
      ),
    ...source
      .matchAll(late)
      .map((match) =>
        found(match, match[2] ?? match[4] ?? '', { isTypeOnly: false, isLate: true }),
      ),
  ]
}

/** The imports of many files below `root`. */
export function readImports(root: string, paths: readonly string[]): Import[] {
  const doors = doorsOf(root)
  return paths.flatMap((path) => importsOf(path, readFileSync(join(root, path), 'utf8'), doors))
}
