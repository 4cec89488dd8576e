/**
 * What action.yml runs: a scan as SARIF, with a summary on the page of the job. It succeeds if the scan completed; the
 * scan's exit code is an output, so that alerts are uploaded before the job fails.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, createWriteStream, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { note } from './findings-output.ts'
import { exitWithFindings } from './terminal.ts'

interface Log {
  readonly runs: readonly {
    readonly results: readonly {
      readonly properties: { readonly severity: string; readonly status: string }
    }[]
    readonly invocations?: readonly {
      readonly toolExecutionNotifications: readonly {
        readonly level: string
        readonly message: { readonly text: string }
      }[]
    }[]
  }[]
}

const given = (name: string): string => process.env[`PLUMBLINE_${name}`] ?? ''

/** Appends a line to a file that the runner reads; does nothing without a runner. */
function append(variable: string, text: string): void {
  const file = process.env[variable]
  if (file) appendFileSync(file, `${text}\n`)
}

function summaryOf({ runs }: Log): { findings: number; lines: string[] } {
  const results = runs.flatMap((run) => run.results)
  const severities = ['critical', 'high', 'medium', 'low', 'informational']
  const count = (status: string, severity: string): number =>
    results.filter(({ properties: of }) => of.status === status && of.severity === severity).length
  const said = runs.flatMap(({ invocations = [] }) =>
    invocations.flatMap(({ toolExecutionNotifications }) => toolExecutionNotifications),
  )
  return {
    findings: results.length,
    lines: [
      '### Plumbline',
      '',
      '| Severity | Fails | For people to judge |',
      '| --- | ---: | ---: |',
      ...severities.map((one) => `| ${one} | ${count('FAIL', one)} | ${count('MANUAL', one)} |`),
      '',
      ...said.map(({ message }) => `- ${message.text}`),
    ],
  }
}

async function scanTo(file: string): Promise<number> {
  const named = [
    ['--account', given('ACCOUNT')],
    ['--checks', given('CHECKS')],
    ['--config', given('CONFIG')],
    ['--fail-on', given('FAIL_ON')],
  ].filter(([, value]) => value !== '')
  const args = [
    'scan',
    given('PROVIDER'),
    '--output',
    'sarif',
    ...named.map((pair) => pair.join('=')),
  ]
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL('./main.ts', import.meta.url)), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'close')
  await pipeline(child.stdout, createWriteStream(file))
  const [status] = (await ended) as [number | null]
  return status ?? 1
}

const file = resolve(given('SARIF') || 'plumbline.sarif')
// The runner reads outputs by lines: another line would be another output.
if (/[\r\n]/.test(file)) {
  note('The input sarif must not contain a line break.')
  process.exit(2)
}
const status = await scanTo(file)
if (status === 0 || status === exitWithFindings) {
  const { findings, lines } = summaryOf(JSON.parse(readFileSync(file, 'utf8')) as Log)
  append('GITHUB_STEP_SUMMARY', lines.join('\n'))
  append('GITHUB_OUTPUT', `sarif=${file}\nfindings=${findings}\nstatus=${status}`)
  note(`Wrote ${findings} findings to ${file}.`)
} else {
  process.exitCode = status
}
