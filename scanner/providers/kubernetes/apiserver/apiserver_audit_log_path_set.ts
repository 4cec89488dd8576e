import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_audit_log_path_set',
  title: 'API server writes an audit log',
  description:
    'Reads --audit-log-path, --audit-policy-file and --audit-webhook-config-file: whether requests are recorded, by which policy, and where.',
  risk: 'Without an audit log nobody can say who read a Secret, who changed a role, or how an intruder got in and what was done.',
  decision:
    'Passes when a path and a policy are given. Fails when there is no policy, without which nothing is logged, or no path. A webhook without a path is left to people, because it cannot be seen whether events arrive. What the policy records cannot be seen.',
  fix: {
    text: 'Start the API server with --audit-policy-file and --audit-log-path, both mounted into its pod.',
    ...inManifest(
      'kube-apiserver',
      'Write an audit Policy to the node; level Metadata for all requests is a good beginning.',
      'In the command of the container set --audit-policy-file to it and --audit-log-path to a file.',
      'Mount the policy, read-only, and the folder of the log by hostPath volumes: without them the API server does not start, or its log is lost with the container.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/',
  over: 'servers',
  needs: ['audit_log_path', 'audit_policy_file', 'audit_webhook_config_file'],
  judge: ({
    name,
    audit_log_path: path,
    audit_policy_file: policy,
    audit_webhook_config_file: webhook,
  }) => {
    if (path === null && webhook === null) return fail(`${name} sets no --audit-log-path.`)
    if (policy === null)
      return fail(`${name} sets no --audit-policy-file, without which it logs no event.`)
    return path === null
      ? manual(
          `${name} sends audit events by ${webhook} alone; whether they arrive cannot be seen.`,
        )
      : pass(
          `${name} writes an audit log to ${path === '-' ? 'standard output' : path} by ${policy}.`,
        )
  },
})
