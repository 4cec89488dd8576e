import { fail, pass } from '../../../kit/index.ts'
import { usualPort } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_non_default_port',
  title: 'RDS DB cluster does not use a default port',
  description:
    'Reads the port of each Aurora or Multi-AZ DB cluster, and compares it with the default port of the engine.',
  risk: 'Port scans for default ports find the cluster and identify its engine, for which ready-made attacks exist.',
  decision:
    'Fails if the port of the cluster is the default port of its engine: 3306 for MySQL or 5432 for PostgreSQL. Passes if it is another port.',
  fix: {
    text: 'Change the port of the cluster, and update the clients and security groups.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Connectivity, Additional configuration, enter another Database port.',
      'Choose Continue and apply the change when clients and security groups are ready. All instances restart.',
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
  needs: ['port'],
  judge: ({ name, engine, port }) => {
    const usual = usualPort(engine)
    if (usual === null) return []
    return port === usual
      ? fail(`Cluster ${name} uses port ${port}, the default port of ${engine}.`)
      : pass(`Cluster ${name} uses port ${port} instead of the default port ${usual}.`)
  },
})
