import { fail, pass } from '../../../kit/index.ts'
import { isCustom } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_integration_cloudwatch_logs',
  title: 'RDS DB instance exports logs to CloudWatch Logs',
  description:
    'Reads which logs each DB instance that is not a cluster member exports to CloudWatch Logs.',
  risk: 'Logs on the instance are kept for a few days and are deleted with it. After an incident or a crash, there is no record of what happened.',
  decision:
    'Passes if at least one log is exported. Fails if none is. The check does not read which logs the engine should export. Cluster members give no finding, because the setting belongs to the cluster. RDS Custom, which does not have this setting, gives no finding.',
  fix: {
    text: 'Export the audit, error and slow query logs that the engine supports to CloudWatch Logs.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Additional configuration, Log exports, select the logs to publish.',
      'Choose Continue and apply the change. Then set the retention period of the new log groups.',
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
      ? pass(`DB instance ${name} exports logs to CloudWatch Logs: ${logs.join(', ')}.`)
      : fail(`DB instance ${name} does not export logs to CloudWatch Logs.`)
  },
})
