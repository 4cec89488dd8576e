/** Clones of the repository that a release is prepared, built and tested in: the user's clone does not change. */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumsName } from './outputs.ts'
import { type Fragment, isReleased, releasedChangelog, sectionText } from './changelog.ts'
import { currentVersion, setVersion, versionProblem } from './version.ts'

export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused'
}

/** Without the variables of git, which would change an author or a repository. */
const withoutGit = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))

export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    env: withoutGit(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')

const migrationFolder = 'server/platform/db/migrations/'

/** Migrations since the last version that break programs before a version other than the new one. */
function wrongBreaks(folder: string, version: string, tags: readonly string[]): string[] {
  const last = `v${currentVersion(folder)}`
  const released = tags.includes(last)
    ? git(folder, 'ls-tree', '--name-only', last, migrationFolder).split('\n')
    : []
  return git(folder, 'ls-tree', '--name-only', 'HEAD', migrationFolder)
    .split('\n')
    .filter((path) => path !== '' && !released.includes(path))
    .filter((path) => {
      const [, breaksBefore] = /^-- Breaks before: (.+)$/m.exec(read(folder, path)) ?? []
      return breaksBefore !== undefined && breaksBefore !== version
    })
}

/** Throws if the version cannot be released from the commit of a clone. */
export function assertReleasable(folder: string, version: string): void {
  const changed = git(folder, 'status', '--porcelain', '--untracked-files=no')
  const tags = git(folder, 'tag', '--list', 'v*').split('\n')
  const problem =
    versionProblem(version, currentVersion(folder), tags) ??
    (changed && `Commit these changes first:\n${changed}`)
  if (problem) throw new ReleaseRefused(problem)
  const [wrong] = wrongBreaks(folder, version, tags)
  if (wrong) throw new ReleaseRefused(`${wrong} must have the line "-- Breaks before: ${version}".`)
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
    env: { ...withoutGit(), GIT_AUTHOR_DATE: seconds, GIT_COMMITTER_DATE: seconds },
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
  git(root, 'fetch', '--quiet', '--no-tags', from, tag)
  git(root, 'merge', '--quiet', '--ff-only', 'FETCH_HEAD')
  git(root, 'fetch', '--quiet', from, `${tag}:${tag}`)
}

/** Settings of a user's git that would change the commit or the files. */
const sameEverywhere = ['commit.gpgsign=false', 'core.autocrlf=false', 'core.hooksPath=/dev/null']

export function clone(
  source: string,
  target: string,
  settings: readonly (readonly [string, string])[],
): void {
  const pairs = sameEverywhere.flatMap((setting) => ['--config', setting])
  git(source, 'clone', '--quiet', '--local', ...pairs, source, target)
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

/** Computes the checksums of the files in a folder, apart from the list itself. */
export const sumsOf = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name !== sumsName)
      .map((name) => {
        const bytes = readFileSync(join(folder, name))
        return [name, createHash('sha256').update(bytes).digest('hex')]
      }),
  )

/** Names of files that only one of two builds has, or whose bytes differ. */
export const differences = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
