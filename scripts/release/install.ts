/** Installs the package in an empty folder, as npm does for a user, without the network. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeBundle, packageName } from './bundle.ts'
import { npm, pack } from './npm.ts'
import { installedPackages } from './places.ts'

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

/** The packages that the bundle depends on, with the native code for this machine. */
const dependencies = (): readonly string[] =>
  installedPackages.flatMap((name) => {
    const folder = dirname(join(modules, name))
    return readdirSync(folder)
      .map((one) => join(folder, one))
      .filter((path) => path.startsWith(join(modules, name)))
  })

/** Installs a packed package, or without one the bundle of the sources. */
export async function installRelease(built?: string): Promise<Installed> {
  const base = mkdtempSync(join(tmpdir(), 'plumbline-release-'))
  const remove = (): void => rmSync(base, { recursive: true, force: true })
  try {
    const [packed, folder] = ['packed', 'installed'].map((name) => {
      mkdirSync(join(base, name))
      return join(base, name)
    }) as [string, string]
    const archive = built ?? (await packedBundle(join(base, 'bundle'), packed))
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

async function packedBundle(folder: string, target: string): Promise<string> {
  await makeBundle(folder)
  const archive = await pack(folder, target)
  rmSync(folder, { recursive: true })
  return archive
}
