import { manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { auditBound, auditFlags } from './audit.ts'
import { check } from './resources.ts'

/** From Kubernetes 1.36 on; there is no bound before. */
const defaultDays = 366

export default check({
  id: 'apiserver_audit_log_maxage_set',
  title: 'Audit log files are kept long enough',
  description:
    'Reads --audit-log-maxage, after how many days the API server deletes audit log files that it has rotated.',
  risk: 'Who finds out about a break-in after weeks finds the records of its first day deleted.',
  decision:
    'Passes when the number of days is at least the threshold, 30 unless configured, and when it is 0, with which no file is deleted for its age. Without the flag that is so before Kubernetes 1.36, and 366 days from then on: it passes for a threshold up to that, and is left to people for a higher one. Fails when the number is less, and when no audit log is written, as without a policy. Logs that go to standard output or to a webhook alone are left to people, because something else keeps them. The number of files, which may end them earlier, is judged by another check.',
  fix: {
    text: 'Start the API server with --audit-log-maxage=30 or more, and send the files to a store of their own where they have to last longer.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --audit-log-maxage=30, or as many days as your rules ask for.',
      'See that the disk of the node has room for the files of that time.',
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
              `${given.name} does not set --audit-log-maxage: no file is deleted for its age before ${defaultDays} days.`,
            )
          : manual(
              `${given.name} does not set --audit-log-maxage: files are deleted after ${defaultDays} days from Kubernetes 1.36 on, and never for their age before it.`,
            ),
      unbounded: () => pass(`${given.name} deletes no file of its audit log for its age.`),
    }),
})
