import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_deletion_protection',
  title: 'Neptune cluster is protected from deletion',
  description:
    'Reads whether each Neptune cluster refuses to be deleted until somebody has lifted the protection.',
  risk: 'One mistaken or malicious call deletes the graph, and its automatic backups go with it.',
  decision: 'Passes when deletion protection of the cluster is on. Fails when it is off.',
  fix: {
    text: 'Turn on deletion protection of the Neptune cluster.',
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
      ? pass(`The Neptune cluster ${name} cannot be deleted until its protection is lifted.`)
      : fail(`The Neptune cluster ${name} can be deleted by one call.`),
})
