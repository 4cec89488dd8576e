import { fail, manual } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { auditBound, auditFlags } from './audit.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_audit_log_maxbackup_set',
  title: 'API server keeps at least 10 rotated audit log files',
  description:
    'Reads --audit-log-maxbackup, the number of rotated audit log files that the API server keeps in addition to the current one.',
  risk: 'If few files are kept, a burst of requests removes earlier records. If the number is unlimited, the disk can fill up.',
  decision:
    'Passes if the number of files is at least the threshold (default 10). Fails if it is lower, if it is 0, which means unlimited, or if no audit log is written, such as without a policy. MANUAL without the flag, because the default is 100 from Kubernetes 1.36 on and unlimited before. MANUAL if logs go only to standard output or a webhook.',
  fix: {
    text: 'Start the API server with --audit-log-maxbackup=10 or more.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --audit-log-maxbackup=10, or more for a busy log.',
      'Make sure that the disk has space for that number of files of size --audit-log-maxsize.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: [...auditFlags, 'audit_log_maxbackup'],
  config: { audit_log_maxbackup: 10 },
  judge: ({ audit_log_maxbackup: value, ...given }, { config }) =>
    auditBound(given, {
      flag: '--audit-log-maxbackup',
      value,
      least: config.audit_log_maxbackup,
      unit: 'files',
      byDefault: () =>
        manual(
          `${given.name} does not set --audit-log-maxbackup: 100 files are kept from Kubernetes 1.36 on, and all files in earlier versions.`,
        ),
      unbounded: () =>
        fail(`${given.name} sets --audit-log-maxbackup to 0, so the number of files is unlimited.`),
    }),
})
