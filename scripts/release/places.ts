/**
 * How bundled modules find their files. A module asks for files beside it by `import.meta`; in the bundle all modules are
 * in one folder, and their files are in folders below it that mirror the repository. So each use of `import.meta` is
 * rewritten, and nothing in the product knows that it was bundled.
 */
import { cpSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import type { Plugin } from 'rolldown'

/** A file or folder that a module reads: paths below the repository's root and below the bundle's folder. */
export interface Asset {
  readonly from: string
  readonly to: string
}

export interface Placed {
  readonly code: string
  /** Modules that a thread or a process starts from, as paths below the root. */
  readonly entries: readonly string[]
  readonly assets: readonly Asset[]
}

/** Packages that npm installs for the machine: their native code and WebAssembly are not bundled. */
export const installedPackages = ['@electric-sql/pglite', '@node-rs/argon2'] as const

const isInstalled = (specifier: string): boolean =>
  installedPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`))

/** The name of an entry's file in the bundle. */
export const entryName = (module: string): string =>
  `${module.replace(/\.tsx?$/, '').replaceAll('/', '.')}.js`

const besideUrl = /new URL\(\s*'(\.\.?\/[^']*)',\s*import\.meta\.url\s*\)/g
const resolved = /import\.meta\.resolve\(\s*('[^']*'|\w+)\s*\)/g
const constant = (text: string, name: string): string | undefined =>
  new RegExp(`const ${name} =\\s*'([^']*)'`).exec(text)?.[1]
const joined = /join\(\s*import\.meta\.dirname,\s*'([^']+)'/g
const dirname = /import\.meta\.dirname/g
const plainFolder = /(?<!join\(\s*)import\.meta\.dirname/
const known = /import\.meta\b/

/**
 * A module's text as it is bundled, and what it needs beside it; `module` is its path below the root. Throws for a use
 * of `import.meta` that it does not know how to keep.
 */
export function placed(text: string, module: string): Placed {
  const folder = posix.dirname(module)
  const entries: string[] = []
  const assets: Asset[] = []
  const keep = (path: string): void => {
    assets.push({ from: path, to: path })
  }
  const rest = text.replaceAll(besideUrl, '').replaceAll(resolved, '').replaceAll(dirname, '')
  const [unknown] = /import\.meta[.\w]*/.exec(rest) ?? []
  if (unknown) throw new Error(`${module} uses ${unknown} in a way that the bundle does not keep.`)

  for (const [, path = ''] of text.matchAll(joined))
    if (!path.startsWith('..')) keep(posix.join(folder, path))
  if (plainFolder.test(text)) keep(folder)
  const code = text
    .replaceAll(besideUrl, (_, path: string) => {
      const beside = posix.join(folder, path)
      const isModule = beside.endsWith('.ts')
      if (isModule) entries.push(beside)
      else keep(beside)
      return `new URL('./${isModule ? entryName(beside) : beside}', import.meta.url)`
    })
    .replaceAll(resolved, (_, argument: string) => {
      const specifier = argument.startsWith("'") ? argument.slice(1, -1) : constant(text, argument)
      if (!specifier) throw new Error(`${module} resolves ${argument}, which is no constant text.`)
      if (isInstalled(specifier)) return `import.meta.resolve('${specifier}')`
      assets.push({ from: `node_modules/${specifier}`, to: `packages/${specifier}` })
      return `new URL('./packages/${specifier}', import.meta.url).href`
    })
    .replaceAll(dirname, `(import.meta.dirname + '/${folder}')`)
  return { code, entries, assets }
}

/** The modules that threads and processes of some modules start from. */
export const entriesOf = (root: string, modules: readonly string[]): readonly string[] =>
  modules.flatMap((path) => placed(readFileSync(join(root, path), 'utf8'), path).entries).toSorted()

/**
 * Rewrites our modules and collects their assets. Throws for an entry that is not among `entries`: adding it while the
 * bundle is made would let the order of modules depend on which was read first.
 */
export function places(
  root: string,
  entries: ReadonlySet<string>,
  assets: Map<string, Asset>,
): Plugin {
  return {
    name: 'places',
    transform: {
      filter: { id: /\.ts$/, code: known },
      handler(text, id) {
        const module = relative(root, id).replaceAll('\\', '/')
        if (module.startsWith('..') || module.includes('node_modules/')) return null
        const found = placed(text, module)
        const missing = found.entries.find((entry) => !entries.has(entry))
        if (missing) throw new Error(`${missing} is started by ${module}, and is no entry.`)
        for (const asset of found.assets) assets.set(asset.to, asset)
        return { code: found.code }
      },
    },
  }
}

const isSource = /\.(ts|tsx|md)$/

/** Copies what modules read, without sources. */
export function copyAssets(root: string, assets: Iterable<Asset>, target: string): void {
  for (const { from, to } of assets)
    cpSync(join(root, from), join(target, to), {
      recursive: true,
      filter: (path) =>
        statSync(path).isDirectory() ? !path.endsWith('/testing') : !isSource.test(path),
    })
}
