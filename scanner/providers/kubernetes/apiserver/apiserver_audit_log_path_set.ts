import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_audit_log_path_set',
  title: 'API server writes an audit log',
  description:
    'Reads --audit-log-path, --audit-policy-file and --audit-webhook-config-file, which control whether requests are recorded, with which policy, and where.',
  risk: 'Without an audit log, an investigation cannot determine who read a Secret, who changed a role, or how an attacker got access.',
  decision:
    'Passes if a path and a policy are set. Fails if there is no policy, without which nothing is logged, or if there is neither a path nor a webhook. MANUAL for a webhook without a path, because the check cannot see whether events arrive. The content of the policy is not visible.',
  fix: {
    text: 'Start the API server with --audit-policy-file and --audit-log-path, both mounted into its pod.',
    ...inManifest(
      'kube-apiserver',
      'Write an audit Policy to the node. The level Metadata for all requests is a good start.',
      'In the command of the container, set --audit-policy-file to the policy and --audit-log-path to a file.',
      'Mount the policy (read-only) and the log directory with hostPath volumes. Without them, the API server does not start, or its log is lost with the container.',
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
    if (path === null && webhook === null) return fail(`${name} does not set --audit-log-path.`)
    if (policy === null)
      return fail(`${name} does not set --audit-policy-file, and logs no events without it.`)
    return path === null
      ? manual(
          `${name} sends audit events only through ${webhook}. The check cannot see whether they arrive.`,
        )
      : pass(
          `${name} writes an audit log to ${path === '-' ? 'standard output' : path} with the policy ${policy}.`,
        )
  },
})
