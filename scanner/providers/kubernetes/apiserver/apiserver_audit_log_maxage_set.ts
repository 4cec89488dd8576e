import { manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { auditBound, auditFlags } from './audit.ts'
import { check } from './resources.ts'

/** Since Kubernetes 1.36; unlimited before. */
const defaultDays = 366

export default check({
  id: 'apiserver_audit_log_maxage_set',
  title: 'API server keeps audit log files for at least 30 days',
  description:
    'Reads --audit-log-maxage, the number of days after which the API server deletes rotated audit log files.',
  risk: 'If a breach is detected after weeks, the records of its first days are already deleted.',
  decision:
    'Passes if the number of days is at least the threshold (default 30), or if it is 0, which disables deletion by age. Without the flag, files are never deleted by age before Kubernetes 1.36, and are deleted after 366 days from 1.36 on. In that case the check passes for a threshold of up to 366 and is MANUAL for a higher one. Fails if the number is lower, or if no audit log is written, such as without a policy. MANUAL if logs go only to standard output or a webhook, because another system stores them. A separate check evaluates the number of files, which can cause earlier deletion.',
  fix: {
    text: 'Start the API server with --audit-log-maxage=30 or more. Send the files to a separate store if you must keep them longer.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --audit-log-maxage=30, or the number of days that your policies require.',
      'Make sure that the disk of the node has enough space for the files of that period.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: [...auditFlags, 'audit_log_maxage'],
  config: { audit_log_maxage: 30 },
  judge: ({ audit_log_maxage: value, ...given }, { config }) =>
    auditBound(given, {
      flag: '--audit-log-maxage',
      value,
      least: config.audit_log_maxage,
      unit: 'days',
      byDefault: () =>
        config.audit_log_maxage <= defaultDays
          ? pass(
              `${given.name} does not set --audit-log-maxage: no file is deleted by age before ${defaultDays} days.`,
            )
          : manual(
              `${given.name} does not set --audit-log-maxage: files are deleted after ${defaultDays} days from Kubernetes 1.36 on, and never by age in earlier versions.`,
            ),
      unbounded: () => pass(`${given.name} does not delete audit log files by age.`),
    }),
})
