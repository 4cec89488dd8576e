import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_integration_cloudwatch_logs',
  title: 'Database cluster sends its logs to CloudWatch',
  description:
    'Reads which logs each Aurora or Multi-AZ cluster exports to CloudWatch Logs, away from its instances, which come and go.',
  risk: 'When a member is replaced or the cluster is deleted, the record of who signed in and what failed is deleted with it.',
  decision:
    'Passes when the cluster exports at least one log and fails when it exports none. Which ones, and whether auditing is set up in the engine, is not judged.',
  fix: {
    text: 'Export the cluster’s audit, error and PostgreSQL logs to CloudWatch Logs.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Additional configuration, Log exports, tick the logs; audit first, where the engine has it.',
      'Choose Continue and Apply immediately.',
      'Turn on auditing in the cluster’s parameter group, or that log stays empty.',
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
      ? pass(`The cluster ${name} sends to CloudWatch: ${logs.join(', ')}.`)
      : fail(`The cluster ${name} sends no log to CloudWatch.`),
})
