import { fail, manual } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { auditBound, auditFlags } from './audit.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_audit_log_maxbackup_set',
  title: 'Enough rotated audit log files are kept',
  description:
    'Reads --audit-log-maxbackup, how many rotated files of the audit log stay on the disk beside the current one.',
  risk: 'With few files a burst of requests, made on purpose or not, pushes the record of what came before off the disk; with no bound the disk fills up.',
  decision:
    'Passes when the number of files is at least the threshold, 10 unless configured. Fails when it is less, when it is 0, so that nothing bounds it, and when no audit log is written, as without a policy. Without the flag it is 100 from Kubernetes 1.36 on and without a bound before, which is left to people. Logs on standard output or at a webhook alone are left to people.',
  fix: {
    text: 'Start the API server with --audit-log-maxbackup=10 or more.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --audit-log-maxbackup=10, or more where the log is busy.',
      'Check that as many files of --audit-log-maxsize fit on the disk.',
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
          `${given.name} does not set --audit-log-maxbackup: 100 files stay from Kubernetes 1.36 on, and all of them before it.`,
        ),
      unbounded: () =>
        fail(`${given.name} sets --audit-log-maxbackup to 0, with which nothing bounds the files.`),
    }),
})
