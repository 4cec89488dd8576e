/** Clones of the repository that a release is prepared, built and tested in: the user's clone does not change. */
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumsName } from './outputs.ts'
import { type Fragment, isReleased, releasedChangelog, sectionText } from './changelog.ts'
import { currentVersion, setVersion, versionProblem } from './version.ts'

export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused'
}

export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')

/** Throws if the version cannot be released from the commit of a clone. */
export function assertReleasable(folder: string, version: string): void {
  const changed = git(folder, 'status', '--porcelain', '--untracked-files=no')
  const tags = git(folder, 'tag', '--list', 'v*').split('\n')
  const problem =
    versionProblem(version, currentVersion(folder), tags) ??
    (changed && `Commit these changes first:\n${changed}`)
  if (problem) throw new ReleaseRefused(problem)
  if (isReleased(read(folder, 'CHANGELOG.md'), version))
    throw new ReleaseRefused(`CHANGELOG.md has ${version} already.`)
  if (sectionText(read(folder, 'UPGRADING.md'), version) === '')
    throw new ReleaseRefused(
      `UPGRADING.md needs a section "## ${version}" with a text, if only "Nothing to do."`,
    )
}

const fragmentFolder = 'changelog.d'

function fragmentsIn(folder: string): Fragment[] {
  return readdirSync(join(folder, fragmentFolder))
    .filter((name) => name !== 'README.md')
    .map((name) => ({ name, text: read(folder, join(fragmentFolder, name)) }))
}

/** Moves the fragments into the changelog, sets the version, and commits both. */
export function commitVersion(
  folder: string,
  { version, date }: { version: string; date: Date },
): void {
  const fragments = fragmentsIn(folder)
  const changelog = releasedChangelog(read(folder, 'CHANGELOG.md'), fragments, { version, date })
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  for (const { name } of fragments) rmSync(join(folder, fragmentFolder, name))
  setVersion(folder, version)
  git(folder, 'add', '--all')
  const seconds = `@${Math.floor(date.getTime() / 1_000)} +0000`
  execFileSync('git', ['commit', '--quiet', '--no-verify', '--message', `release: ${version}`], {
    cwd: folder,
    env: { ...process.env, GIT_AUTHOR_DATE: seconds, GIT_COMMITTER_DATE: seconds },
  })
}

/** Adds the commit and the tag of a clone to a repository that has not changed since its `commit`. */
export function adoptVersion(
  root: string,
  from: string,
  { version, commit }: { version: string; commit: string },
): void {
  if (git(root, 'rev-parse', 'HEAD') !== commit)
    throw new ReleaseRefused('The branch changed during the release.')
  const tag = `refs/tags/v${version}`
  git(root, 'fetch', '--quiet', from, `${tag}:${tag}`)
  git(root, 'merge', '--quiet', '--ff-only', tag)
}

export function clone(
  source: string,
  target: string,
  settings: readonly (readonly [string, string])[],
): void {
  git(source, 'clone', '--quiet', '--local', source, target)
  for (const [name, value] of settings) git(target, 'config', name, value)
}

/** Runs a program in a clone. With `output: 'kept'` its output is printed only if it fails. */
export function run(
  folder: string,
  [program = '', ...args]: readonly string[],
  {
    output = 'kept',
    environment = {},
  }: { output?: 'kept' | 'shown'; environment?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(parts))
      resolve(code ?? 1)
    })
  })
}

/** The checksums by file of a folder's list. */
export const sumsIn = (folder: string): Map<string, string> =>
  new Map(
    [...read(folder, sumsName).matchAll(/^(\w+) {2}(.+)$/gm)].map(([, sum = '', name = '']) => [
      name,
      sum,
    ]),
  )

/** Names of files that only one of two builds has, or whose bytes differ. */
export const differences = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
