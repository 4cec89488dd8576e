import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_deletion_protection',
  title: 'RDS DB cluster has deletion protection enabled',
  description:
    'Reads whether deletion protection is enabled for each Aurora or Multi-AZ DB cluster.',
  risk: 'A mistake in the console, a wrong Terraform plan or stolen credentials can delete the cluster, its data and its automated backups with one call.',
  decision:
    'Passes if deletion protection is on. Fails if it is off. Separate checks cover Neptune and DocumentDB clusters.',
  fix: {
    text: 'Enable deletion protection for the cluster.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'At the end of the page, select Enable deletion protection.',
      'Choose Continue and Apply immediately. The change does not restart the cluster.',
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
      ? pass(`Cluster ${name} has deletion protection enabled.`)
      : fail(`Cluster ${name} does not have deletion protection enabled.`),
})
