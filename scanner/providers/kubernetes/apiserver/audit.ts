// Limits of the audit log files. Before Kubernetes 1.36 no flag has a default: files are never deleted, and are rotated
// at 100 megabytes all the same. From 1.36 on each flag has a default.
import { fail, type Judged, manual, pass, type Verdict } from '../../../kit/index.ts'
import type { ApiServer } from './resources.ts'

export const auditFlags = [
  'audit_log_path',
  'audit_policy_file',
  'audit_webhook_config_file',
] as const

type Given = Pick<
  Judged<ApiServer['servers'], (typeof auditFlags)[number]>,
  'name' | (typeof auditFlags)[number]
>

interface Bound {
  readonly flag: string
  readonly value: number | null
  readonly least: number
  readonly unit: string
  /** The verdict without the flag. */
  readonly byDefault: () => Verdict
  /** The verdict for 0, which means unlimited. */
  readonly unbounded: () => Verdict
}

/** Passes if a flag for the files of the audit log is at least this value. */
export function auditBound(
  {
    name,
    audit_log_path: path,
    audit_policy_file: policy,
    audit_webhook_config_file: webhook,
  }: Given,
  { flag, value, least, unit, byDefault, unbounded }: Bound,
): Verdict {
  if (policy === null)
    return fail(
      `${name} does not set --audit-policy-file, so it writes no audit log that ${flag} applies to.`,
    )
  if (path === '-')
    return manual(`${name} writes its audit log to standard output, where ${flag} has no effect.`)
  if (path === null) {
    return webhook === null
      ? fail(`${name} writes no audit log that ${flag} applies to.`)
      : manual(`${name} sends audit events only through ${webhook}, where ${flag} has no effect.`)
  }
  if (value === null) return byDefault()
  if (value === 0) return unbounded()
  return value >= least
    ? pass(`${name} sets ${flag} to ${value} ${unit}.`)
    : fail(`${name} sets ${flag} to ${value} ${unit}, less than ${least}.`)
}
