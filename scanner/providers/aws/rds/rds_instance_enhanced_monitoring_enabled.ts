import { fail, pass } from '../../../kit/index.ts'
import { isCustom } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_enhanced_monitoring_enabled',
  title: 'RDS DB instance has Enhanced Monitoring enabled',
  description:
    'Reads the Enhanced Monitoring interval of each DB instance. Enhanced Monitoring measures processes, memory and disks in the operating system.',
  risk: 'Hypervisor metrics do not show which process uses the resources. Overload, runaway queries and malicious workloads remain unexplained.',
  decision:
    'Passes if the Enhanced Monitoring interval is more than 0 seconds. Fails if it is 0, which means off. RDS Custom, which does not have this setting, gives no finding.',
  fix: {
    text: 'Enable Enhanced Monitoring with an interval of 60 seconds or less.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Monitoring, turn on Enhanced Monitoring, choose a granularity and let RDS create the IAM role.',
      'Choose Continue, then Apply immediately.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --monitoring-interval 60 --monitoring-role-arn <role-arn> --apply-immediately',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  monitoring_interval         = 60
  monitoring_role_arn         = aws_iam_role.rds_monitoring.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_Monitoring.OS.html',
  over: 'instances',
  needs: ['monitoring_seconds'],
  judge: ({ name, engine, monitoring_seconds: seconds }) => {
    if (isCustom(engine)) return []
    return seconds > 0
      ? pass(
          `DB instance ${name} has Enhanced Monitoring enabled with an interval of ${seconds} seconds.`,
        )
      : fail(`DB instance ${name} has Enhanced Monitoring off.`)
  },
})
