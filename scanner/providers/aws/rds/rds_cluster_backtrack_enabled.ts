import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_backtrack_enabled',
  title: 'Aurora MySQL cluster can be rewound',
  description:
    'Reads how far back each Aurora MySQL cluster can be wound in place, without restoring a backup to a new cluster.',
  risk: 'After a wrong statement or a bad release the data can only be restored to another cluster, which takes hours in which the application is down or wrong.',
  decision:
    'Passes when the backtrack window is more than 0 and fails when backtracking is off. Other engines, parts of global databases and the first Aurora Serverless cannot have it and give no finding. It can only be chosen when a cluster is made or restored.',
  fix: {
    text: 'Restore the cluster from a snapshot with a backtrack window, and move to it.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and take a snapshot of the cluster.',
      'Select it and choose Actions, Restore snapshot.',
      'Turn on Enable Backtrack and set a target window of up to 72 hours.',
      'Point the applications at the new cluster.',
    ],
    cli: 'aws rds restore-db-cluster-from-snapshot --db-cluster-identifier <new-cluster> --snapshot-identifier <snapshot> --engine aurora-mysql --backtrack-window 86400',
    terraform: `resource "aws_rds_cluster" "ledger" {
  cluster_identifier          = "ledger"
  engine                      = "aurora-mysql"
  master_username             = "larkspur"
  manage_master_user_password = true
  backtrack_window            = 86400
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/AuroraMySQL.Managing.Backtrack.html',
  over: 'clusters',
  needs: [],
  judge: ({ name, engine, engine_mode: mode, global, backtrack_seconds: seconds }) => {
    if (!['aurora', 'aurora-mysql'].includes(engine) || mode === 'serverless' || global) return []
    return seconds > 0
      ? pass(`The cluster ${name} can be rewound by ${Math.round(seconds / 360) / 10} hours.`)
      : fail(`The cluster ${name} cannot be rewound: backtracking is off.`)
  },
})
