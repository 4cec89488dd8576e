/** Installs the bundle in an empty folder, as npm does for a user, without the network. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeBundle, packageName } from './bundle.ts'
import { installedPackages } from './places.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '../../node_modules')

export interface Installed {
  /** The folder that `npx plumbline` works in. */
  readonly folder: string
  /** The installed package. */
  readonly package: string
  /** The packed package, as it is published. */
  readonly archive: string
  /** Deletes all of it. */
  remove(): void
}

/** Runs npm with this process's Node; returns what it prints. */
async function npm(folder: string, ...args: readonly string[]): Promise<string> {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`
  const env = { ...process.env, PATH, npm_config_update_notifier: 'false' }
  const { stdout } = await run('npm', args, { cwd: folder, env })
  return stdout
}

async function pack(source: string, target: string): Promise<string> {
  const said = await npm(source, 'pack', '--json', '--ignore-scripts', '--pack-destination', target)
  const [packed] = JSON.parse(said) as readonly [{ readonly filename: string }]
  return join(target, packed.filename)
}

/** The packages that the bundle depends on, with the native code for this machine. */
const dependencies = (): readonly string[] =>
  installedPackages.flatMap((name) => {
    const folder = dirname(join(modules, name))
    return readdirSync(folder)
      .map((one) => join(folder, one))
      .filter((path) => path.startsWith(join(modules, name)))
  })

/** Bundles the sources and installs the result. */
export async function installRelease(): Promise<Installed> {
  const base = mkdtempSync(join(tmpdir(), 'plumbline-release-'))
  const remove = (): void => rmSync(base, { recursive: true, force: true })
  try {
    const [bundle, packed, folder] = ['bundle', 'packed', 'installed'].map((name) => {
      mkdirSync(join(base, name))
      return join(base, name)
    }) as [string, string, string]
    await makeBundle(bundle)
    const archive = await pack(bundle, packed)
    rmSync(bundle, { recursive: true })
    const others = await Promise.all(dependencies().map((path) => pack(path, packed)))
    // With the packages at hand and an empty cache, nothing can come from this machine's cache or the network.
    const options = ['--offline', '--no-audit', '--no-fund', '--cache', join(base, 'cache')]
    await npm(folder, 'install', ...options, archive, ...others)
    return { folder, package: join(folder, 'node_modules', packageName), archive, remove }
  } catch (error) {
    remove()
    throw error
  }
}
