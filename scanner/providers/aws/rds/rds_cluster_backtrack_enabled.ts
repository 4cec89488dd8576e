import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_backtrack_enabled',
  title: 'Aurora MySQL cluster has backtracking enabled',
  description:
    'Reads the backtrack window of each Aurora MySQL cluster. Backtracking rewinds a cluster in place, without restoring a backup to a new cluster.',
  risk: 'After a wrong statement or a faulty release, data can only be restored to another cluster. This takes hours, during which the application is unavailable or uses wrong data.',
  decision:
    'Passes if the backtrack window is more than 0. Fails if backtracking is off. Other engines, members of global databases and Aurora Serverless v1 do not support it and give no finding. It can only be enabled when a cluster is created or restored.',
  fix: {
    text: 'Restore the cluster from a snapshot with a backtrack window, and switch to the new cluster.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and take a snapshot of the cluster.',
      'Select it and choose Actions, then Restore snapshot.',
      'Turn on Enable Backtrack and set a target window of up to 72 hours.',
      'Switch the applications to the new cluster.',
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
      ? pass(`Cluster ${name} has a backtrack window of ${Math.round(seconds / 360) / 10} hours.`)
      : fail(`Cluster ${name} has backtracking off.`)
  },
})
