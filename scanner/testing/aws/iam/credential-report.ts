/** The credential report: requested, awaited, then read as CSV. */
import { arnOfRoot, arnOfUser } from '../arns.ts'
import type { Account } from '../account.ts'
import type { Call, Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import type { AccessKey, User } from './state.ts'

const stamp = (at: Date) => at.toISOString().replace(/\.\d+Z$/, '+00:00')

const keyColumns = (key: AccessKey | undefined): string[] => [
  String(key?.active ?? false),
  key ? stamp(key.createdAt) : 'N/A',
  key?.lastUsed ? stamp(key.lastUsed.at) : 'N/A',
  key?.lastUsed?.region ?? 'N/A',
  key?.lastUsed?.service ?? 'N/A',
]

const keyNames = (number: number) =>
  ['active', 'last_rotated', 'last_used_date', 'last_used_region', 'last_used_service'].map(
    (column) => `access_key_${number}_${column}`,
  )

const header = [
  'user',
  'arn',
  'user_creation_time',
  'password_enabled',
  'password_last_used',
  'password_last_changed',
  'password_next_rotation',
  'mfa_active',
  ...keyNames(1),
  ...keyNames(2),
  'cert_1_active',
  'cert_1_last_rotated',
  'cert_2_active',
  'cert_2_last_rotated',
]

const noCertificates = ['false', 'N/A', 'false', 'N/A']

const rootRow = ({ id, iam: { root } }: Account): string[] => [
  '<root_account>',
  arnOfRoot(id),
  stamp(root.createdAt),
  root.hasPassword ? 'not_supported' : 'false',
  root.passwordLastUsedAt ? stamp(root.passwordLastUsedAt) : 'no_information',
  'not_supported',
  'not_supported',
  String(root.mfa !== 'none'),
  ...keyColumns(root.accessKeys[0]),
  ...keyColumns(root.accessKeys[1]),
  ...noCertificates,
]

const passwordColumns = ({ console: password }: User, maxAgeDays: number | undefined) => {
  if (!password) return ['false', 'N/A', 'N/A', 'N/A']
  const { changedAt, lastUsedAt } = password
  const due = maxAgeDays && new Date(changedAt.getTime() + maxAgeDays * 86_400_000)
  return [
    'true',
    lastUsedAt ? stamp(lastUsedAt) : 'no_information',
    stamp(changedAt),
    due ? stamp(due) : 'N/A',
  ]
}

const userRow = (account: Account, user: User): string[] => [
  user.name,
  arnOfUser(account.id, user),
  stamp(user.createdAt),
  ...passwordColumns(user, account.iam.passwordPolicy?.maxAgeDays),
  String(user.mfaDevices.length > 0),
  ...keyColumns(user.accessKeys[0]),
  ...keyColumns(user.accessKeys[1]),
  ...noCertificates,
]

const report = (account: Account): string =>
  [header, rootRow(account), ...account.iam.users.map((user) => userRow(account, user))]
    .map((row) => row.join(','))
    .join('\n')

/** Each poll of an unfinished report decrements its remaining polls. */
const advance = ({ account, now }: Call) => {
  const state = account.iam.credentialReport
  if (state.pollsLeft > 0) state.pollsLeft -= 1
  else state.generatedAt ??= now
}

const generate = (call: Call) => {
  const state = call.account.iam.credentialReport
  if (!state.asked) {
    state.asked = true
    return {
      State: 'STARTED',
      Description: 'No report exists. Starting a new report generation task',
    }
  }
  advance(call)
  return { State: state.generatedAt ? 'COMPLETE' : 'INPROGRESS' }
}

const read = (call: Call) => {
  const state = call.account.iam.credentialReport
  if (!state.asked)
    throw new Fault('ReportNotPresent', 410, 'No report exists. Generate one first.')
  advance(call)
  if (!state.generatedAt) throw new Fault('ReportInProgress', 404, 'The report is being generated.')
  return {
    Content: Buffer.from(report(call.account)).toString('base64'),
    ReportFormat: 'text/csv',
    GeneratedTime: state.generatedAt,
  }
}

export const reportOperations: Record<string, Operation> = {
  GenerateCredentialReport: { answer: generate },
  GetCredentialReport: { answer: read },
}
