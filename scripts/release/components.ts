/** The packages of other authors that a bundle contains, as the bundlers report them, and their licenses. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface Component {
  readonly name: string
  readonly version: string
  /** An SPDX identifier or expression of allowed licenses. */
  readonly license: string
  readonly text: string
  /** The copyright notice, where the text has none. */
  readonly notice: string
  /** Page of the project's sources; empty if the package names none. */
  readonly source: string
  /** Its package URL, if it is not of npm. */
  readonly purl?: string
}

export interface Components {
  /** Adds the packages of modules, by the modules' absolute paths. */
  addModules(ids: readonly string[]): void
  /** Adds the packages of files, by their paths below the root. */
  addFiles(paths: readonly string[]): void
  /** Adds a package that is installed beside the bundle. */
  addInstalled(name: string): Component
  /** By name and version. */
  list(): readonly Component[]
}

/** Licenses that permit distribution in an Apache-2.0 product when their text and, for MPL, the source is named. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

export class ForbiddenLicense extends Error {
  override name = 'ForbiddenLicense'
}

const texts = join(import.meta.dirname, 'license-texts')
const ownLicense = join(import.meta.dirname, '../../LICENSE')

/** The fonts of PDF reports, whose license is beside them. */
const fonts = 'server/features/reports/pdf/fonts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
  readonly repository?: string | { readonly url: string }
  readonly homepage?: string
}

export function componentsOf(root: string): Components {
  const found = new Map<string, Component>()
  const add = (component: Component): Component => {
    found.set(`${component.name}@${component.version}`, component)
    return component
  }
  const addFolder = (folder: string): Component => add(componentIn(folder))
  const folders = new Set<string>()
  const addPath = (path: string): void => {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
    if (!folder || folders.has(folder) || path.startsWith('\0')) return
    folders.add(folder)
    addFolder(folder)
  }
  return {
    addModules: (ids) => {
      for (const id of ids) if (!isOurs(root, id)) addPath(id.replaceAll('\\', '/'))
    },
    addFiles: (paths) => {
      for (const path of paths) {
        if (path === fonts) add(fontComponent(root))
        addPath(`${join(root, path)}/`)
      }
    },
    addInstalled: (name) => addFolder(join(root, 'node_modules', name)),
    list: () => [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
  }
}

/** Workspaces are links below node_modules, and their modules have their own path. */
const isOurs = (root: string, id: string): boolean => !relative(root, id).includes('node_modules')

const componentIn = (folder: string): Component =>
  componentOf(readdirSync(folder), (name) => readFileSync(join(folder, name), 'utf8'))

/** A component of an npm package's files. */
export function installedComponent(
  name: string,
  files: readonly { readonly path: string; readonly content?: Uint8Array }[],
): Component {
  const texts = new Map(files.map(({ path, content }) => [path, content]))
  return componentOf([...texts.keys()], (path) => {
    const content = texts.get(path)
    if (!content) throw new Error(`${name} has no ${path}.`)
    return Buffer.from(content).toString()
  })
}

function componentOf(names: readonly string[], read: (name: string) => string): Component {
  const manifest = JSON.parse(read('package.json')) as Manifest
  const { name, version, license = '' } = manifest
  checkTerms(name, license)
  const file = names.toSorted().find((one) => /^(licen[sc]e|copying)[^/]*$/i.test(one))
  const text = file ? read(file) : standardText(license, name)
  const notice = file ? '' : noticeOf(manifest)
  return { name, version, license, text, notice, source: sourceOf(manifest) }
}

function checkTerms(name: string, license: string): void {
  const parts = license.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /)
  const unknown = parts.find((one) => !allowed.has(one))
  if (unknown !== undefined)
    throw new ForbiddenLicense(
      `${name} has the license "${license}", which is not on the list in scripts/release/components.ts.`,
    )
}

/** For packages without a file of their license. */
function standardText(license: string, name: string): string {
  const file = license === 'Apache-2.0' ? ownLicense : join(texts, `${license}.txt`)
  if (!existsSync(file))
    throw new ForbiddenLicense(
      `${name} has no text of its license, and scripts/release/license-texts has none of ${license}.`,
    )
  return readFileSync(file, 'utf8')
}

function noticeOf({ name, author }: Manifest): string {
  const holder = typeof author === 'string' ? author : author?.name
  return `Copyright ${holder ?? `the authors of ${name}`}`
}

function sourceOf({ repository, homepage = '' }: Manifest): string {
  const url = typeof repository === 'string' ? repository : repository?.url
  if (!url) return homepage
  const short = url.replace(/^git\+/, '').replace(/\.git$/, '')
  return /^[\w-]+\/[\w.-]+$/.test(short)
    ? `https://github.com/${short}`
    : short
        .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
        .replace(/^git@([^:]+):/, 'https://$1/')
}

const fontComponent = (root: string): Component => ({
  name: 'noto-fonts',
  version:
    /fonts-noto-core`\s+(\d+)/.exec(readFileSync(join(root, fonts, 'README.md'), 'utf8'))?.[1] ??
    '',
  license: 'OFL-1.1',
  text: readFileSync(join(root, fonts, 'OFL.txt'), 'utf8'),
  notice: '',
  source: 'https://github.com/notofonts/notofonts.github.io',
  purl: 'pkg:generic/noto-fonts',
})

/** One text with the licenses of all components; equal texts are written once. */
export function licenseTexts(components: readonly Component[]): string {
  const byText = Map.groupBy(components, ({ text }) => text.trim())
  const sections = [...byText].map(([text, those]) => {
    const titles = those.map(({ name, version, license, notice, source }) =>
      [`${name} ${version}`, license, notice, source].filter(Boolean).join(', '),
    )
    return `${titles.join('\n')}\n\n${text}\n`
  })
  return sections.join(`\n${'-'.repeat(100)}\n\n`)
}
