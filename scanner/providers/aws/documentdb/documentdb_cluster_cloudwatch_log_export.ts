import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_cloudwatch_log_export',
  title: 'DocumentDB cluster exports audit logs to CloudWatch Logs',
  description:
    'Reads which logs each DocumentDB cluster exports to CloudWatch Logs, and whether the audit log of sign-ins and changes is one of them.',
  risk: 'Failed sign-ins, new users and dropped collections are not recorded outside the cluster, where they could be searched or trigger alarms.',
  decision:
    'Passes if the audit log is exported, with or without the profiler log. Fails if it is not, even if the profiler log is. The check does not read whether the parameter audit_logs turns on audit events in the cluster.',
  fix: {
    text: 'Export the audit log of the DocumentDB cluster, and turn on audit events in the parameter group.',
    console: [
      'Open Amazon DocumentDB, choose Parameter groups, and set audit_logs to enabled in the cluster’s group.',
      'Choose Clusters, select the cluster, and choose Actions, then Modify.',
      'Under Log exports, select Audit logs.',
      'Choose Continue, Apply immediately, and Modify cluster.',
    ],
    cli: 'aws docdb modify-db-cluster --db-cluster-identifier <cluster> --cloudwatch-logs-export-configuration \'{"EnableLogTypes":["audit"]}\'',
    terraform: `resource "aws_docdb_cluster" "catalogue" {
  cluster_identifier              = "catalogue"
  master_username                 = "larkspur"
  manage_master_user_password     = true
  enabled_cloudwatch_logs_exports = ["audit", "profiler"]
}`,
  },
  source: 'https://docs.aws.amazon.com/documentdb/latest/developerguide/event-auditing.html',
  links: ['https://docs.aws.amazon.com/documentdb/latest/developerguide/profiling.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, exported_logs: logs }) =>
    logs.includes('audit')
      ? pass(`DocumentDB cluster ${name} exports audit logs to CloudWatch Logs.`)
      : fail(`DocumentDB cluster ${name} does not export audit logs to CloudWatch Logs.`),
})
