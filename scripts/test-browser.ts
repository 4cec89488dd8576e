import { openApp } from '../cli/web-app.ts'
import { headlessProgram, nginxProgram, postgresProgram } from './services.ts'
import { counted, usesDatabase } from './test-files.ts'
import { nodeTests } from './test-attempts.ts'
import { brokenOff, type Run } from './test-process.ts'
import { chosen, embeddedTemplate } from './test-run.ts'

const missing = (): readonly string[] => [
  ...(headlessProgram() ? [] : ['Chromium (Debian: chromium-headless-shell)']),
  ...(nginxProgram() ? [] : ['nginx (Debian: nginx)']),
  ...(postgresProgram() ? [] : ['PostgreSQL (Debian: postgresql)']),
]

/** The app and streams in a real browser, and two nodes behind a real proxy. Returns the exit status. */
export async function runBrowserTests(run: Run, absent = missing()): Promise<number> {
  if (absent.length > 0) {
    run.say(
      `SKIPPED: nothing was tested in a browser. Not installed: ${absent.join(' and ')}. ` +
        'Install what is missing and run this again.',
    )
    return run.isRequired ? 1 : 0
  }
  const files = chosen(run, '.browser.ts', () => true)
  if (files === null) return 1
  if (files.length === 0) return 0
  // Once, before tests read what it left.
  if (files.some((path) => path.startsWith('web/')) && !(await openApp(run.say))) return 1
  run.say(`${counted(files)} in Chromium.`)
  const chromium = { PLUMBLINE_TEST_CHROMIUM: headlessProgram() ?? '' }
  if (!files.some(usesDatabase)) return nodeTests(run, files, chromium)
  const template = await embeddedTemplate(run)
  if (run.signal.aborted) return brokenOff
  if (template === null) return 1
  return nodeTests(run, files, { ...chromium, PLUMBLINE_TEST_TEMPLATE: template })
}
