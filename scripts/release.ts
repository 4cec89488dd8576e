/**
 * `npm run release -- <version> --check`: everything of a release except publishing, in temporary clones: changelog and
 * version, two builds whose bytes are compared, and the tests of the built files. The files are in release/<version>.
 * Without `--check`, the commit of the version is also merged into the branch, with a signed tag, and the commands for
 * publishing are printed. See docs/release.md.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sectionText } from './release/changelog.ts'
import {
  adoptVersion,
  assertReleasable,
  clone,
  commitVersion,
  differences,
  git,
  ReleaseRefused,
  run,
  sumsIn,
  sumsOf,
} from './release/clones.ts'
import { imageDigest } from './release/image.ts'
import { publishing } from './release/publishing.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
})
const [version = ''] = positionals
const files = `release/${version}`
/** The text of the release page. */
const notes = `release/notes-${version}.md`
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const startedMs = performance.now()
  try {
    const result = await work()
    say(`== ${name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
    return result
  } catch (error) {
    say(`== ${name}: FAILED`)
    throw error
  }
}

/** Settings of git that a commit and its signed tag need. A check has the same ones on every machine. */
function settings(): (readonly [string, string])[] {
  if (values.check)
    return [
      ['user.name', 'Plumbline'],
      ['user.email', 'release@localhost'],
    ]
  return ['user.name', 'user.email', 'user.signingkey', 'gpg.format'].flatMap((name) => {
    const value = git(root, 'config', '--default', '', '--get', name)
    return value ? [[name, value] as const] : []
  })
}

/** With `CI`, a test that cannot run on this machine fails. */
const environment = { CI: 'true', PLUMBLINE_RELEASE_INPUTS: join(root, 'release/inputs') }

async function inClone(
  folder: string,
  command: readonly string[],
  output?: 'shown',
): Promise<void> {
  const status = await run(folder, command, { environment, ...(output && { output }) })
  if (status !== 0) throw new ReleaseRefused(`${command.join(' ')} failed with status ${status}.`)
}

async function build(folder: string): Promise<ReadonlyMap<string, string>> {
  await inClone(folder, ['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'])
  await inClone(folder, ['npm', 'run', 'release:files'])
  return sumsIn(join(folder, files))
}

async function checkAdvisories(folder: string): Promise<void> {
  const status = await run(folder, ['npm', 'run', '--silent', 'advisories'], { output: 'shown' })
  if (status === 2) say('The advisories of dependencies were NOT CHECKED.')
  else if (status !== 0) throw new ReleaseRefused('A dependency has an overdue advisory.')
}

/** The files of the first build, with the text of the release page. */
function keepFiles(folder: string): void {
  const target = join(root, files)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  cpSync(join(folder, files), target, { recursive: true })
  const [changes, upgrade] = ['CHANGELOG.md', 'UPGRADING.md'].map((name) =>
    sectionText(readFileSync(join(folder, name), 'utf8'), version),
  )
  writeFileSync(join(root, notes), `## Upgrading\n\n${upgrade}\n\n## Changes\n\n${changes}\n`)
}

async function release(first: string, second: string): Promise<void> {
  const commit = git(root, 'rev-parse', 'HEAD')
  await step('refusals', () => assertReleasable(root, version))
  // A check of one commit has the same checksums each time.
  const date = values.check
    ? new Date(Number(git(root, 'log', '-1', '--format=%ct')) * 1_000)
    : new Date()
  await step('clone, changelog, version and commit', () => {
    clone(root, first, settings())
    git(first, 'checkout', '--quiet', '--detach', commit)
    commitVersion(first, { version, date })
    if (!values.check)
      git(first, 'tag', '--sign', `v${version}`, '--message', `Plumbline ${version}`)
    clone(first, second, settings())
  })
  const one = await step('first build', () => build(first))
  await step('advisories', () => checkAdvisories(first))
  const other = await step('second build', () => build(second))
  for (const sums of [one, other]) {
    say('')
    for (const [name, sum] of sums) say(`${sum}  ${name}`)
  }
  await step('comparison', () => {
    const names = differences(one, other)
    if (names.length > 0) throw new ReleaseRefused(`Two builds differ in ${names.join(', ')}.`)
    rmSync(second, { recursive: true })
  })
  await step('tests of the built files', async () => {
    await inClone(first, ['npm', 'run', 'test:release', '--', '--built', files], 'shown')
    const names = differences(one, sumsOf(join(first, files)))
    if (names.length > 0) throw new ReleaseRefused(`The tests changed ${names.join(', ')}.`)
  })
  await step(`files into ${files}`, () => keepFiles(first))
  if (values.check) return
  await step('commit and tag', () => adoptVersion(root, first, { version, commit }))
}

async function sayNext(): Promise<void> {
  say(`\nThe files are in ${files}. Before publishing, .ci/run must pass for this commit.`)
  const digest = await imageDigest(readFileSync(join(root, files, `plumbline-${version}.oci.tar`)))
  say(`The digest of the image is ${digest}.`)
  if (values.check) return
  say('Nothing is published. Run these commands in this order:')
  for (const [title, commands] of publishing({ version, files, notes, digest }))
    say(`\n# ${title}\n${commands.join('\n')}`)
}

const folder = mkdtempSync(join(tmpdir(), 'plumbline-release-'))
const stop = (): never => process.exit(1) // the folder is deleted at the exit
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
try {
  // Paths of different lengths: a file that contains one of them differs.
  await release(join(folder, 'first'), join(folder, 'second/clone/of/plumbline'))
  await sayNext()
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
