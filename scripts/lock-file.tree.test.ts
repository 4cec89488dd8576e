import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

interface Manifest {
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly resolved?: string
}
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifest = read('package.json') as Manifest
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Manifest>> }
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

// `npm ci` refuses a lock file that lags behind; a clean clone could not be installed.
test('the lock file has every dependency of every package.json', () => {
  for (const folder of ['', ...(manifest.workspaces ?? [])]) {
    const asked = read(join(folder, 'package.json')) as Manifest
    for (const kind of kinds) {
      assert.deepEqual(
        packages[folder]?.[kind] ?? {},
        asked[kind] ?? {},
        `${folder || '.'}: ${kind}`,
      )
    }
  }
})

test('every version in package.json files is exact', () => {
  for (const folder of ['', ...(manifest.workspaces ?? [])]) {
    const asked = read(join(folder, 'package.json')) as Manifest
    for (const [name, version] of kinds.flatMap((kind) => Object.entries(asked[kind] ?? {}))) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name)
    }
  }
})

// A lock file made where a platform's package could not be had leaves it out, and `npm ci` then fails.
test('the lock file holds the package of every platform', () => {
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
      assert.ok(
        places.some((place) => packages[place]),
        `${path || '.'} lacks ${name}`,
      )
    }
  }
})

test('the lock file contains no registry hosts', () => {
  for (const [path, { resolved }] of Object.entries(packages)) {
    if (resolved !== undefined) assert.match(resolved, /^[a-z]+$/, path)
  }
})
