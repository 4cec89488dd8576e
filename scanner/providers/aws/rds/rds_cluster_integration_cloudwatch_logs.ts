import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_integration_cloudwatch_logs',
  title: 'RDS DB cluster exports logs to CloudWatch Logs',
  description: 'Reads which logs each Aurora or Multi-AZ DB cluster exports to CloudWatch Logs.',
  risk: 'If an instance is replaced or the cluster is deleted, its records of sign-ins and errors are deleted too.',
  decision:
    'Passes if the cluster exports at least one log. Fails if it exports none. The check does not read which logs are exported, or whether auditing is configured in the engine.',
  fix: {
    text: 'Export the cluster’s audit, error and PostgreSQL logs to CloudWatch Logs.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Additional configuration, Log exports, select the logs. Select the audit log first if the engine supports it.',
      'Choose Continue and Apply immediately.',
      'Enable auditing in the cluster’s parameter group. Otherwise the audit log stays empty.',
    ],
    cli: 'aws rds modify-db-cluster --db-cluster-identifier <cluster> --cloudwatch-logs-export-configuration \'{"EnableLogTypes":["audit","error"]}\'',
    terraform: `resource "aws_rds_cluster" "ledger" {
  cluster_identifier              = "ledger"
  engine                          = "aurora-mysql"
  master_username                 = "larkspur"
  manage_master_user_password     = true
  enabled_cloudwatch_logs_exports = ["audit", "error", "slowquery"]
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/AuroraMySQL.Integrating.CloudWatch.html',
  links: [
    'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/AuroraPostgreSQL.CloudWatch.html',
  ],
  over: 'clusters',
  needs: [],
  judge: ({ name, exported_logs: logs }) =>
    logs.length > 0
      ? pass(`Cluster ${name} exports logs to CloudWatch Logs: ${logs.join(', ')}.`)
      : fail(`Cluster ${name} does not export logs to CloudWatch Logs.`),
})
