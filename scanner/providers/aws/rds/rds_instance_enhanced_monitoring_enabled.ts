import { fail, pass } from '../../../kit/index.ts'
import { isCustom } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_enhanced_monitoring_enabled',
  title: 'Database instance measures its operating system',
  description:
    'Reads how often enhanced monitoring takes measurements of processes, memory and disks from within each instance.',
  risk: 'What the hypervisor sees does not tell which process eats the machine: overload, runaway queries and hidden work stay unexplained.',
  decision:
    'Passes when the interval of enhanced monitoring is more than 0 seconds, and fails when it is 0, which is off. RDS Custom, which has no such setting, gives no finding.',
  fix: {
    text: 'Turn on enhanced monitoring with an interval of 60 seconds or less.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Monitoring, turn on Enhanced Monitoring, choose a granularity and let RDS make the role for it.',
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
      ? pass(`The instance ${name} measures its operating system every ${seconds} seconds.`)
      : fail(`The instance ${name} has enhanced monitoring turned off.`)
  },
})
