// The credential report: requested, awaited, then parsed as CSV.
import { CallProblem, type Collecting } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { AccessKey, Credentials } from './resources.ts'

/** The report omits whether the root user has a password: null. */
export type ReportLine = Omit<Credentials, 'password'> & { readonly password: boolean | null }

/** The report's lines by the ARN of their user. */
export type CredentialReport = ReadonlyMap<string, ReportLine>

/** Delays between polls, in ms: most reports are ready within seconds, those of large accounts within a minute. */
export const pauses = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 16_000, 16_000, 32_000] as const

/** Error codes while no report is available. */
const notYet = new Set(['ReportInProgress', 'ReportNotPresent', 'ReportExpired'])

/** Values of the report for a missing time. */
const noTime = new Set(['', 'N/A', 'no_information', 'not_supported'])

function time(text: string): string | null {
  if (noTime.has(text)) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new SyntaxError('a readable time')
  return new Date(at).toISOString()
}

function flag(text: string): boolean {
  const value = text.toLowerCase()
  if (value === 'true' || value === 'false') return value === 'true'
  throw new SyntaxError('a readable flag')
}

/** Splits a line into columns; a quoted column may contain commas. */
const cells = (line: string): string[] =>
  Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

/**
 * Splits a line whose names contain unquoted commas: IAM allows commas in user names, and the ARN ends with the same
 * name; no other column can contain one.
 */
function aligned(line: string, width: number): string[] {
  const found = cells(line)
  const surplus = found.length - width
  if (surplus === 0) return found
  const [user, ...arn] = found
    .slice(0, surplus + 2)
    .join(',')
    .split(/,(?=arn:)/)
  if (surplus < 0 || user === undefined || arn.length !== 1) {
    throw new SyntaxError('a value for each column')
  }
  return [user, ...arn, ...found.slice(surplus + 2)]
}

type Column = (name: string) => string

/** A slot without a key is inactive and was never rotated. */
function accessKey(column: Column, slot: 1 | 2): AccessKey[] {
  const active = flag(column(`access_key_${slot}_active`))
  const rotated_at = time(column(`access_key_${slot}_last_rotated`))
  const used_at = time(column(`access_key_${slot}_last_used_date`))
  return active || rotated_at !== null ? [{ slot, active, rotated_at, used_at }] : []
}

const slots = ['access_key_1', 'access_key_2'].flatMap((slot) => [
  `${slot}_active`,
  `${slot}_last_rotated`,
  `${slot}_last_used_date`,
])
/** The required columns, by name, because AWS may add others. */
export const columns = [
  'arn',
  'user_creation_time',
  'password_enabled',
  'password_last_used',
  'password_last_changed',
  'mfa_active',
  ...slots,
]

/**
 * Throws a SyntaxError that names the missing part if the text is not a credential report: an incomplete report must
 * not look like few users.
 */
export function parseReport(text: string, reported_at: string | null = null): CredentialReport {
  const [first = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '')
  const header = cells(first)
  const missing = columns.find((name) => !header.includes(name))
  if (missing) throw new SyntaxError(`a column ${missing}`)
  return new Map(
    lines.map((line): [string, ReportLine] => {
      const values = aligned(line, header.length)
      const column = (name: string): string => values[header.indexOf(name)] ?? ''
      const password = column('password_enabled')
      const credentials = {
        reported_at,
        created_at: time(column('user_creation_time')),
        password: password === 'not_supported' ? null : flag(password),
        password_used_at: time(column('password_last_used')),
        password_changed_at: time(column('password_last_changed')),
        mfa: flag(column('mfa_active')),
        access_keys: [...accessKey(column, 1), ...accessKey(column, 2)],
      }
      return [column('arn'), credentials]
    }),
  )
}

/** Returns the report if it is ready, else null. */
async function finished(aws: Aws): Promise<CredentialReport | null> {
  const { State } = await aws.call<{ State?: string }>('iam:GenerateCredentialReport')
  if (State !== 'COMPLETE') return null
  try {
    const { Content, GeneratedTime } = await aws.call<{ Content?: string; GeneratedTime?: string }>(
      'iam:GetCredentialReport',
    )
    return parseReport(
      Buffer.from(Content ?? '', 'base64').toString('utf8'),
      time(GeneratedTime ?? ''),
    )
  } catch (thrown) {
    if (thrown instanceof CallProblem && notYet.has(thrown.code)) return null
    if (thrown instanceof SyntaxError) throw aws.broken('iam:GetCredentialReport', thrown.message)
    throw thrown
  }
}

/**
 * Returns the account's credential report, generated if the last one is older than four hours. Throws a CallProblem if
 * it cannot be read or is not ready within a minute and a half.
 */
export async function credentialReport({
  client: aws,
  clock,
  signal,
}: Collecting<Aws>): Promise<CredentialReport> {
  for (const pause of [...pauses, null]) {
    const report = await finished(aws)
    if (report) return report
    if (pause !== null) await clock.sleep(pause, signal)
  }
  throw new CallProblem(
    'report_not_ready',
    'error',
    'iam:GenerateCredentialReport',
    'AWS is still generating the credential report.',
  )
}
