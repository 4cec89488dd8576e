import {
  ambientCredentials,
  aws,
  type CoverageRow,
  describeChecks,
  type FindingRecord,
  open,
  planScan,
  scan as runScan,
  ScanProblem,
  type ScanResult,
  summarize,
} from '@plumbline/scanner'
import { ocsf } from '@plumbline/scanner/formats'
import { version } from '@plumbline/server'
import { flags, printable, printableJson, say, table, UsageError } from './terminal.ts'

const outputs = ['table', 'ocsf', 'json'] as const

/** The account that the credentials belong to; the sign-in checks it against the one that is named. */
function readOptions(args: string[]) {
  const { values, rest } = flags(args, { output: 'value', checks: 'value', account: 'value' })
  const [kind, ...more] = rest
  if (kind !== 'aws' || more.length > 0)
    throw new UsageError('Usage: plumbline scan aws [--output ocsf]')
  const output = outputs.find((one) => one === (values['output'] ?? 'table'))
  if (!output) throw new UsageError(`--output is one of ${outputs.join(', ')}.`)
  const checks = values['checks']?.split(',')
  return { output, checks, account: values['account'] ?? null }
}

export async function scan(args: string[]): Promise<void> {
  const { output, checks, account } = readOptions(args)
  const note = (line: string): void => void process.stderr.write(`${printable(line)}\n`)
  note('Signing in to AWS with the credentials of this environment …')
  const endpoint = process.env['AWS_ENDPOINT_URL']
  const config = endpoint ? { endpoint_url: endpoint } : {}
  try {
    const { accessKeyId, secretAccessKey, sessionToken } = await ambientCredentials()
    const secret = {
      aws_access_key_id: accessKeyId,
      aws_secret_access_key: secretAccessKey,
      ...(sessionToken ? { aws_session_token: sessionToken } : {}),
    }
    const session = await open(aws, { uid: account, secret, config })
    try {
      const uid = session.session.account
      note(`Scanning account ${uid} …`)
      const plan = await planScan(session, { config, ...(checks ? { checks } : {}) })
      const coverage: CoverageRow[] = [...plan.coverage]
      await print(output, batches(runScan(plan, { session }), coverage, note), uid)
      note(coverageLine(coverage))
    } finally {
      session.close()
    }
  } catch (error) {
    if (error instanceof ScanProblem) throw new UsageError(error.detail)
    if ((error as Error).name === 'CredentialsProviderError') {
      throw new UsageError(
        'No AWS credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
      )
    }
    throw error
  }
}

export function coverageLine(rows: readonly CoverageRow[]): string {
  const { assessed, total, gaps } = summarize(rows)
  const parts = gaps.map(
    ({ outcome, action, count }) => `${count} ${outcome}${action ? `: ${action}` : ''}`,
  )
  return `assessed ${assessed} of ${total} check × region units${parts.length > 0 ? `; ${parts.join(', ')}` : ''}`
}

/** Findings as they come, a unit at a time; coverage is gathered, progress shown. */
async function* batches(
  results: AsyncIterable<ScanResult>,
  coverage: CoverageRow[],
  note: (line: string) => void,
): AsyncGenerator<readonly FindingRecord[]> {
  for await (const result of results) {
    if (result.kind === 'failed') {
      note(`${result.unit} failed: ${result.error.detail}`)
      continue
    }
    yield result.findings
    if (result.kind === 'slice') continue
    coverage.push(...result.coverage)
    note(`${result.checked}/${result.total} checks × regions: ${result.unit}`)
  }
}

type Output = (typeof outputs)[number]

async function print(
  output: Output,
  findings: AsyncIterable<readonly FindingRecord[]>,
  uid: string,
): Promise<void> {
  if (output === 'table') return printTable(findings)
  if (output === 'json') {
    for await (const batch of findings)
      for (const finding of batch) say(printableJson(JSON.stringify(finding)))
    return
  }
  const described = await describeChecks(aws)
  const context = {
    provider: 'aws',
    account: { uid },
    product: { name: 'Plumbline', vendor_name: 'Plumbline', version },
    checks: new Map(described.map((check) => [check.id, check])),
    time: new Date(),
  }
  for await (const part of ocsf(findings, context)) process.stdout.write(printableJson(part))
  say()
}

async function printTable(findings: AsyncIterable<readonly FindingRecord[]>): Promise<void> {
  const rows: string[][] = []
  let passed = 0
  for await (const batch of findings) {
    for (const { status, severity, check_id, region, resource } of batch) {
      if (status === 'PASS') passed += 1
      else rows.push([status, severity, check_id, region, resource.name])
    }
  }
  say(table(['status', 'severity', 'check', 'region', 'resource'], rows))
  say(`${rows.length} findings need a look, ${passed} passed`)
}
