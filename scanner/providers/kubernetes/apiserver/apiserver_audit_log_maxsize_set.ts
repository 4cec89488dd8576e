import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { auditBound, auditFlags } from './audit.ts'
import { check } from './resources.ts'

const defaultMegabytes = 100

export default check({
  id: 'apiserver_audit_log_maxsize_set',
  title: 'Audit log files are rotated at a set size',
  description:
    'Reads --audit-log-maxsize, the megabytes at which the API server begins a new audit log file.',
  risk: 'Files that are rotated when they are small soon reach the number that is kept, and the older records are deleted while somebody still needs them.',
  decision:
    'Passes when the size is at least the threshold, 100 megabytes unless configured; without the flag it is 100. Fails when it is less, and when there is no audit log, as without a policy. With 0 files are never rotated from Kubernetes 1.36 on, and at 100 megabytes before: that is left to people. What is sent to standard output or to a webhook alone is left to people, as the API server rotates nothing there.',
  fix: {
    text: 'Start the API server with --audit-log-maxsize=100 or more.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --audit-log-maxsize=100.',
      'Multiply it by --audit-log-maxbackup, and see that the disk has that much space.',
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
          `${given.name} sets --audit-log-maxsize to 0: files are never rotated from Kubernetes 1.36 on, and at 100 megabytes before it.`,
        ),
    }),
})
