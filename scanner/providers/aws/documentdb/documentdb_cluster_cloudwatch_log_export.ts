import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_cloudwatch_log_export',
  title: 'DocumentDB cluster sends its audit log to CloudWatch',
  description:
    'Reads which logs each DocumentDB cluster exports to CloudWatch Logs, and whether the audit log of sign-ins and changes is among them.',
  risk: 'Failed sign-ins, new users and dropped collections leave no trace outside the cluster that anyone could search or be warned by.',
  decision:
    'Passes when the audit log is exported, with or without the profiler’s. Fails when it is not, also when only the profiler’s is. Whether the parameter audit_logs turns the events on in the cluster is not read.',
  fix: {
    text: 'Export the audit log of the cluster, and turn its events on in the parameter group.',
    console: [
      'Open Amazon DocumentDB, choose Parameter groups, and set audit_logs to enabled in the cluster’s group.',
      'Choose Clusters, select the cluster, and choose Actions, Modify.',
      'Under Log exports, tick Audit logs.',
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
      ? pass(`The DocumentDB cluster ${name} sends its audit log to CloudWatch.`)
      : fail(`The DocumentDB cluster ${name} does not send its audit log to CloudWatch.`),
})
