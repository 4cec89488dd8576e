import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_deletion_protection',
  title: 'Database cluster is protected from deletion',
  description:
    'Reads whether each Aurora or Multi-AZ cluster refuses to be deleted until somebody lifts the protection on purpose.',
  risk: 'A slip in the console, a wrong plan or a stolen key can delete the cluster, its data and its automatic backups with one call.',
  decision:
    'Passes when deletion protection is on and fails when it is off. Clusters of Neptune and DocumentDB have checks of their own.',
  fix: {
    text: 'Turn on deletion protection, so that the cluster’s databases cannot be deleted by one call.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'At the end of the page, turn on Enable deletion protection.',
      'Choose Continue and Apply immediately; nothing is restarted.',
    ],
    cli: 'aws rds modify-db-cluster --db-cluster-identifier <cluster> --deletion-protection --apply-immediately',
    terraform: `resource "aws_rds_cluster" "ledger" {
  cluster_identifier          = "ledger"
  engine                      = "aurora-mysql"
  master_username             = "larkspur"
  manage_master_user_password = true
  deletion_protection         = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/USER_DeleteCluster.html',
  over: 'clusters',
  needs: ['deletion_protection'],
  judge: ({ name, deletion_protection: on }) =>
    on
      ? pass(`The cluster ${name} cannot be deleted until its protection is lifted.`)
      : fail(`The cluster ${name} can be deleted by one call.`),
})
