import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs npm in a folder with the Node of this process; returns what it prints. */
export async function npm(folder: string, ...args: readonly string[]): Promise<string> {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`
  const env = { ...process.env, PATH, npm_config_update_notifier: 'false' }
  const { stdout } = await run('npm', args, { cwd: folder, env, maxBuffer: 2 ** 26 })
  return stdout
}

/**
 * Packs the package of a folder, or with `name` one of the registry, and returns the path of the archive in `target`.
 * npm writes fixed times and modes: the same files give the same bytes.
 */
export async function pack(folder: string, target: string, name?: string): Promise<string> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const said = await npm(folder, ...args, ...(name ? [name] : []))
  const [packed] = JSON.parse(said) as readonly [{ readonly filename: string }]
  return join(target, packed.filename)
}
