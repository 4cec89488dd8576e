/** Helm charts, rendered by the program in helm/, which Go builds once. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, 'helm')
const kept = join(import.meta.dirname, '../node_modules/.cache/plumbline-helm')

export const isGoInstalled = (): boolean => spawnSync('go', ['version']).status === 0

/** The path of the program. The first build downloads Helm and takes a minute or more. */
export function helmProgram(): string {
  const hash = createHash('sha256')
  for (const name of ['main.go', 'go.mod', 'go.sum']) hash.update(readFileSync(join(source, name)))
  const path = join(kept, hash.digest('hex'))
  if (existsSync(path)) return path
  mkdirSync(kept, { recursive: true })
  const partial = `${path}.${process.pid}`
  execFileSync('go', ['build', '-trimpath', '-o', partial, '.'], {
    cwd: source,
    env: { ...process.env, CGO_ENABLED: '0', GOMAXPROCS: '2' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  renameSync(partial, path)
  return path
}

export class ChartRefused extends Error {
  override name = 'ChartRefused'
}

/**
 * The text of each template, by its path. Throws ChartRefused with the message of Helm for values that the schema or a
 * template refuses, and for objects with fields that Kubernetes does not know.
 */
export function renderChart(
  chart: string,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const input = JSON.stringify({ chart, name, values })
  const { status, stdout, stderr, error } = spawnSync(helmProgram(), {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  if (status !== 0) throw new ChartRefused(stderr)
  return JSON.parse(stdout) as Record<string, string>
}
