import { fail, pass } from '../../../kit/index.ts'
import { isUsualAdmin } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_default_admin',
  title: 'RDS DB cluster uses a custom master username',
  description:
    'Reads the master username of each Aurora or Multi-AZ DB cluster. The master user has full privileges in the cluster.',
  risk: 'With a default username, an attacker only needs to guess the password.',
  decision:
    'Fails if the master username is admin or postgres, in any case. These are the names that the console suggests. Passes with any other name.',
  fix: {
    text: 'Create a new cluster with another master username and migrate the data. The name cannot be changed later.',
    console: [
      'Open Aurora and RDS, and choose Create database.',
      'Under Credentials settings, enter a custom master username and let Secrets Manager manage the password.',
      'Migrate the data with a dump or with DMS, and switch the applications.',
    ],
    cli: 'aws rds create-db-cluster --db-cluster-identifier <new-cluster> --engine <engine> --master-username <name> --manage-master-user-password',
    terraform: `resource "aws_rds_cluster" "ledger" {
  cluster_identifier          = "ledger"
  engine                      = "aurora-postgresql"
  master_username             = "larkspur_root"
  manage_master_user_password = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/UsingWithRDS.MasterAccounts.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/rds-controls.html'],
  over: 'clusters',
  needs: ['admin'],
  judge: ({ name, admin }) =>
    isUsualAdmin(admin)
      ? fail(`Cluster ${name} uses the default master username ${admin}.`)
      : pass(`Cluster ${name} uses a custom master username.`),
})
