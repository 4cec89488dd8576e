/**
 * The app for browsers. In a clone it is built from web/, kept, and built again when its sources are newer. A release has
 * the built app without its sources.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type AppFiles, readApp } from '@plumbline/server/http'

export interface Place {
  /** The app's sources; the build is kept in `dist` below them. */
  readonly sources: string
  /** Files and folders outside of them that the build depends on. */
  readonly others: readonly string[]
  /** Builds into a folder. */
  build(folder: string, signal?: AbortSignal): Promise<void>
}

const root = join(import.meta.dirname, '..')
const sources = join(root, 'web')
const mostMs = 120_000

const here: Place = {
  sources,
  others: ['sse/client', 'sse/events.ts', 'package-lock.json'].map((path) => join(root, path)),
  build(folder, signal) {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
    return run([vite, 'build', sources, ...options], signal)
  },
}

function run(args: readonly string[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: mostMs,
      ...(signal && { signal }),
    })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => said.push(part))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else
        reject(new Error(`vite build ended with ${code}: ${Buffer.concat(said).toString().trim()}`))
    })
  })
}

const isOurs = /^(dist(-.*)?|node_modules)$|\.(test|browser)\.ts$/

/** Newest change of a file, or below a folder without what is built, installed or tested there; since 1970. */
function changedMs(path: string): number {
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  const inside = readdirSync(path).filter((name) => !isOurs.test(name))
  return Math.max(0, ...inside.map((name) => changedMs(join(path, name))))
}

const hasSources = ({ sources: folder }: Place): boolean => existsSync(join(folder, 'main.tsx'))

const builtOf = ({ sources: folder }: Place): string => join(folder, 'dist')

function isCurrent(place: Place): boolean {
  const index = join(builtOf(place), 'index.html')
  if (!existsSync(index)) return false
  return statSync(index).mtimeMs >= Math.max(...[place.sources, ...place.others].map(changedMs))
}

/**
 * Builds into a temporary folder and moves it into place when complete: several processes may build at a time, and each
 * serves what it has read.
 */
export async function buildApp(place = here, signal?: AbortSignal): Promise<AppFiles> {
  const folder = mkdtempSync(join(place.sources, 'dist-'))
  try {
    await place.build(folder, signal)
    const app = await readApp(folder)
    replace(folder, builtOf(place))
    return app
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function replace(folder: string, built: string): void {
  try {
    rmSync(built, { recursive: true, force: true })
    renameSync(folder, built)
  } catch (error) {
    if (!existsSync(built)) throw error // else another process was faster
  }
}

/** What is kept. Another process may be replacing it: then there is nothing. */
const kept = (place: Place): Promise<AppFiles | undefined> =>
  readApp(builtOf(place)).catch(() => undefined)

/** The app, built first if needed; undefined if that fails, and `say` reports why. Rejects when `signal` is aborted. */
export async function openApp(
  say: (text: string) => void,
  place = here,
  signal?: AbortSignal,
): Promise<AppFiles | undefined> {
  try {
    if (!hasSources(place)) return await readApp(builtOf(place))
    const app = isCurrent(place) ? await kept(place) : undefined
    if (app) return app
    say('Building the web app (once) …')
    return await buildApp(place, signal)
  } catch (error) {
    signal?.throwIfAborted()
    say(
      `Serving the API without the web app, which could not be ${hasSources(place) ? 'built' : 'read'}: ${(error as Error).message}`,
    )
    return undefined
  }
}
