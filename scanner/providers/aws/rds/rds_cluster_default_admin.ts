import { fail, pass } from '../../../kit/index.ts'
import { isUsualAdmin } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_default_admin',
  title: 'Database cluster has a master user of its own name',
  description:
    'Reads the name of the master user of each Aurora or Multi-AZ cluster, who may do everything in it.',
  risk: 'Half of what it takes to sign in is known to everybody, and attempts at the password can begin.',
  decision:
    'Fails when the master user is called admin or postgres, in whatever case, which are the names that the console proposes. Passes with any other name. A cluster whose answer names no master user gives no finding.',
  fix: {
    text: 'Make a new cluster with another master user and move the data: the name cannot be changed later.',
    console: [
      'Open Aurora and RDS, and choose Create database.',
      'Under Credentials settings, enter a master username of your own and let Secrets Manager keep the password.',
      'Move the data over with a dump or with DMS, and switch the applications.',
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
  needs: [],
  judge: ({ name, admin }) => {
    if (admin === null) return []
    return isUsualAdmin(admin)
      ? fail(`The master user of the cluster ${name} is called ${admin}.`)
      : pass(`The cluster ${name} has a master user of its own name.`)
  },
})
