import { fail, pass } from '../../../kit/index.ts'
import { usualPort } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_non_default_port',
  title: 'Database cluster listens on a port of its own',
  description:
    'Compares the port of each Aurora or Multi-AZ cluster with the one that its engine has by default.',
  risk: 'A scan for the usual ports finds the cluster at once, and with it the engine, for which ready-made attacks are at hand.',
  decision:
    'Fails when the cluster’s port is 3306 for MySQL or 5432 for PostgreSQL, the usual ones of its engines. Passes when it is another. A cluster whose answer names no port gives no finding.',
  fix: {
    text: 'Give the cluster another port, and change clients and security groups with it.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Connectivity, Additional configuration, enter another Database port.',
      'Choose Continue and apply it when clients and security groups are ready: all instances restart.',
    ],
    cli: 'aws rds modify-db-cluster --db-cluster-identifier <cluster> --port 6306 --apply-immediately',
    terraform: `resource "aws_rds_cluster" "ledger" {
  cluster_identifier          = "ledger"
  engine                      = "aurora-mysql"
  master_username             = "larkspur"
  manage_master_user_password = true
  port                        = 6306
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/rds-controls.html',
  links: ['https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.Modifying.html'],
  over: 'clusters',
  needs: [],
  judge: ({ name, engine, port }) => {
    const usual = usualPort(engine)
    if (port === null || usual === null) return []
    return port === usual
      ? fail(`The cluster ${name} listens on ${port}, the usual port of ${engine}.`)
      : pass(`The cluster ${name} listens on ${port}, not on ${usual}.`)
  },
})
