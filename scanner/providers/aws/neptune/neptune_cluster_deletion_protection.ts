import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_deletion_protection',
  title: 'Neptune cluster has deletion protection enabled',
  description: 'Reads whether deletion protection is enabled for each Neptune cluster.',
  risk: 'One mistaken or malicious call deletes the graph and its automated backups.',
  decision: 'Passes if deletion protection of the cluster is on. Fails if it is off.',
  fix: {
    text: 'Enable deletion protection for the Neptune cluster.',
    console: [
      'Open Amazon Neptune, choose Databases, then the cluster, and choose Modify.',
      'Turn on Enable deletion protection.',
      'Choose Continue, Apply immediately, and Modify cluster.',
    ],
    cli: 'aws neptune modify-db-cluster --db-cluster-identifier <cluster> --deletion-protection --apply-immediately',
    terraform: `resource "aws_neptune_cluster" "friends" {
  cluster_identifier  = "friends"
  engine              = "neptune"
  deletion_protection = true
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/neptune-controls.html',
  over: 'clusters',
  needs: ['deletion_protection'],
  judge: ({ name, deletion_protection: on }) =>
    on
      ? pass(`Neptune cluster ${name} has deletion protection enabled.`)
      : fail(`Neptune cluster ${name} does not have deletion protection enabled.`),
})
