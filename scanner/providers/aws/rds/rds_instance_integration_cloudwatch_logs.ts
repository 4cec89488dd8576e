import { fail, pass } from '../../../kit/index.ts'
import { isCustom } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_integration_cloudwatch_logs',
  title: 'Database instance sends its logs to CloudWatch',
  description:
    'Reads which of its logs each instance that stands alone exports to CloudWatch Logs, where they outlive the instance and can be searched and watched.',
  risk: 'Logs on the instance are kept for days at most and go with it: after a break-in or a crash nothing tells what happened.',
  decision:
    'Passes when at least one log is exported and fails when none is; which logs an engine should export is not judged. Members of clusters give no finding, as the cluster holds the setting, and neither does RDS Custom, which has none.',
  fix: {
    text: 'Export the audit, error and slow query logs that the engine knows to CloudWatch Logs.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Additional configuration, Log exports, tick the logs to publish.',
      'Choose Continue and apply; then set how long the new log groups keep them.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --cloudwatch-logs-export-configuration \'{"EnableLogTypes":["postgresql","upgrade"]}\'',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                      = "orders"
  engine                          = "postgres"
  instance_class                  = "db.m7g.large"
  allocated_storage               = 100
  username                        = "larkspur"
  manage_master_user_password     = true
  enabled_cloudwatch_logs_exports = ["postgresql", "upgrade"]
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_LogAccess.Procedural.UploadtoCloudWatch.html',
  over: 'instances',
  needs: [],
  judge: ({ name, engine, cluster, exported_logs: logs }) => {
    if (cluster !== null || isCustom(engine)) return []
    return logs.length > 0
      ? pass(`The instance ${name} sends to CloudWatch: ${logs.join(', ')}.`)
      : fail(`The instance ${name} sends no log to CloudWatch.`)
  },
})
