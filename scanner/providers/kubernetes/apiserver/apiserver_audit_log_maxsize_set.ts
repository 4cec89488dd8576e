import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { auditBound, auditFlags } from './audit.ts'
import { check } from './resources.ts'

const defaultMegabytes = 100

export default check({
  id: 'apiserver_audit_log_maxsize_set',
  title: 'API server rotates audit log files at 100 MB or more',
  description:
    'Reads --audit-log-maxsize, the size in megabytes at which the API server rotates the audit log file.',
  risk: 'If files are rotated at a small size, the maximum number of files is reached soon, and older records are deleted too early.',
  decision:
    'Passes if the size is at least the threshold (default 100 megabytes). Without the flag, the size is 100 megabytes. Fails if it is lower, or if there is no audit log, such as without a policy. MANUAL if the size is 0, because files are then never rotated from Kubernetes 1.36 on, and rotated at 100 megabytes before. MANUAL if logs go only to standard output or a webhook, where the API server rotates no files.',
  fix: {
    text: 'Start the API server with --audit-log-maxsize=100 or more.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --audit-log-maxsize=100.',
      'Multiply the size by --audit-log-maxbackup, and make sure that the disk has that much space.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: [...auditFlags, 'audit_log_maxsize'],
  config: { audit_log_maxsize: 100 },
  judge: ({ audit_log_maxsize: value, ...given }, { config }) =>
    auditBound(given, {
      flag: '--audit-log-maxsize',
      value,
      least: config.audit_log_maxsize,
      unit: 'megabytes',
      byDefault: () => {
        const sentence = `${given.name} leaves --audit-log-maxsize at its default, ${defaultMegabytes} megabytes.`
        return defaultMegabytes >= config.audit_log_maxsize ? pass(sentence) : fail(sentence)
      },
      unbounded: () =>
        manual(
          `${given.name} sets --audit-log-maxsize to 0: files are never rotated from Kubernetes 1.36 on, and rotated at 100 megabytes in earlier versions.`,
        ),
    }),
})
