import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installRelease } from './release/install.ts'
import { nodeTests } from './test-attempts.ts'
import { counted, testFiles } from './test-files.ts'
import { type Run } from './test-process.ts'
import { chosen, embeddedTemplate, sized } from './test-run.ts'

const startsProgram = /from '\.{1,2}\/testing\/(program|command|installation)\.ts'/

/** Tests of the command line that start the program, which is then the one of the release. */
const commandTests = (run: Run): readonly string[] =>
  sized(run, testFiles(run.root, '.test.ts', run.filters))
    .filter((path) => path.startsWith('cli/') && !run.hasPassed?.(path))
    .filter((path) => startsProgram.test(readFileSync(join(run.root, path), 'utf8')))

function packedPackage(built: string): string {
  const name = readdirSync(built).find(
    (one) => one.startsWith('plumbline-cli-') && one.endsWith('.tgz'),
  )
  if (!name) throw new Error(`${built} has no npm package.`)
  return resolve(built, name)
}

/**
 * Installs a release, and tests the installed files: those of `*.release.ts`, then the tests of the command line.
 * `built` is a folder with the files of a release; without it, the sources are bundled. Returns the exit status.
 */
export async function runReleaseTests(run: Run, built?: string): Promise<number> {
  const own = chosen(run, '.release.ts', () => true)
  const files = [...(own ?? []), ...commandTests(run)]
  if (files.length === 0) return own === null ? 1 : 0
  run.say(`${counted(files)} of an installed release. Installing ${built ?? 'a new bundle'} …`)
  const installed = await installRelease(built && packedPackage(built))
  try {
    const template = await embeddedTemplate(run)
    if (template === null) return 1
    return await nodeTests(run, files, {
      PLUMBLINE_TEST_TEMPLATE: template,
      PLUMBLINE_TEST_RELEASE: installed.folder,
      PLUMBLINE_TEST_PROGRAM: join(installed.package, 'lib/cli.main.js'),
      ...(built && { PLUMBLINE_TEST_BUILT: resolve(built) }),
    })
  } finally {
    installed.remove()
  }
}
