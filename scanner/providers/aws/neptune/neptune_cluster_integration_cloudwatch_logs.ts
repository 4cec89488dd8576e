import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_integration_cloudwatch_logs',
  title: 'Neptune cluster exports audit logs to CloudWatch Logs',
  description:
    'Reads which logs each Neptune cluster exports to CloudWatch Logs, and whether the audit log is one of them. The audit log contains every query and its sender.',
  risk: 'Records of queries are available only on the instances, for a short time, and are not monitored.',
  decision:
    'Passes if the audit log is exported. Fails if it is not, even if the slow query log is. The check does not read whether the parameter neptune_enable_audit_log turns on the audit log in the engine.',
  fix: {
    text: 'Export the audit log of the Neptune cluster, and turn on the audit log in its parameter group.',
    console: [
      'Open Amazon Neptune, choose Parameter groups, and set neptune_enable_audit_log to 1 in the cluster’s group.',
      'Choose Databases, then the cluster, and choose Modify.',
      'Under Log exports, select Audit log, choose Continue and Apply immediately.',
      'Restart the instances to apply the parameter.',
    ],
    cli: 'aws neptune modify-db-cluster --db-cluster-identifier <cluster> --cloudwatch-logs-export-configuration \'{"EnableLogTypes":["audit"]}\'',
    terraform: `resource "aws_neptune_cluster" "friends" {
  cluster_identifier             = "friends"
  engine                         = "neptune"
  enable_cloudwatch_logs_exports = ["audit", "slowquery"]
}`,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/cloudwatch-logs.html',
  links: ['https://docs.aws.amazon.com/neptune/latest/userguide/auditing.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, exported_logs: logs }) =>
    logs.includes('audit')
      ? pass(`Neptune cluster ${name} exports audit logs to CloudWatch Logs.`)
      : fail(`Neptune cluster ${name} does not export audit logs to CloudWatch Logs.`),
})
