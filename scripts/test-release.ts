import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installRelease } from './release/install.ts'
import { nodeTests } from './test-attempts.ts'
import { counted, testFiles } from './test-files.ts'
import { type Run } from './test-process.ts'
import { chosen, embeddedTemplate } from './test-run.ts'

const startsProgram = /from '\.{1,2}\/testing\/(program|command|installation)\.ts'/

/** Tests of the command line that start the program, which is then the one of the release. */
const commandTests = ({ root, filters, hasPassed }: Run): readonly string[] =>
  testFiles(root, '.test.ts', filters)
    .filter((path) => path.startsWith('cli/') && !hasPassed?.(path))
    .filter((path) => startsProgram.test(readFileSync(join(root, path), 'utf8')))

/**
 * Bundles and installs a release, and tests the installed files: those of `*.release.ts`, then the tests of the
 * command line. Returns the exit status.
 */
export async function runReleaseTests(run: Run): Promise<number> {
  const own = chosen(run, '.release.ts', () => true)
  const files = [...(own ?? []), ...commandTests(run)]
  if (files.length === 0) return own === null ? 1 : 0
  run.say(`${counted(files)} of an installed release. Bundling and installing it …`)
  const installed = await installRelease()
  try {
    const template = await embeddedTemplate(run)
    if (template === null) return 1
    return await nodeTests(run, files, {
      PLUMBLINE_TEST_TEMPLATE: template,
      PLUMBLINE_TEST_RELEASE: installed.folder,
      PLUMBLINE_TEST_PROGRAM: join(installed.package, 'lib/cli.main.js'),
    })
  } finally {
    installed.remove()
  }
}
